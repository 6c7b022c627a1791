import type { Database } from './database.ts';

export const IDS_A_SECOND = 64;
const IDS_A_DAY = IDS_A_SECOND * 86_400;

/**
 * The id of a new row that tells of this time, in milliseconds. Ids follow time, so that the newest rows are the last
 * ones, whenever they were recorded: chats of years ago may be imported today.
 */
export function idAt(db: Database, table: 'conversation' | 'message' | 'summary', ms: number): number {
  const first = Math.max(0, Math.floor(ms / 1000)) * IDS_A_SECOND;
  const lastUntil = (end: number) =>
    db.get(`SELECT max(id) AS last FROM ${table} WHERE id >= ? AND id < ?`, first, end)?.last ?? first - 1;
  const next = Number(lastUntil(first + IDS_A_SECOND)) + 1;
  // More than there are ids for: behind all of that day.
  return next < first + IDS_A_SECOND ? next : Number(lastUntil(first + IDS_A_DAY)) + 1;
}
