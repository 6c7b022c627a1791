import type { Chunk } from '../model/chunk.ts';

export interface ChunkStore {
  /** A conversation indexed again: its chunks are replaced as a whole. */
  replace(conversation_id: string, chunks: Chunk[]): Promise<void>;
  list(conversation_id: string): Promise<Chunk[]>;
}
