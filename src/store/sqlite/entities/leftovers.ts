import type { Database } from '../sql/database.ts';

/** What some summaries and turns speak of, noted before they go: the ids as JSON lists. */
export interface Spoken {
  topics: string;
  scopes: string;
  files: string;
}

export function spokenIn(db: Database, conversation_id: string): Spoken {
  const summaries = db.all('SELECT uuid FROM summary WHERE conversation_id = ?', conversation_id);
  const spoken = spokenBy(
    db,
    summaries.map(({ uuid }) => String(uuid)),
  );
  const files = idsOf(
    db,
    `SELECT DISTINCT l.file_id AS id FROM message m CROSS JOIN message_mentions_file l ON l.message_id = m.uuid
     WHERE m.conversation_id = ?1 UNION SELECT value FROM json_each(?2)`,
    conversation_id,
    spoken.files,
  );
  return { ...spoken, files };
}

export function spokenBy(db: Database, summary_ids: readonly string[]): Spoken {
  const ids = JSON.stringify(summary_ids);
  const of = (column: string, table: string) =>
    `SELECT DISTINCT l.${column} AS id FROM json_each(?1) s CROSS JOIN ${table} l ON l.summary_id = s.value`;
  const scopes = of('scope_id', 'mentions_scope');
  return {
    topics: idsOf(db, of('topic_id', 'has_topic'), ids),
    scopes: idsOf(db, scopes, ids),
    files: idsOf(
      db,
      `${of('file_id', 'summary_mentions_file')} UNION SELECT p.file_id FROM scope p WHERE p.uuid IN (${scopes})`,
      ids,
    ),
  };
}

/** Of these, what nobody speaks of any more goes too: names and paths are words of what was deleted. */
export function dropUnspoken(db: Database, { topics, scopes, files }: Spoken): void {
  // Each speaker up to the column that names what it speaks of.
  const drop = (table: string, ids: string, ...speakers: string[]) => {
    const nobody = speakers.map(speaker => `NOT EXISTS (SELECT 1 FROM ${speaker} = ${table}.uuid)`).join(' AND ');
    db.run(`DELETE FROM ${table} WHERE uuid IN (SELECT value FROM json_each(?)) AND ${nobody}`, ids);
  };
  drop('topic', topics, 'has_topic h WHERE h.topic_id');
  drop('scope', scopes, 'mentions_scope m WHERE m.scope_id');
  const ofScope = 'scope s JOIN mentions_scope m ON m.scope_id = s.uuid WHERE s.file_id';
  drop('file', files, 'message_mentions_file m WHERE m.file_id', 'summary_mentions_file m WHERE m.file_id', ofScope);
}

function idsOf(db: Database, sql: string, ...values: string[]): string {
  return JSON.stringify(db.all(sql, ...values).map(({ id }) => id));
}
