import type { Reach } from '../model/reach.ts';
import type { RecallRule, RuledItem } from '../model/receipt/recallRule.ts';
import type { MemoryItem } from '../model/receipt/receipt.ts';

/** What a person said about recall. A rule goes with what it is about. */
export interface RuleStore {
  /** Undefined takes the rule back. */
  set(item: MemoryItem, rule: RecallRule | undefined): Promise<void>;
  list(reach: Reach): Promise<RuledItem[]>;
}
