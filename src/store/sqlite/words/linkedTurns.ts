import type { Condition } from '../sql/condition.ts';
import type { Database } from '../sql/database.ts';
import { likeAnywhere } from '../sql/like.ts';

/** A part of a path that more files or turns have is looked for from the turns' side. */
const FILES = 300;
const TURNS = 2000;

export interface LinkedTurns {
  /** Over the turn's user message `u`. */
  where: Condition;
  /** The newest turns by the ids of their user messages; all of them, or very many. */
  newest: number[];
}

/** The turns linked to a file whose present path has this in it, in the words or elsewhere. */
export function turnsLinkedTo(db: Database, part: string, workspace: string | undefined): LinkedTurns {
  const like = likeAnywhere(part.replaceAll('\\', '/').replace(/^\.\//, ''));
  const files = db.all(
    `SELECT uuid FROM file WHERE path LIKE ?1 ESCAPE '\\' AND (?2 IS NULL OR workspace_id = ?2) LIMIT ${FILES + 1}`,
    like,
    workspace ?? null,
  );
  const many = files.length > FILES;
  // By file where there are few; where there are many, the first links by time soon are enough.
  const rows = many
    ? db.all(
        `${userOf} (SELECT l.message_id FROM message_mentions_file l INDEXED BY message_mentions_by_time
           CROSS JOIN file f ON f.uuid = l.file_id WHERE f.path LIKE ?1 ESCAPE '\\' AND (?2 IS NULL OR f.workspace_id = ?2)
           ORDER BY l.at_ms DESC LIMIT ${TURNS}) l ${joins}`,
        like,
        workspace ?? null,
      )
    : db.all(
        `${userOf} (SELECT l.message_id FROM json_each(?) f CROSS JOIN message_mentions_file l ON l.file_id = f.value
           ORDER BY l.at_ms DESC LIMIT ${TURNS}) l ${joins}`,
        JSON.stringify(files.map(({ uuid }) => uuid)),
      );
  const newest = [...new Set(rows.map(row => Number(row.id)))];
  const where =
    rows.length < TURNS
      ? { sql: 'u.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(newest)] }
      : { sql: hasLink, values: [like] };
  return { where, newest };
}

const userOf = 'SELECT u.id FROM';
const joins = `CROSS JOIN message m ON m.uuid = l.message_id
  CROSS JOIN message u ON u.conversation_id = m.conversation_id AND u.turn_index = m.turn_index
    AND u.sequence_number = 0`;
const hasLink = `EXISTS (SELECT 1 FROM message m CROSS JOIN message_mentions_file l ON l.message_id = m.uuid
  CROSS JOIN file g ON g.uuid = l.file_id
  WHERE m.conversation_id = u.conversation_id AND m.turn_index = u.turn_index AND g.path LIKE ? ESCAPE '\\')`;
