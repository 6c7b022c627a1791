import type { Conversation, ConversationStatus } from '../model/conversation.ts';
import type { Reach } from '../model/reach.ts';

/** By its uuid, or by its name at its source. */
export type ConversationKey = string | { source: string; external_id: string };

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

export const ALL_TIME: Period = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** Of conversations that last changed in a period. */
export interface ConversationCount {
  /** Those that are memory. */
  conversations: number;
  /** Their turns, without those that only looked something up. */
  turns: number;
  /** Turns of the others, in which something was only looked up. */
  lookups: number;
  /** When anything that is memory was last recorded. */
  last_recorded: string | null;
}

export interface ConversationStore {
  get(key: ConversationKey): Promise<Conversation | undefined>;
  /** Newest change first. */
  list(query: ConversationQuery): Promise<Conversation[]>;
  /** For each period, in the order given; of one status, or of all. */
  count(reach: Reach, periods: Period[], status?: ConversationStatus): Promise<ConversationCount[]>;
  /** What a person calls it, or whether it is archived. */
  update(uuid: string, changes: { title?: string; status?: ConversationStatus }): Promise<void>;
  /** Removes it with all that hangs on it, all or nothing; its words are gone from where they were kept too. */
  delete(uuid: string): Promise<void>;
}

export async function countAll(
  { conversations }: { conversations: ConversationStore },
  reach: Reach,
): Promise<ConversationCount> {
  const [all] = await conversations.count(reach, [ALL_TIME]);
  return all!;
}
