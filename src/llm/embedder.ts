/** Turns texts into vectors of one space; vectors of two spaces are never compared. */
export interface Embedder {
  /** Embedder, model and dimension, e.g. `gemini/gemini-embedding-001/3072`. */
  readonly space: string;
  readonly dimension: number;
  readonly maxBatch: number;
  /** Default of `strata.recall.minScore` for this space. */
  readonly minScore: number;
  /** One unit-length vector a text, in order. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
