import type { Database } from '../sql/database.ts';

/**
 * The schema, as the steps that led to it. A step never changes once released: the next one mends it.
 * Times are kept as text with their offset, and beside it as an instant (…_ms) to sort and filter by.
 */
export interface Migration {
  version: number;
  sql: string;
  /** What SQL alone cannot decide, in the same transaction. */
  fill?: (db: Database) => void;
  /** Only where FTS5 is there; without it search falls back to LIKE. */
  fullTextSql?: string;
  /** The word index is made anew from the tables, for it reads words in another way from here on. */
  reindex?: true;
}

/** In the header of every memory file, so that no other program's file is taken for one: "Stra". */
export const APPLICATION_ID = 0x53747261;
