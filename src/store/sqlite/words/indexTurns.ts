import * as z from 'zod/mini';
import { type IndexedTurn, indexedTurn } from '../../../model/search/indexedTurn.ts';
import { toMessage } from '../entities/rows.ts';
import type { Condition } from '../sql/condition.ts';
import type { Database } from '../sql/database.ts';

/** Turns that are read at once to be indexed. */
const TURNS_AT_ONCE = 500;

/** The turns that are meant, the oldest first, as the word index takes them. */
export function indexTurns(db: Database, where: Condition, put: (id: number, turn: IndexedTurn) => void): void {
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows: Record<string, unknown>[] = db.all(
      `SELECT u.*, a.content AS answer, (SELECT json_group_array(json(t.arguments)) FROM tool_call t
         WHERE t.message_id = a.uuid) AS arguments
       FROM message u LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index
         AND a.sequence_number = 1
       WHERE u.sequence_number = 0 AND u.id > ? AND ${where.sql} ORDER BY u.id LIMIT ${TURNS_AT_ONCE}`,
      after,
      ...where.values,
    );
    for (const row of rows) {
      const toolArguments = z.array(z.unknown()).parse(JSON.parse(String(row.arguments)));
      put(Number(row.id), indexedTurn(toMessage(row), String(row.answer ?? ''), toolArguments));
    }
    after = rows.length > 0 ? Number(rows.at(-1)!.id) : undefined;
  }
}
