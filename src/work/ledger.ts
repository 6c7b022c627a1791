/** Tokens spent on background work, shared by all windows. Days are local, `2026-03-04`. */
export interface Ledger {
  add(day: string, tokens: number): Promise<void>;
  spent(day: string): Promise<number>;
}
