import type { DatedSummary } from '../../../model/summary/summary.ts';
import type { Turn } from '../../../model/turn/turn.ts';

/** Files that a question names or attaches, by the paths they have now. */
export interface QuestionFiles {
  workspace_id: string;
  paths: readonly string[];
}

/** A turn or a summary that is linked to a file of the question, whatever its words are. */
export type Linked<T> = T & { words: number; similarity: number };

export interface FileLinks {
  /** The messages and summaries that are linked to one of the files. */
  ids: ReadonlySet<string>;
  turns: Linked<{ turn: Turn; title: string }>[];
  summaries: Linked<DatedSummary>[];
}
