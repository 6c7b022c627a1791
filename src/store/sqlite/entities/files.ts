import type {
  BusyFile,
  DiscussedScope,
  File,
  FileChange,
  FileMentions,
  FileTalk,
  KnownFile,
  LinksOfSummary,
  Scope,
} from '../../../model/file/file.ts';
import { movesOf } from '../../../model/file/fileMoves.ts';
import type { Reach } from '../../../model/reach.ts';
import type { FileStore, TalkQuery } from '../../fileStore.ts';
import { onlyLinks } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { FileLinks } from './fileLinks.ts';
import { busiestFiles, discussedScopesOf, mentionsOfFile, talkAbout } from './fileTalk.ts';
import { toFile, toKnownFile, toScope } from './rows.ts';

export class SqliteFiles implements Sync<FileStore> {
  readonly #db: Database;
  readonly #links: FileLinks;

  constructor(db: Database, links: FileLinks) {
    this.#db = db;
    this.#links = links;
  }

  known(workspace_id: string, paths?: readonly string[]): KnownFile[] {
    const rows = paths
      ? this.#db.all(
          `SELECT f.* FROM (SELECT DISTINCT value AS path FROM json_each(?)) p CROSS JOIN file f ON f.workspace_id = ?
           AND f.path = p.path ORDER BY f.path`,
          JSON.stringify(paths),
          workspace_id,
        )
      : this.#db.all('SELECT * FROM file WHERE workspace_id = ? ORDER BY path', workspace_id);
    return rows.map(toKnownFile);
  }

  change(workspace_id: string, changes: readonly FileChange[]): void {
    const quiet = changes.every(({ kind }) => kind === 'seen');
    this.#db.write(quiet ? { ...onlyLinks, quiet } : onlyLinks, () => {
      for (const change of changes) {
        this.#change(workspace_id, change);
      }
    });
  }

  about(workspace_id: string, path: string, query: TalkQuery): FileTalk[] {
    return this.known(workspace_id, [path]).flatMap(({ uuid }) => talkAbout(this.#db, uuid, query));
  }

  busiest(reach: Reach, since: number, limit: number): BusyFile[] {
    return busiestFiles(this.#db, reach, since, limit);
  }

  mentionsOf(workspace_id: string, paths: readonly string[]): FileMentions[] {
    return this.known(workspace_id, paths).map(({ uuid, path }) => ({ path, ...mentionsOfFile(this.#db, uuid) }));
  }

  linksOf(summary_ids: readonly string[]): LinksOfSummary[] {
    return summary_ids.map(summary_id => ({
      summary_id,
      files: this.#db
        .all(
          `SELECT f.* FROM file f JOIN summary_mentions_file l ON l.file_id = f.uuid
           WHERE l.summary_id = ? ORDER BY f.path`,
          summary_id,
        )
        .map(toFile),
      scopes: this.#db
        .all(
          `SELECT s.* FROM scope s JOIN mentions_scope l ON l.scope_id = s.uuid
           WHERE l.summary_id = ? ORDER BY s.name, s.start_line`,
          summary_id,
        )
        .map(toScope),
      topics: this.#db
        .all(
          `SELECT t.name FROM topic t JOIN has_topic l ON l.topic_id = t.uuid
           WHERE l.summary_id = ? ORDER BY t.name COLLATE NOCASE`,
          summary_id,
        )
        .map(({ name }) => String(name)),
    }));
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

  discussedScopes(workspace_id: string, path: string): DiscussedScope[] {
    return this.known(workspace_id, [path]).flatMap(({ uuid }) => discussedScopesOf(this.#db, uuid));
  }

  markScopes(marks: readonly { uuid: string; changed_at: string | null }[]): void {
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

  #change(workspace_id: string, change: FileChange): void {
    const { kind, path } = change;
    switch (kind) {
      case 'there':
        this.#links.ensureFile(workspace_id, path);
        break;
      case 'moved': {
        const { to } = change;
        for (const move of movesOf([...this.#at(workspace_id, path), ...this.#at(workspace_id, to)], path, to)) {
          if (move.joins) {
            this.#links.moveLinks(move.joins, move.uuid);
          }
          this.#db.run('UPDATE file SET path = ?, deleted_at = NULL WHERE uuid = ?', move.to, move.uuid);
        }
        break;
      }
      case 'deleted':
        for (const { uuid } of this.#at(workspace_id, path)) {
          this.#db.run('UPDATE file SET deleted_at = ? WHERE uuid = ? AND deleted_at IS NULL', change.at, uuid);
        }
        break;
      case 'seen':
        this.#db.run(
          'UPDATE file SET content_hash = ? WHERE workspace_id = ? AND path = ?',
          change.content_hash,
          workspace_id,
          path,
        );
    }
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
}
