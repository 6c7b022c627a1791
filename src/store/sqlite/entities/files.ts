import { randomUUID } from 'node:crypto';
import type {
  BusyFile,
  DiscussedScope,
  File,
  FileContent,
  FileTalk,
  MentionSource,
  Scope,
  ScopeDraft,
} from '../../../model/file.ts';
import type { Reach } from '../../../model/reach.ts';
import type { FileStore, TalkQuery } from '../../fileStore.ts';
import { onlyLinks, type StoreChange } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import { busiestFiles, discussedScopesOf, talkAbout } from './fileTalk.ts';
import { toFile, toScope } from './rows.ts';

/** Which link table a mention is kept in, and under which id. */
function linkOf(source: MentionSource): { table: string; column: string; id: string } {
  return 'message_id' in source
    ? { table: 'message_mentions_file', column: 'message_id', id: source.message_id }
    : { table: 'summary_mentions_file', column: 'summary_id', id: source.summary_id };
}

/** What a file held when it was last seen is nobody's news. */
const contentsSeen: StoreChange = { ...onlyLinks, quiet: true };

export class SqliteFiles implements Sync<FileStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  ensure(workspace_id: string, path: string): File {
    return this.#db.write(onlyLinks, () => {
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
    this.#db.write(onlyLinks, () => {
      for (const { path } of from === to ? [] : this.#at(workspace_id, from)) {
        this.#renameFile(workspace_id, path, `${to}${path.slice(from.length)}`);
      }
    });
  }

  markDeleted(workspace_id: string, path: string, at: string): void {
    this.#db.write(onlyLinks, () => {
      for (const { uuid } of this.#at(workspace_id, path)) {
        this.#db.run('UPDATE file SET deleted_at = ? WHERE uuid = ? AND deleted_at IS NULL', at, uuid);
      }
    });
  }

  mention(source: MentionSource, file_id: string): void {
    const { table, column, id } = linkOf(source);
    this.#db.write(onlyLinks, () => {
      const added = this.#db.run(`INSERT OR IGNORE INTO ${table} (${column}, file_id) VALUES (?, ?)`, id, file_id);
      if (added > 0 && 'message_id' in source) {
        this.#db.run(
          `UPDATE message_mentions_file SET path = (SELECT path FROM file WHERE uuid = ?2),
             at_ms = (SELECT timestamp_ms FROM message WHERE uuid = ?1) WHERE message_id = ?1 AND file_id = ?2`,
          id,
          file_id,
        );
      }
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

  ofConversation(conversation_id: string): File[] {
    return this.#db
      .all(
        `SELECT f.* FROM file f JOIN (
           SELECT file_id, MAX(turn) AS last FROM (
             SELECT l.file_id, m.turn_index AS turn FROM message m JOIN message_mentions_file l ON l.message_id = m.uuid
               WHERE m.conversation_id = ?1
             UNION ALL SELECT l.file_id, s.start_turn FROM summary s JOIN summary_mentions_file l ON l.summary_id = s.uuid
               WHERE s.conversation_id = ?1 AND s.staged = 0) GROUP BY file_id) t ON t.file_id = f.uuid
         ORDER BY t.last, f.path`,
        conversation_id,
      )
      .map(toFile);
  }

  about(workspace_id: string, path: string, query: TalkQuery): FileTalk[] {
    const file = this.find(workspace_id, path);
    return file ? talkAbout(this.#db, file.uuid, query) : [];
  }

  aboutScope(workspace_id: string, path: string, name: string, query: TalkQuery): FileTalk[] {
    const file = this.find(workspace_id, path);
    return file ? talkAbout(this.#db, file.uuid, query, name) : [];
  }

  busiest(reach: Reach, since: number, limit: number): BusyFile[] {
    return busiestFiles(this.#db, reach, since, limit);
  }

  discussedScopes(workspace_id: string, path: string): DiscussedScope[] {
    const file = this.find(workspace_id, path);
    return file ? discussedScopesOf(this.#db, file.uuid) : [];
  }

  ensureScope(scope: ScopeDraft): Scope {
    return this.#db.write(onlyLinks, () => {
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
      const made: Scope = { uuid: randomUUID(), ...scope, changed_at: null };
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
    this.#db.write(onlyLinks, () => {
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

  scopesOfConversation(conversation_id: string): Scope[] {
    return this.#db
      .all(
        `SELECT DISTINCT p.* FROM summary s JOIN mentions_scope m ON m.summary_id = s.uuid
         JOIN scope p ON p.uuid = m.scope_id
         WHERE s.conversation_id = ? AND s.staged = 0 ORDER BY p.name, p.start_line`,
        conversation_id,
      )
      .map(toScope);
  }

  scopesIn(workspace_id: string, path: string): Scope[] {
    return this.#db
      .all(
        `SELECT s.* FROM file f JOIN scope s ON s.file_id = f.uuid WHERE f.workspace_id = ? AND f.path = ?
         ORDER BY s.name, s.start_line`,
        workspace_id,
        path,
      )
      .map(toScope);
  }

  markScopes(marks: { uuid: string; changed_at: string | null }[]): void {
    this.#db.write(onlyLinks, () => {
      for (const { uuid, changed_at } of marks) {
        // The first time it was noticed stays.
        this.#db.run(
          'UPDATE scope SET changed_at = ?2 WHERE uuid = ?1 AND (changed_at IS NULL) <> (?2 IS NULL)',
          uuid,
          changed_at,
        );
      }
    });
  }

  contents(workspace_id: string): { path: string; content_hash: string | null }[] {
    return this.#db
      .all(
        'SELECT path, content_hash FROM file WHERE workspace_id = ? AND deleted_at IS NULL ORDER BY path',
        workspace_id,
      )
      .map(row => ({
        path: String(row.path),
        content_hash: typeof row.content_hash === 'string' ? row.content_hash : null,
      }));
  }

  deleted(workspace_id: string): { path: string; content_hash: string | null; deleted_at: string }[] {
    return this.#db
      .all('SELECT * FROM file WHERE workspace_id = ? AND deleted_at IS NOT NULL ORDER BY path', workspace_id)
      .map(row => ({
        path: String(row.path),
        content_hash: typeof row.content_hash === 'string' ? row.content_hash : null,
        deleted_at: String(row.deleted_at),
      }));
  }

  noteContents(workspace_id: string, contents: FileContent[]): void {
    this.#db.write(contentsSeen, () => {
      for (const { path, content_hash } of contents) {
        this.#db.run(
          'UPDATE file SET content_hash = ? WHERE workspace_id = ? AND path = ?',
          content_hash,
          workspace_id,
          path,
        );
      }
    });
  }

  /** The file there, or those below the folder there. */
  #at(workspace_id: string, path: string): File[] {
    // '0' follows '/': an interval that the index on path can use.
    return this.#db
      .all(
        'SELECT * FROM file WHERE workspace_id = ?1 AND (path = ?2 OR (path > ?3 AND path < ?4)) ORDER BY path',
        workspace_id,
        path,
        `${path}/`,
        `${path}0`,
      )
      .map(toFile);
  }

  #renameFile(workspace_id: string, from: string, to: string): void {
    const moved = this.find(workspace_id, from);
    if (!moved) {
      return;
    }
    const there = this.find(workspace_id, to);
    if (there) {
      // What was known of the path that is now taken joins the file that took it.
      for (const [table, columns] of [
        ['message_mentions_file', 'message_id, kind, line, symbol, path, at_ms'],
        ['summary_mentions_file', 'summary_id'],
      ] as const) {
        this.#db.run(
          `INSERT OR IGNORE INTO ${table} (${columns}, file_id) SELECT ${columns}, ? FROM ${table} WHERE file_id = ?`,
          moved.uuid,
          there.uuid,
        );
      }
      this.#db.run('UPDATE scope SET file_id = ? WHERE file_id = ?', moved.uuid, there.uuid);
      this.#db.run('DELETE FROM file WHERE uuid = ?', there.uuid);
    }
    this.#db.run('UPDATE file SET path = ?, deleted_at = NULL WHERE uuid = ?', to, moved.uuid);
  }
}
