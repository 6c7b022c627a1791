import { randomUUID } from 'node:crypto';
import type { FileLink, ScopeLink } from '../../../model/file/mention.ts';
import type { TurnRef } from '../../../model/turn/turn.ts';
import { StoreError } from '../../store.ts';
import type { Database } from '../sql/database.ts';

/** Writes what ties turns and summaries to files and symbols; always inside the write of whoever calls. */
export class FileLinks {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  workspaceOf(conversation_id: string): string {
    const row = this.#db.get('SELECT workspace_id FROM conversation WHERE uuid = ?', conversation_id);
    if (!row) {
      throw new StoreError('not-found', 'That conversation is no longer in memory.');
    }
    return String(row.workspace_id);
  }

  /** The id of the file there, made when it is new; a deleted one is there again. */
  ensureFile(workspace_id: string, path: string): string {
    this.#db.insert(
      `INSERT INTO file (uuid, workspace_id, path) VALUES (?, ?, ?)
       ON CONFLICT (workspace_id, path) DO UPDATE SET deleted_at = NULL`,
      randomUUID(),
      workspace_id,
      path,
    );
    return this.#fileAt(workspace_id, path)!;
  }

  /** The summaries that stand for the turn by now mention the file too. */
  linkMessage({ conversation_id, turn_index }: TurnRef, workspace_id: string, link: FileLink): void {
    const { message_id, path, kind, line, symbol, gone } = link;
    const file_id = (gone && this.#fileAt(workspace_id, path)) || this.ensureFile(workspace_id, path);
    this.#db.run(
      `INSERT INTO message_mentions_file (message_id, file_id, kind, line, symbol, path, at_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT timestamp_ms FROM message WHERE uuid = ?1), 0))
       ON CONFLICT (message_id, file_id) DO UPDATE SET kind = excluded.kind, line = excluded.line,
         symbol = excluded.symbol`,
      message_id,
      file_id,
      kind,
      line,
      symbol,
      path,
    );
    this.#db.run(
      `INSERT OR IGNORE INTO summary_mentions_file (summary_id, file_id) SELECT uuid, ?3 FROM summary
       WHERE conversation_id = ?1 AND ?2 BETWEEN start_turn AND end_turn`,
      conversation_id,
      turn_index,
      file_id,
    );
  }

  /** Each of the summaries mentions these files and symbols. */
  linkSummaries(
    summary_ids: readonly string[],
    workspace_id: string,
    { files = [], scopes = [] }: { files?: readonly string[]; scopes?: readonly ScopeLink[] },
  ): void {
    const add = (table: string, column: string, id: string) => {
      for (const summary_id of summary_ids) {
        this.#db.run(`INSERT OR IGNORE INTO ${table} (summary_id, ${column}) VALUES (?, ?)`, summary_id, id);
      }
    };
    for (const path of files) {
      add('summary_mentions_file', 'file_id', this.ensureFile(workspace_id, path));
    }
    for (const { path, ...scope } of scopes) {
      add('mentions_scope', 'scope_id', this.#ensureScope(this.ensureFile(workspace_id, path), scope));
    }
  }

  /** What is known of the one file is known of the other now; where both have it, the other's stays. */
  moveLinks(from: string, to: string): void {
    for (const [table, columns] of [
      ['message_mentions_file', 'message_id, kind, line, symbol, path, at_ms'],
      ['summary_mentions_file', 'summary_id'],
    ] as const) {
      this.#db.run(
        `INSERT OR IGNORE INTO ${table} (${columns}, file_id) SELECT ${columns}, ? FROM ${table} WHERE file_id = ?`,
        to,
        from,
      );
    }
    this.#db.run('UPDATE scope SET file_id = ? WHERE file_id = ?', to, from);
    this.#db.run('DELETE FROM file WHERE uuid = ?', from);
  }

  #fileAt(workspace_id: string, path: string): string | undefined {
    const row = this.#db.get('SELECT uuid FROM file WHERE workspace_id = ? AND path = ?', workspace_id, path);
    return row && String(row.uuid);
  }

  #ensureScope(file_id: string, scope: Omit<ScopeLink, 'path'>): string {
    const { name, kind, start_line, end_line, content_hash } = scope;
    const values = [file_id, name, kind, start_line, end_line, content_hash];
    const row = this.#db.get(
      `SELECT uuid FROM scope WHERE file_id = ? AND name = ? AND kind = ? AND start_line IS ? AND end_line IS ?
       AND content_hash IS ?`,
      ...values,
    );
    const uuid = row ? String(row.uuid) : randomUUID();
    if (!row) {
      this.#db.run(
        'INSERT INTO scope (file_id, name, kind, start_line, end_line, content_hash, uuid) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...values,
        uuid,
      );
    }
    return uuid;
  }
}
