import type { Reach } from '../model/reach.ts';
import type { MemoryItem } from '../model/receipt.ts';

/** `pin`: always used in its workspace; `leave-out`: never recalled. */
export type RecallRule = 'pin' | 'leave-out';

export interface RuledItem {
  item: MemoryItem;
  rule: RecallRule;
}

/** What a person said about recall. A rule goes with what it is about. */
export interface RuleStore {
  /** Undefined takes the rule back. */
  set(item: MemoryItem, rule: RecallRule | undefined): Promise<void>;
  list(reach: Reach): Promise<RuledItem[]>;
}
