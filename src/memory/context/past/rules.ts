import type { Reach } from '../../../model/reach.ts';
import type { RecallRule } from '../../../model/receipt/recallRule.ts';
import { itemKey, type MemoryItem } from '../../../model/receipt/receipt.ts';
import type { Store } from '../../../store/store.ts';

/** What a person said about recall: pinned is always used, left out never. */
export interface Rules {
  pinned: MemoryItem[];
  leftOut: MemoryItem[];
  isPinned(item: MemoryItem): boolean;
  isLeftOut(item: MemoryItem): boolean;
}

/** `exclude` is left out this once; it wins over a pin. */
export async function readRules(store: Store, reach: Reach, exclude: readonly MemoryItem[] = []): Promise<Rules> {
  const rules = await store.rules.list(reach);
  const itemsOf = (rule: RecallRule) => rules.filter(ruled => ruled.rule === rule).map(({ item }) => item);
  const leftOut = [...itemsOf('leave-out'), ...exclude];
  const leftOutKeys = new Set(leftOut.map(itemKey));
  const pinned = itemsOf('pin').filter(item => !leftOutKeys.has(itemKey(item)));
  const pinnedKeys = new Set(pinned.map(itemKey));
  return {
    pinned,
    leftOut,
    isPinned: item => pinnedKeys.has(itemKey(item)),
    isLeftOut: item => leftOutKeys.has(itemKey(item)),
  };
}
