import type { Summary, SummaryContent } from '../model/summary/summary.ts';
import type { Turn } from '../model/turn/turn.ts';
import type { TokenUsage } from './languageModel.ts';

/** What is to be condensed: whole turns for L1, whole summaries of the level below for the others. */
export type Material = { level: 1; turns: readonly Turn[] } | { level: number; summaries: readonly Summary[] };

export interface Condensed {
  content: SummaryContent;
  usage: TokenUsage;
}

/** Condenses; never longer than the limits, each sentence with the turns it rests on. Throws ModelError. */
export interface Summarizer {
  /** Stored as `made_by`, e.g. `offline` or `gemini/gemini-2.5-flash`. */
  readonly id: string;
  readonly promptVersion: string;
  summarize(material: Material, signal: AbortSignal): Promise<Condensed>;
}
