import { type OpenMention, type TurnLinks, waitingName } from '../../../model/file/mention.ts';
import { withHeirs } from '../../../model/summary/summaryInheritance.ts';
import type { TurnRef } from '../../../model/turn/turn.ts';
import type {
  LinkedTurn,
  MentionStore,
  MentionsOfTurns,
  SummaryMentions,
  TurnsOf,
  UnlinkedSummary,
  Waiting,
  WaitingMention,
} from '../../mentionStore.ts';
import { onlyLinks, type StoreChange } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { FileLinks } from './fileLinks.ts';
import { toHeir, toMentionedFile, toOpenMention, toUnlinkedSummary, toWaitingMention } from './rows.ts';

/** Most turns mention no file: that they were looked through is nobody's news. */
function touchedBy(turns: readonly LinkedTurn[]): StoreChange {
  const [conversation_id, ...others] = new Set(turns.map(({ ref }) => ref.conversation_id));
  const some = turns.some(({ links: { files, open } }) => files.length + open.length > 0);
  return {
    ...onlyLinks,
    conversation_id: others.length === 0 ? conversation_id : undefined,
    ...(some ? {} : { quiet: true }),
  };
}

export class SqliteMentions implements Sync<MentionStore> {
  readonly #db: Database;
  readonly #links: FileLinks;

  constructor(db: Database, links: FileLinks) {
    this.#db = db;
    this.#links = links;
  }

  waiting(workspace_id: string, limit: number): Waiting {
    // A turn has two messages at most, both of which may wait.
    const rows = this.#db.all(
      `SELECT m.conversation_id, m.turn_index FROM
         (SELECT message_id, at_ms FROM message_to_link WHERE workspace_id = ? ORDER BY at_ms DESC, message_id DESC
          LIMIT ?) q
       JOIN message m ON m.id = q.message_id GROUP BY m.conversation_id, m.turn_index
       ORDER BY max(q.at_ms) DESC, max(q.message_id) DESC LIMIT ?`,
      workspace_id,
      limit * 2,
      limit,
    );
    return {
      turns: rows.map(row => ({ conversation_id: String(row.conversation_id), turn_index: Number(row.turn_index) })),
      summaries: rows.length < limit ? this.#waitingSummaries(workspace_id, limit) : [],
    };
  }

  linkTurns(turns: readonly LinkedTurn[]): void {
    this.#db.write(touchedBy(turns), () => {
      for (const { ref, links } of turns) {
        this.#linkTurn(ref, links);
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

  unmatched(workspace_id: string, names: readonly string[], limit: number): WaitingMention[] {
    const rows = this.#db.all(
      `SELECT u.*, m.conversation_id, m.turn_index, m.timestamp
       FROM json_each(?) n CROSS JOIN unmatched_mention u ON u.name = n.value CROSS JOIN message m ON m.uuid = u.message_id
         CROSS JOIN conversation c ON c.uuid = m.conversation_id
       WHERE c.workspace_id = ? ORDER BY m.timestamp_ms DESC, m.id DESC LIMIT ?`,
      JSON.stringify(names),
      workspace_id,
      limit,
    );
    return rows.map(toWaitingMention);
  }

  linkSummary(
    { summary_id, conversation_id }: Pick<UnlinkedSummary, 'conversation_id' | 'summary_id'>,
    links: SummaryMentions,
  ): void {
    this.#db.write({ ...onlyLinks, conversation_id }, () => {
      const workspace_id = this.#links.workspaceOf(conversation_id);
      this.#links.linkSummaries(this.#withThoseAbove(summary_id), workspace_id, links);
      this.#db.run('DELETE FROM summary_to_link WHERE summary_id = ?', summary_id);
    });
  }

  ofTurns({ conversation_id, from = 0, to = Number.MAX_SAFE_INTEGER }: TurnsOf): MentionsOfTurns {
    const files = this.#db.all(
      `SELECT f.*, m.turn_index, m.role, l.kind, l.line, l.symbol, coalesce(l.path, f.path) AS path_then
       FROM message m JOIN message_mentions_file l ON l.message_id = m.uuid JOIN file f ON f.uuid = l.file_id
       WHERE m.conversation_id = ? AND m.turn_index BETWEEN ? AND ?
       ORDER BY m.turn_index, m.sequence_number, f.path`,
      conversation_id,
      from,
      to,
    );
    const open = this.#db.all(
      `SELECT o.* FROM message m JOIN open_mention o ON o.message_id = m.uuid
       WHERE m.conversation_id = ? AND m.turn_index BETWEEN ? AND ?
       ORDER BY m.turn_index, m.sequence_number, o.path`,
      conversation_id,
      from,
      to,
    );
    return { files: files.map(toMentionedFile), open: open.map(toOpenMention) };
  }

  settle(ref: TurnRef, { message_id, path: written }: Pick<OpenMention, 'message_id' | 'path'>, path: string): void {
    this.#db.write({ ...onlyLinks, conversation_id: ref.conversation_id }, () => {
      const row = this.#db.get('SELECT * FROM open_mention WHERE message_id = ? AND path = ?', message_id, written);
      if (row) {
        // Whoever asked may stand on a summary of many turns: the message knows its own.
        const message = this.#db.get('SELECT turn_index FROM message WHERE uuid = ?', message_id);
        const turn_index = Number(message?.turn_index ?? ref.turn_index);
        this.#linkTurn({ ...ref, turn_index }, { message_ids: [], files: [{ ...toOpenMention(row), path }], open: [] });
        this.#db.run('DELETE FROM open_mention WHERE message_id = ? AND path = ?', message_id, written);
      }
    });
  }

  #waitingSummaries(workspace_id: string, limit: number): UnlinkedSummary[] {
    const rows = this.#db.all(
      `SELECT q.summary_id, q.names, s.conversation_id FROM summary_to_link q JOIN summary s ON s.uuid = q.summary_id
       JOIN conversation c ON c.uuid = s.conversation_id
       WHERE c.workspace_id = ? AND NOT EXISTS (SELECT 1 FROM message m JOIN message_to_link w ON w.message_id = m.id
         WHERE m.conversation_id = s.conversation_id AND m.turn_index BETWEEN s.start_turn AND s.end_turn)
       ORDER BY s.level, s.covers_ms DESC, s.id DESC LIMIT ?`,
      workspace_id,
      limit,
    );
    return rows.map(toUnlinkedSummary);
  }

  #linkTurn(ref: TurnRef, { message_ids, files, open, unmatched = [], settled = [] }: TurnLinks): void {
    const workspace_id = this.#links.workspaceOf(ref.conversation_id);
    for (const link of files) {
      this.#links.linkMessage(ref, workspace_id, link);
    }
    for (const { message_id, path, kind, line, symbol, candidates } of open) {
      this.#db.run(
        `INSERT OR REPLACE INTO open_mention (message_id, path, kind, line, symbol, candidates)
         VALUES (?, ?, ?, ?, ?, ?)`,
        ...[message_id, path, kind, line, symbol, JSON.stringify(candidates)],
      );
    }
    for (const { message_id, path, kind, line, symbol } of unmatched) {
      this.#db.run(
        `INSERT OR REPLACE INTO unmatched_mention (message_id, path, kind, line, symbol, name)
         VALUES (?, ?, ?, ?, ?, ?)`,
        ...[message_id, path, kind, line, symbol, waitingName(path)],
      );
    }
    for (const { message_id, path } of settled) {
      this.#db.run('DELETE FROM unmatched_mention WHERE message_id = ? AND path = ?', message_id, path);
    }
    for (const uuid of message_ids) {
      this.#db.run('DELETE FROM message_to_link WHERE message_id = (SELECT id FROM message WHERE uuid = ?)', uuid);
    }
  }

  #withThoseAbove(summary_id: string): string[] {
    const rows = this.#db.all(
      `SELECT p.uuid, p.parent_summaries FROM summary s JOIN summary p ON p.conversation_id = s.conversation_id
         AND p.staged = s.staged AND p.level > s.level WHERE s.uuid = ?`,
      summary_id,
    );
    return withHeirs(summary_id, rows.map(toHeir));
  }
}
