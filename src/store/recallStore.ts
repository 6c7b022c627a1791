import type { Reach } from '../model/reach.ts';
import type { MemoryItem, Receipt } from '../model/receipt.ts';
import type { TurnRef } from '../model/turn.ts';

/** `pin`: always used in its workspace; `leave-out`: never recalled. */
export type RecallRule = 'pin' | 'leave-out';

export interface RuledItem {
  item: MemoryItem;
  rule: RecallRule;
}

/** What a person said about recall, and what recall did. Goes with what it is about. */
export interface RecallStore {
  /** Undefined takes the rule back. */
  setRule(item: MemoryItem, rule: RecallRule | undefined): Promise<void>;
  rules(reach: Reach): Promise<RuledItem[]>;
  putReceipt(ref: TurnRef, receipt: Receipt): Promise<void>;
  receipt(ref: TurnRef): Promise<Receipt | undefined>;
}
