import { turnKind } from '../../../model/turn/turn.ts';
import { turnFiles } from '../../../model/turn/turnFiles.ts';
import { isAnswerIndexed } from '../../../model/turn/whatIsMemory.ts';
import { anything } from '../../storeChange.ts';
import { toMessage } from '../entities/rows.ts';
import type { Database } from '../sql/database.ts';

type PutTurn = (id: number, prompt: string, answer: string, files: readonly string[]) => void;

/** Turns that are read at once to be indexed. */
const CATCH_UP = 500;

/** Turns written by a Node without FTS5 are indexed by the next one that has it. */
export function catchUp(db: Database, putTurn: PutTurn): void {
  if (hasAll(db)) {
    return;
  }
  // Read again under the lock: another window may be writing those very turns.
  db.write(anything, () => {
    for (let rows = missing(db, -1); rows.length > 0; rows = missing(db, Number(rows.at(-1)!.id))) {
      for (const row of rows) {
        const answer = isAnswerIndexed(turnKind.parse(row.kind)) ? String(row.answer) : '';
        putTurn(Number(row.id), String(row.content), answer, filesOf(db, row));
      }
    }
  });
}

function hasAll(db: Database): boolean {
  const counted = db.get(`SELECT (SELECT count(*) FROM turn_fts_docsize) AS indexed,
    (SELECT coalesce(sum(turn_count), 0) FROM conversation) AS recorded`);
  return counted?.indexed === counted?.recorded;
}

/** Some of them, the oldest first. */
function missing(db: Database, after: number): Record<string, unknown>[] {
  return db.all(
    `SELECT u.*, coalesce(a.content, '') AS answer, coalesce(a.uuid, '') AS answer_id
     FROM message u
     LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index
       AND a.sequence_number = 1
     WHERE u.sequence_number = 0 AND u.id > ? AND NOT EXISTS (SELECT 1 FROM turn_fts_docsize i WHERE i.id = u.id)
     ORDER BY u.id LIMIT ${CATCH_UP}`,
    after,
  );
}

function filesOf(db: Database, row: Record<string, unknown>): string[] {
  const tools = db.all('SELECT arguments FROM tool_call WHERE message_id = ?', String(row.answer_id));
  const toolArguments = tools.map(tool => JSON.parse(String(tool.arguments)) as unknown);
  return turnFiles(toMessage(row).references, toolArguments);
}
