import { randomUUID } from 'node:crypto';
import type { Database } from '../sql/database.ts';
import { indexTurns } from '../words/indexTurns.ts';
import type { TextIndex } from '../words/textIndex.ts';
import { dropUnspoken, spokenIn } from './leftovers.ts';
import { toSummary } from './rows.ts';

/** A conversation with all that hangs on it belongs to another workspace's memory from now on. */
export function moveConversation(db: Database, index: TextIndex, conversation_id: string, workspace_id: string): void {
  const spoken = spokenIn(db, conversation_id);
  db.run(
    `UPDATE conversation SET recorded_in = nullif(coalesce(recorded_in, workspace_id), ?2), workspace_id = ?2
     WHERE uuid = ?1`,
    conversation_id,
    workspace_id,
  );
  db.run(
    'UPDATE message_to_link SET workspace_id = ?2 WHERE message_id IN (SELECT id FROM message WHERE conversation_id = ?1)',
    conversation_id,
    workspace_id,
  );
  for (const { uuid } of db.all('SELECT uuid FROM file WHERE uuid IN (SELECT value FROM json_each(?))', spoken.files)) {
    moveLinks(db, conversation_id, String(uuid), workspace_id);
  }
  // The files and symbols stay where others still speak of them.
  dropUnspoken(db, spoken);
  indexAgain(db, index, conversation_id);
}

/** The index knows the workspace of every turn and summary. */
function indexAgain(db: Database, index: TextIndex, conversation_id: string): void {
  const ofConversation = { sql: 'u.conversation_id = ?', values: [conversation_id] };
  indexTurns(db, ofConversation, (id, turn) => index.putTurn(id, turn));
  for (const row of db.all('SELECT * FROM summary WHERE conversation_id = ? AND staged = 0', conversation_id)) {
    index.putSummary(Number(row.id), toSummary(row));
  }
}

/** What the conversation says about a file, it says about the file of that path in its new workspace. */
function moveLinks(db: Database, conversation_id: string, from: string, workspace_id: string): void {
  db.run(
    `INSERT OR IGNORE INTO file (uuid, workspace_id, path, deleted_at, content_hash)
     SELECT ?, ?, path, deleted_at, content_hash FROM file WHERE uuid = ?`,
    randomUUID(),
    workspace_id,
    from,
  );
  const row = db.get(
    'SELECT uuid FROM file WHERE workspace_id = ? AND path = (SELECT path FROM file WHERE uuid = ?)',
    workspace_id,
    from,
  );
  const to = String(row?.uuid);
  const messages = 'SELECT uuid FROM message WHERE conversation_id = ?3';
  const summaries = 'SELECT uuid FROM summary WHERE conversation_id = ?3';
  const ids = [to, from, conversation_id];
  db.run(`UPDATE message_mentions_file SET file_id = ?1 WHERE file_id = ?2 AND message_id IN (${messages})`, ...ids);
  db.run(`UPDATE summary_mentions_file SET file_id = ?1 WHERE file_id = ?2 AND summary_id IN (${summaries})`, ...ids);
  const scopes = db.all(
    `SELECT * FROM scope WHERE file_id = ?1 AND uuid IN (SELECT scope_id FROM mentions_scope
       WHERE summary_id IN (SELECT uuid FROM summary WHERE conversation_id = ?2))`,
    from,
    conversation_id,
  );
  for (const { uuid } of scopes) {
    const copy = randomUUID();
    db.run(
      `INSERT INTO scope (uuid, file_id, name, kind, start_line, end_line, content_hash, changed_at)
       SELECT ?, ?, name, kind, start_line, end_line, content_hash, changed_at FROM scope WHERE uuid = ?`,
      copy,
      to,
      String(uuid),
    );
    db.run(
      `UPDATE mentions_scope SET scope_id = ?1 WHERE scope_id = ?2 AND summary_id IN (${summaries})`,
      copy,
      String(uuid),
      conversation_id,
    );
  }
}
