import type { Ledger } from '../../src/work/ledger.ts';

/** The ledger without a file. */
export function makeMemoryLedger(): Ledger {
  const days = new Map<string, number>();
  return {
    async add(day, tokens) {
      days.set(day, (days.get(day) ?? 0) + tokens);
    },
    spent: async day => days.get(day) ?? 0,
  };
}
