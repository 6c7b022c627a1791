import type { UsageStore } from '../../src/store/usageStore.ts';

/** The store's ledger without a store. */
export function makeMemoryUsage(): UsageStore {
  const days = new Map<string, number>();
  return {
    async add(day, tokens) {
      days.set(day, (days.get(day) ?? 0) + tokens);
    },
    spent: async day => days.get(day) ?? 0,
  };
}
