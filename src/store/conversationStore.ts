import type { Conversation, ConversationDraft, ConversationStatus } from '../model/conversation.ts';
import type { Reach } from '../model/reach.ts';

export interface ConversationQuery {
  reach: Reach;
  status?: ConversationStatus;
  /** From there only; capitals do not matter. */
  source?: string;
  /** Parts of the title; capitals do not matter. */
  titleWith?: string[];
  /** Last changed at or after, and before: instants in milliseconds. */
  from?: number;
  to?: number;
  /** Those in which something was only looked up as well, or instead of those that are memory. */
  lookups?: 'too' | 'only';
  limit: number;
  offset?: number;
}

/** A stretch of time with something in it; `from` included, `to` not. */
export interface Period {
  from: number;
  to: number;
}

/** Of conversations that last changed in a period. */
export interface PeriodCount {
  conversations: number;
  /** Turns of the others, in which something was only looked up. */
  lookups: number;
}

/** Of what is memory. */
export interface ConversationTotals {
  conversations: number;
  turns: number;
  /** When anything was last recorded. */
  last_recorded: string | null;
}

export interface ConversationStore {
  /** The conversation of that source and external id, made when it is new. Two windows that race get the same one. */
  ensure(draft: ConversationDraft): Promise<Conversation>;
  get(uuid: string): Promise<Conversation | undefined>;
  find(source: string, external_id: string): Promise<Conversation | undefined>;
  /** Newest change first. */
  list(query: ConversationQuery): Promise<Conversation[]>;
  /** In the order given. */
  countIn(reach: Reach, status: ConversationStatus, periods: Period[]): Promise<PeriodCount[]>;
  totals(reach: Reach): Promise<ConversationTotals>;
  rename(uuid: string, title: string): Promise<void>;
  setStatus(uuid: string, status: ConversationStatus): Promise<void>;
  /** Removes it with all that hangs on it; its words are gone from the file too. */
  delete(uuid: string): Promise<void>;
}
