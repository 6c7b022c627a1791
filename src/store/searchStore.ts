import type { Reach } from '../model/reach.ts';
import type { SearchHit, SummaryHit } from '../model/search/hits.ts';
import type { Recency } from '../model/search/similarity.ts';
import type { MessageRole } from '../model/turn/turn.ts';

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
  /** Each hit comes with its whole turn. */
  withTurns?: boolean;
  /** Also what was only looked up, which is no memory: for those who want to delete it. */
  lookups?: boolean;
}

export interface SummarySearch {
  text: string;
  reach: Reach;
  /** For each group of levels, the best so many: by similarity, and by age too where `recency` says how. */
  limits: { levels: number[]; limit: number }[];
  recency?: Recency;
  /** Instants in milliseconds; `from` included, `to` not. */
  from?: number;
  to?: number;
  includeArchived?: boolean;
}

/** Finds by words, in the order that the rules of `model/search` give; what is no memory (`memoryOfKind`) is not found. */
export interface SearchStore {
  /** Best first. */
  turns(query: SearchQuery, signal?: AbortSignal): Promise<SearchHit[]>;
  summaries(query: SummarySearch, signal?: AbortSignal): Promise<SummaryHit[]>;
}
