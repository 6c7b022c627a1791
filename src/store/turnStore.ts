import type { Conversation, ConversationDraft } from '../model/conversation.ts';
import type { AskedTurn, Turn, TurnDraft, TurnHeader, TurnRef } from '../model/turn/turn.ts';

export interface TurnRange {
  /** First turn index wanted. */
  from?: number;
  /** Last turn index wanted. */
  to?: number;
  limit: number;
  /** Newest first; ranges of turns are otherwise in time order. */
  newestFirst?: boolean;
  /** Without those that were withdrawn. */
  standing?: boolean;
}

/** A range of one conversation's turns. */
export interface TurnStretch extends TurnRange {
  conversation_id: string;
  /** Only what was asked and answered: the tools are left out. */
  textsOnly?: boolean;
}

export interface RecordedTurn extends TurnRef {
  /** The question, or the answer, was written now; false when it was there already, or is still to come. */
  began: boolean;
  ended: boolean;
}

export interface Recorded {
  /** As it is with these turns. */
  conversation: Conversation;
  /** In the order given. */
  turns: RecordedTurn[];
}

export interface TurnStore {
  /**
   * The one way in: all of it or nothing, and durable when it resolves. A conversation is known by its source and external
   * id and made when it is new; by its uuid it must be there. A turn is known by its request_id: its question is written
   * once, its answer once, whenever it comes. Two windows that race write the same.
   */
  record(conversation: ConversationDraft | { uuid: string }, turns: TurnDraft[]): Promise<Recorded>;
  /** The turns of a conversation up to this one, in time order. */
  asked(conversation_id: string, to: number): Promise<AskedTurn[]>;
  /**
   * The chat no longer shows these turns: they stay, and neither search nor links tell of them. Summaries that do become
   * provisional; true when there are such. One transaction.
   */
  withdraw(conversation_id: string, turn_indexes: number[], at: number): Promise<boolean>;
  /** Several stretches at once, each by itself. */
  read(stretches: TurnStretch[]): Promise<Turn[][]>;
  /** For lists: no texts, oldest first. */
  headers(conversation_id: string, range: TurnRange): Promise<TurnHeader[]>;
}

interface HasTurns {
  turns: TurnStore;
}

export async function turnAt({ turns }: HasTurns, { conversation_id, turn_index }: TurnRef): Promise<Turn | undefined> {
  const [found] = await turns.read([onlyTurn({ conversation_id, turn_index })]);
  return found?.[0];
}

export async function turnsOf({ turns }: HasTurns, conversation_id: string, range: TurnRange): Promise<Turn[]> {
  const [found = []] = await turns.read([{ conversation_id, ...range }]);
  return found;
}

export const onlyTurn = ({ conversation_id, turn_index }: TurnRef): TurnStretch => ({
  conversation_id,
  ...{ from: turn_index, to: turn_index, limit: 1 },
});
