import type { MentionedFile } from '../../../model/file.ts';
import { withHeirs } from '../../../model/inheritance.ts';
import type { OpenMention, ScopeLink, TurnLinks } from '../../../model/mention.ts';
import type { TurnRef } from '../../../model/turn.ts';
import type {
  LinkedTurn,
  MentionStore,
  SummaryMentions,
  TurnSpan,
  UnlinkedSummary,
  WaitingMention,
} from '../../mentionStore.ts';
import { StoreError } from '../../store.ts';
import { onlyLinks, type StoreChange } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { SqliteFiles } from './files.ts';
import { toHeir, toMentionedFile, toOpenMention, toUnlinkedSummary, toWaitingMention } from './rows.ts';

/** Most turns mention no file: that they were looked through is nobody's news. */
function linksOf(turns: readonly Pick<TurnLinks, 'files' | 'open'>[]): StoreChange {
  const some = turns.some(({ files, open }) => files.length + open.length > 0);
  return some ? onlyLinks : { ...onlyLinks, quiet: true };
}

export class SqliteMentions implements Sync<MentionStore> {
  readonly #db: Database;
  readonly #files: SqliteFiles;

  constructor(db: Database, files: SqliteFiles) {
    this.#db = db;
    this.#files = files;
  }

  unlinkedTurns(workspace_id: string, limit: number): TurnRef[] {
    // A turn has two messages at most, both of which may wait.
    const rows = this.#db.all(
      `SELECT DISTINCT m.conversation_id, m.turn_index FROM
         (SELECT message_id FROM message_to_link WHERE workspace_id = ? ORDER BY message_id DESC LIMIT ?) q
       JOIN message m ON m.id = q.message_id ORDER BY m.id DESC`,
      workspace_id,
      limit * 2,
    );
    return rows
      .slice(0, limit)
      .map(row => ({ conversation_id: String(row.conversation_id), turn_index: Number(row.turn_index) }));
  }

  linkTurn(ref: TurnRef, { message_ids, files, open, unmatched = [], settled = [] }: TurnLinks): void {
    this.#db.write({ ...linksOf([{ files, open }]), conversation_id: ref.conversation_id }, () => {
      const workspace_id = this.#workspaceOf(ref.conversation_id);
      for (const { message_id, path, kind, line, symbol, gone } of files) {
        const known = gone ? this.#files.find(workspace_id, path) : undefined;
        const file_id = (known ?? this.#files.ensure(workspace_id, path)).uuid;
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
        this.#mentionInSummaries(ref, file_id);
      }
      for (const { message_id, path, kind, line, symbol, candidates } of open) {
        this.#db.run(
          `INSERT OR REPLACE INTO open_mention (message_id, path, kind, line, symbol, candidates)
           VALUES (?, ?, ?, ?, ?, ?)`,
          message_id,
          path,
          kind,
          line,
          symbol,
          JSON.stringify(candidates),
        );
      }
      for (const { message_id, path, kind, line, symbol } of unmatched) {
        this.#db.run(
          'INSERT OR REPLACE INTO unmatched_mention (message_id, path, name, kind, line, symbol) VALUES (?, ?, ?, ?, ?, ?)',
          message_id,
          path,
          path.slice(path.lastIndexOf('/') + 1).toLowerCase(),
          kind,
          line,
          symbol,
        );
      }
      for (const { message_id, path } of settled) {
        this.#db.run('DELETE FROM unmatched_mention WHERE message_id = ? AND path = ?', message_id, path);
      }
      for (const uuid of message_ids) {
        this.#db.run('DELETE FROM message_to_link WHERE message_id = (SELECT id FROM message WHERE uuid = ?)', uuid);
      }
    });
  }

  linkTurns(turns: LinkedTurn[]): void {
    this.#db.write(linksOf(turns.map(({ links }) => links)), () => {
      for (const { ref, links } of turns) {
        this.linkTurn(ref, links);
      }
    });
  }

  unmatchedNames(workspace_id: string): string[] {
    const rows = this.#db.all(
      `SELECT DISTINCT u.name FROM unmatched_mention u CROSS JOIN message m ON m.uuid = u.message_id
         CROSS JOIN conversation c ON c.uuid = m.conversation_id WHERE c.workspace_id = ?`,
      workspace_id,
    );
    return rows.map(row => String(row.name));
  }

  unmatched(workspace_id: string, names: string[], limit: number): WaitingMention[] {
    const rows = this.#db.all(
      `SELECT u.*, m.conversation_id, m.turn_index, m.timestamp
       FROM json_each(?) n CROSS JOIN unmatched_mention u ON u.name = n.value CROSS JOIN message m ON m.uuid = u.message_id
         CROSS JOIN conversation c ON c.uuid = m.conversation_id
       WHERE c.workspace_id = ? ORDER BY m.id DESC LIMIT ?`,
      JSON.stringify(names),
      workspace_id,
      limit,
    );
    return rows.map(toWaitingMention);
  }

  unlinkedSummaries(workspace_id: string, limit: number): UnlinkedSummary[] {
    const rows = this.#db.all(
      `SELECT q.summary_id, q.names, s.conversation_id FROM summary_to_link q JOIN summary s ON s.uuid = q.summary_id
       JOIN conversation c ON c.uuid = s.conversation_id
       WHERE c.workspace_id = ? AND NOT EXISTS (SELECT 1 FROM message m JOIN message_to_link w ON w.message_id = m.id
         WHERE m.conversation_id = s.conversation_id AND m.turn_index BETWEEN s.start_turn AND s.end_turn)
       ORDER BY s.level, s.id DESC LIMIT ?`,
      workspace_id,
      limit,
    );
    return rows.map(toUnlinkedSummary);
  }

  linkSummary(
    { summary_id, conversation_id }: Pick<UnlinkedSummary, 'conversation_id' | 'summary_id'>,
    links: SummaryMentions,
  ): void {
    this.#db.write({ ...onlyLinks, conversation_id }, () => {
      const workspace_id = this.#workspaceOf(conversation_id);
      const above = this.#withThoseAbove(summary_id);
      for (const path of links.files) {
        const { uuid } = this.#files.ensure(workspace_id, path);
        for (const id of above) {
          this.#files.mention({ summary_id: id }, uuid);
        }
      }
      for (const scope of links.scopes) {
        const { uuid } = this.ensureScope(workspace_id, scope);
        for (const id of above) {
          this.#files.mentionScope(id, uuid);
        }
      }
      this.#db.run('DELETE FROM summary_to_link WHERE summary_id = ?', summary_id);
    });
  }

  ofTurns({ conversation_id, from = 0, to = Number.MAX_SAFE_INTEGER }: TurnSpan): MentionedFile[] {
    const rows = this.#db.all(
      `SELECT f.*, m.turn_index, m.role, l.kind, l.line, l.symbol, coalesce(l.path, f.path) AS path_then
       FROM message m JOIN message_mentions_file l ON l.message_id = m.uuid JOIN file f ON f.uuid = l.file_id
       WHERE m.conversation_id = ? AND m.turn_index BETWEEN ? AND ?
       ORDER BY m.turn_index, m.sequence_number, f.path`,
      conversation_id,
      from,
      to,
    );
    return rows.map(toMentionedFile);
  }

  openOf({ conversation_id, from = 0, to = Number.MAX_SAFE_INTEGER }: TurnSpan): OpenMention[] {
    const rows = this.#db.all(
      `SELECT o.* FROM message m JOIN open_mention o ON o.message_id = m.uuid
       WHERE m.conversation_id = ? AND m.turn_index BETWEEN ? AND ?
       ORDER BY m.turn_index, m.sequence_number, o.path`,
      conversation_id,
      from,
      to,
    );
    return rows.map(toOpenMention);
  }

  settle(ref: TurnRef, { message_id, path: written }: Pick<OpenMention, 'message_id' | 'path'>, path: string): void {
    this.#db.write({ ...onlyLinks, conversation_id: ref.conversation_id }, () => {
      const row = this.#db.get('SELECT * FROM open_mention WHERE message_id = ? AND path = ?', message_id, written);
      if (row) {
        // Whoever asked may stand on a summary of many turns: the message knows its own.
        const said = this.#db.get('SELECT turn_index FROM message WHERE uuid = ?', message_id);
        const turn_index = Number(said?.turn_index ?? ref.turn_index);
        this.linkTurn({ ...ref, turn_index }, { message_ids: [], files: [{ ...toOpenMention(row), path }], open: [] });
        this.#db.run('DELETE FROM open_mention WHERE message_id = ? AND path = ?', message_id, written);
      }
    });
  }

  ensureScope(workspace_id: string, { path, ...scope }: ScopeLink) {
    const file_id = this.#files.ensure(workspace_id, path).uuid;
    return this.#files.ensureScope({ file_id, ...scope });
  }

  /** A summary that was made before the turn was matched. */
  #mentionInSummaries({ conversation_id, turn_index }: TurnRef, file_id: string): void {
    this.#db.run(
      `INSERT OR IGNORE INTO summary_mentions_file (summary_id, file_id) SELECT uuid, ?3 FROM summary
       WHERE conversation_id = ?1 AND ?2 BETWEEN start_turn AND end_turn`,
      conversation_id,
      turn_index,
      file_id,
    );
  }

  #withThoseAbove(summary_id: string): string[] {
    const rows = this.#db.all(
      `SELECT p.uuid, p.parent_summaries FROM summary s JOIN summary p ON p.conversation_id = s.conversation_id
         AND p.staged = s.staged AND p.level > s.level WHERE s.uuid = ?`,
      summary_id,
    );
    return withHeirs(summary_id, rows.map(toHeir));
  }

  #workspaceOf(conversation_id: string): string {
    const row = this.#db.get('SELECT workspace_id FROM conversation WHERE uuid = ?', conversation_id);
    if (!row) {
      throw new StoreError('not-found', 'That conversation is no longer in memory.');
    }
    return String(row.workspace_id);
  }
}
