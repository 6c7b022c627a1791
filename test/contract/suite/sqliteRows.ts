import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

type Row = Record<string, unknown>;

/** What is in the file of a store that is open, past its contract. */
export function rowsIn(file: string, sql: string, ...values: SQLInputValue[]): Row[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}

/** The names of the topics of a summary, or of all. */
export function topicsIn(file: string, summary_id?: string): string[] {
  const rows = rowsIn(
    file,
    `SELECT DISTINCT t.name FROM topic t LEFT JOIN has_topic h ON h.topic_id = t.uuid
     WHERE ?1 IS NULL OR h.summary_id = ?1 ORDER BY t.name COLLATE NOCASE`,
    summary_id ?? null,
  );
  return rows.map(({ name }) => String(name));
}
