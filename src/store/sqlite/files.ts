import { randomUUID } from 'node:crypto';
import type { File, MentionSource, Scope } from '../../model/file.ts';
import type { FileStore } from '../fileStore.ts';
import type { Database } from './database.ts';
import { toFile, toScope } from './rows.ts';
import type { Sync } from './sync.ts';

/** Which link table a mention is kept in, and under which id. */
function linkOf(source: MentionSource): { table: string; column: string; id: string } {
  return 'message_id' in source
    ? { table: 'message_mentions_file', column: 'message_id', id: source.message_id }
    : { table: 'summary_mentions_file', column: 'summary_id', id: source.summary_id };
}

export class SqliteFiles implements Sync<FileStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  ensure(workspace_id: string, path: string): File {
    return this.#db.write(() => {
      this.#db.insert(
        `INSERT INTO file (uuid, workspace_id, path) VALUES (?, ?, ?)
         ON CONFLICT (workspace_id, path) DO UPDATE SET deleted_at = NULL`,
        randomUUID(),
        workspace_id,
        path,
      );
      return this.find(workspace_id, path)!;
    });
  }

  find(workspace_id: string, path: string): File | undefined {
    const row = this.#db.get('SELECT * FROM file WHERE workspace_id = ? AND path = ?', workspace_id, path);
    return row && toFile(row);
  }

  rename(workspace_id: string, from: string, to: string): void {
    this.#db.write(() => {
      const moved = this.find(workspace_id, from);
      if (!moved || from === to) {
        return;
      }
      const there = this.find(workspace_id, to);
      if (there) {
        // What was known of the path that is now taken joins the file that took it.
        for (const [table, column] of [
          ['message_mentions_file', 'message_id'],
          ['summary_mentions_file', 'summary_id'],
        ] as const) {
          this.#db.run(
            `INSERT OR IGNORE INTO ${table} (${column}, file_id) SELECT ${column}, ? FROM ${table} WHERE file_id = ?`,
            moved.uuid,
            there.uuid,
          );
        }
        this.#db.run('UPDATE scope SET file_id = ? WHERE file_id = ?', moved.uuid, there.uuid);
        this.#db.run('DELETE FROM file WHERE uuid = ?', there.uuid);
      }
      this.#db.run('UPDATE file SET path = ?, deleted_at = NULL WHERE uuid = ?', to, moved.uuid);
    });
  }

  markDeleted(workspace_id: string, path: string, at: string): void {
    this.#db.write(() => {
      this.#db.run('UPDATE file SET deleted_at = ? WHERE workspace_id = ? AND path = ?', at, workspace_id, path);
    });
  }

  mention(source: MentionSource, file_id: string): void {
    const { table, column, id } = linkOf(source);
    this.#db.write(() => {
      this.#db.insert(`INSERT OR IGNORE INTO ${table} (${column}, file_id) VALUES (?, ?)`, id, file_id);
    });
  }

  mentionedBy(source: MentionSource): File[] {
    const { table, column, id } = linkOf(source);
    return this.#db
      .all(`SELECT f.* FROM file f JOIN ${table} m ON m.file_id = f.uuid WHERE m.${column} = ? ORDER BY f.path`, id)
      .map(toFile);
  }

  mentionsOf(file_id: string): MentionSource[] {
    const messages = this.#db.all('SELECT message_id FROM message_mentions_file WHERE file_id = ?', file_id);
    const summaries = this.#db.all('SELECT summary_id FROM summary_mentions_file WHERE file_id = ?', file_id);
    return [
      ...messages.map(row => ({ message_id: String(row.message_id) })),
      ...summaries.map(row => ({ summary_id: String(row.summary_id) })),
    ];
  }

  ensureScope(scope: Omit<Scope, 'uuid'>): Scope {
    return this.#db.write(() => {
      const known = this.#db.get(
        `SELECT * FROM scope WHERE file_id = ? AND name = ? AND kind = ? AND start_line IS ? AND end_line IS ?
         AND content_hash IS ?`,
        scope.file_id,
        scope.name,
        scope.kind,
        scope.start_line,
        scope.end_line,
        scope.content_hash,
      );
      if (known) {
        return toScope(known);
      }
      const made: Scope = { uuid: randomUUID(), ...scope };
      this.#db.insert(
        'INSERT INTO scope (uuid, file_id, name, kind, start_line, end_line, content_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
        made.uuid,
        made.file_id,
        made.name,
        made.kind,
        made.start_line,
        made.end_line,
        made.content_hash,
      );
      return made;
    });
  }

  mentionScope(summary_id: string, scope_id: string): void {
    this.#db.write(() => {
      this.#db.insert(
        'INSERT OR IGNORE INTO mentions_scope (summary_id, scope_id) VALUES (?, ?)',
        summary_id,
        scope_id,
      );
    });
  }

  scopesOf(summary_id: string): Scope[] {
    return this.#db
      .all(
        `SELECT s.* FROM scope s JOIN mentions_scope m ON m.scope_id = s.uuid
         WHERE m.summary_id = ? ORDER BY s.name, s.start_line`,
        summary_id,
      )
      .map(toScope);
  }
}
