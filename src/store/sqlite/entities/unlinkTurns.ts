import type { Database } from '../sql/database.ts';
import { dropUnspoken } from './leftovers.ts';

/** No file is said to be mentioned in these turns, now or later. */
export function unlinkTurns(db: Database, conversation_id: string, turn_indexes: readonly number[]): void {
  const messages = db.all(
    'SELECT id, uuid FROM message WHERE conversation_id = ? AND turn_index IN (SELECT value FROM json_each(?))',
    conversation_id,
    JSON.stringify(turn_indexes),
  );
  const uuids = JSON.stringify(messages.map(({ uuid }) => uuid));
  const mentioned = 'SELECT value FROM json_each(?)';
  const links = `message_mentions_file WHERE message_id IN (${mentioned})`;
  const files = db.all(`SELECT DISTINCT file_id FROM ${links}`, uuids).map(({ file_id }) => file_id);
  db.run(`DELETE FROM ${links}`, uuids);
  db.run(`DELETE FROM open_mention WHERE message_id IN (${mentioned})`, uuids);
  const ids = JSON.stringify(messages.map(({ id }) => id));
  db.run(`DELETE FROM message_to_link WHERE message_id IN (${mentioned})`, ids);
  dropUnspoken(db, { topics: '[]', scopes: '[]', files: JSON.stringify(files) });
}
