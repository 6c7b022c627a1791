import type { Reach } from '../model/reach.ts';
import type { DatedSummary } from '../model/summary.ts';
import type { MessageRole } from '../model/turn.ts';

export interface SearchQuery {
  /** Words as a person types them; words in double quotes belong together. */
  text: string;
  reach: Reach;
  limit: number;
  /** The last word may be unfinished: search as one types. */
  prefix?: boolean;
  role?: Exclude<MessageRole, 'system'>;
  source?: string;
  /** Part of a path that the turn refers to, or of the present path of a file it is linked to. */
  file?: string;
  /** Instants in milliseconds; `from` included, `to` not. */
  from?: number;
  to?: number;
  includeArchived?: boolean;
  /** No conversations that match by their titles. */
  turnsOnly?: boolean;
  /** Also what was only looked up, which is no memory: for those who want to delete it. */
  lookups?: boolean;
}

/** A place in a conversation that matches, best first. */
export interface SearchHit {
  conversation_id: string;
  conversation_title: string;
  source: string;
  workspace_id: string;
  workspace_name: string;
  /** Undefined when the conversation's title matched rather than one of its turns. */
  turn_index: number | undefined;
  /** Whose words the snippet shows. */
  role: Exclude<MessageRole, 'system'>;
  timestamp: string;
  snippet: string;
  /** Matched words in the snippet: start and end offsets, in order, apart from each other. */
  highlights: [number, number][];
  /** Given, used, or linked: by their present paths where those are known. */
  files: string[];
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** All words were found; false when only some were. */
  complete: boolean;
}

export interface SummarySearch {
  text: string;
  reach: Reach;
  /** For each group of levels, the best so many: by similarity, and by age too where `recency` says how. */
  limits: { levels: number[]; limit: number }[];
  /** In milliseconds now, and in how many days a summary comes near to counting half. */
  recency?: { now: number; days: number };
  /** Instants in milliseconds; `from` included, `to` not. */
  from?: number;
  to?: number;
  includeArchived?: boolean;
}

/** A summary that bears on a question. `similarity` is in 0…1, whatever it is made of. */
export interface SummaryHit extends DatedSummary {
  /** Matched words against those of the question, rare ones weighing more. */
  words: number;
  /** Nearness in meaning, where there are vectors. */
  meaning?: number;
  similarity: number;
}

export interface SearchStore {
  turns(query: SearchQuery, signal?: AbortSignal): Promise<SearchHit[]>;
  summaries(query: SummarySearch, signal?: AbortSignal): Promise<SummaryHit[]>;
}
