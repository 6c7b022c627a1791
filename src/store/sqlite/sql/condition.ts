/** SQL over a turn's user message `u` and its conversation `c`. */
export interface Condition {
  sql: string;
  values: (string | number)[];
}

export const both = (a: Condition, b: Condition): Condition => ({
  sql: `${a.sql} AND ${b.sql}`,
  values: [...a.values, ...b.values],
});
