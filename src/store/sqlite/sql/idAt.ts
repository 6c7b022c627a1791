import type { Database } from './database.ts';

/** Finer ones would make the word index larger. */
export const SLOT_MS = 10_000;
/** Where a slot is taken, a new row comes behind those of the next so many, or of more where they are full. */
const NEAR_SLOTS = 64;

/**
 * The id of a new row that tells of this time, in milliseconds. Ids follow time, to ten seconds where there is room, so
 * that the newest rows are the last ones, whenever they were recorded: chats of years ago may be imported today.
 */
export function idAt(db: Database, table: 'conversation' | 'message' | 'summary', ms: number): number {
  const slot = Math.max(0, Math.floor(ms / SLOT_MS));
  if (!db.get(`SELECT 1 FROM ${table} WHERE id = ?`, slot)) {
    return slot;
  }
  for (let near = NEAR_SLOTS; ; near *= 2) {
    const row = db.get(`SELECT max(id) AS last FROM ${table} WHERE id BETWEEN ? AND ?`, slot, slot + near);
    if (Number(row?.last) < slot + near) {
      return Number(row?.last) + 1;
    }
  }
}
