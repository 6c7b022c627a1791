import type { AskedTurn, Turn, TurnDraft, TurnEnd, TurnHeader, TurnRef, TurnStart } from '../model/turn.ts';

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

export interface BegunTurn extends TurnRef {
  /** False when this request was already recorded. */
  created: boolean;
}

export interface TurnStore {
  /** Durable when it resolves. The same request_id in one conversation is recorded once. */
  begin(conversation_id: string, start: TurnStart): Promise<BegunTurn>;
  /** Durable when it resolves. A turn ends once: a second end changes nothing. */
  end(ref: TurnRef, end: TurnEnd): Promise<void>;
  /** Whole turns in one transaction; those whose request_id is known are skipped. Tells how many were new. */
  append(conversation_id: string, turns: TurnDraft[]): Promise<number>;
  /** The turns of a conversation up to this one, in time order. */
  asked(conversation_id: string, to: number): Promise<AskedTurn[]>;
  /**
   * The chat no longer shows these turns: they stay, and neither search nor links tell of them. Summaries that do become
   * provisional; true when there are such.
   */
  withdraw(conversation_id: string, turn_indexes: number[], at: number): Promise<boolean>;
  get(ref: TurnRef): Promise<Turn | undefined>;
  list(conversation_id: string, range: TurnRange): Promise<Turn[]>;
  /** Several stretches at once, each as `list` gives it. */
  listAll(stretches: TurnStretch[]): Promise<Turn[][]>;
  /** For lists: no texts, oldest first. */
  headers(conversation_id: string, range: TurnRange): Promise<TurnHeader[]>;
}
