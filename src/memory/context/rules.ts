import { itemKey, type MemoryItem } from '../../model/receipt.ts';
import type { ReadScope } from '../../model/scope.ts';
import type { Store } from '../../store/store.ts';

/** What a person said about recall: pinned is always used, left out never. */
export interface Rules {
  pinned: MemoryItem[];
  isPinned(item: MemoryItem): boolean;
  isLeftOut(item: MemoryItem): boolean;
}

/** `exclude` is left out this once; it wins over a pin. */
export async function readRules(store: Store, scope: ReadScope, exclude: readonly MemoryItem[] = []): Promise<Rules> {
  const rules = await store.recall.rules(scope);
  const keysOf = (rule: 'pin' | 'leave-out') => rules.filter(ruled => ruled.rule === rule).map(({ item }) => item);
  const leftOut = new Set([...keysOf('leave-out'), ...exclude].map(itemKey));
  const pinned = keysOf('pin').filter(item => !leftOut.has(itemKey(item)));
  const pins = new Set(pinned.map(itemKey));
  return { pinned, isPinned: item => pins.has(itemKey(item)), isLeftOut: item => leftOut.has(itemKey(item)) };
}
