import { randomUUID } from 'node:crypto';
import type { Conversation, ConversationDraft, ConversationStatus } from '../../../model/conversation.ts';
import type { Reach } from '../../../model/reach.ts';
import { formatLocalDate, instantOf } from '../../../util/dates.ts';
import type {
  ConversationCount,
  ConversationKey,
  ConversationQuery,
  ConversationStore,
  Period,
} from '../../conversationStore.ts';
import { StoreError } from '../../store.ts';
import { anything } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import { idAt } from '../sql/idAt.ts';
import { likeAnywhere } from '../sql/like.ts';
import type { Sync } from '../thread/sync.ts';
import type { TextIndex } from '../words/textIndex.ts';
import { dropUnspoken, spokenIn } from './leftovers.ts';
import { memoryUsedBy } from './memoryUsed.ts';
import { toConversation } from './rows.ts';

/** `x = ? ` for one workspace, always true for all. */
export function inReach(reach: Reach, column: string): { sql: string; values: string[] } {
  return reach === 'all' ? { sql: '1', values: [] } : { sql: `${column} = ?`, values: [reach.workspace_id] };
}

const holding = {
  none: 'turn_count > lookup_count',
  too: 'turn_count > 0',
  only: 'turn_count = lookup_count AND turn_count > 0',
};

export class SqliteConversations implements Sync<ConversationStore> {
  readonly #db: Database;
  readonly #index: TextIndex;

  constructor(db: Database, index: TextIndex) {
    this.#db = db;
    this.#index = index;
  }

  /** The conversation of that source and external id, made when it is new; part of the writing of its turns. */
  ensure(draft: ConversationDraft): Conversation {
    const recorded = this.get(draft);
    if (recorded) {
      return recorded;
    }
    return this.#db.write(anything, () => {
      const uuid = randomUUID();
      const workspace_id = memoryUsedBy(this.#db, draft.workspace_id);
      const createdMs = instantOf(draft.created_at);
      const id = this.#db.insert(
        `INSERT INTO conversation (id, uuid, title, source, external_id, workspace_id, workspace_name, parent_id,
           root_id, tags, status, created_at, updated_at, updated_ms, recorded_in)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?, ?, ?)`,
        idAt(this.#db, 'conversation', createdMs),
        uuid,
        draft.title,
        draft.source,
        draft.external_id,
        workspace_id,
        draft.workspace_name,
        draft.parent_id ?? null,
        draft.root_id ?? null,
        JSON.stringify(draft.tags ?? []),
        draft.created_at,
        draft.created_at,
        createdMs,
        workspace_id === draft.workspace_id ? null : draft.workspace_id,
      );
      this.#index.putTitle(id, draft.title);
      return this.get(uuid)!;
    });
  }

  get(key: ConversationKey): Conversation | undefined {
    const row =
      typeof key === 'string'
        ? this.#db.get('SELECT * FROM conversation WHERE uuid = ?', key)
        : this.#db.get('SELECT * FROM conversation WHERE source = ? AND external_id = ?', key.source, key.external_id);
    return row && toConversation(row);
  }

  list(query: ConversationQuery): Conversation[] {
    const within = inReach(query.reach, 'workspace_id');
    const status = query.status ?? 'active';
    const parts = query.titleWith ?? [];
    const holds = holding[query.lookups ?? 'none'];
    const narrower = [
      ...(query.source === undefined ? [] : ['AND source = ? COLLATE NOCASE']),
      ...parts.map(() => "AND title LIKE ? ESCAPE '\\'"),
    ].join(' ');
    const rows = this.#db.all(
      `SELECT * FROM conversation
       WHERE ${within.sql} AND status = ? AND updated_ms >= ? AND updated_ms < ? AND ${holds} ${narrower}
       ORDER BY updated_ms DESC, id DESC LIMIT ? OFFSET ?`,
      ...within.values,
      status,
      query.from ?? Number.MIN_SAFE_INTEGER,
      query.to ?? Number.MAX_SAFE_INTEGER,
      ...(query.source === undefined ? [] : [query.source]),
      ...parts.map(likeAnywhere),
      query.limit,
      query.offset ?? 0,
    );
    return rows.map(toConversation);
  }

  count(reach: Reach, periods: Period[], status?: ConversationStatus): ConversationCount[] {
    const within = inReach(reach, 'workspace_id');
    return periods.map(period => {
      const row = this.#db.get(
        `SELECT count(*) FILTER (WHERE turn_count > lookup_count) AS conversations,
           coalesce(sum(turn_count - lookup_count), 0) AS turns,
           coalesce(sum(lookup_count) FILTER (WHERE turn_count = lookup_count), 0) AS lookups,
           max(updated_ms) FILTER (WHERE turn_count > lookup_count) AS last
         FROM conversation WHERE ${within.sql} ${status ? 'AND status = ?' : ''} AND updated_ms >= ? AND updated_ms < ?`,
        ...within.values,
        ...(status ? [status] : []),
        period.from,
        period.to,
      );
      return {
        conversations: Number(row?.conversations),
        turns: Number(row?.turns),
        lookups: Number(row?.lookups),
        last_recorded: typeof row?.last === 'number' ? formatLocalDate(new Date(row.last)) : null,
      };
    });
  }

  update(uuid: string, { title, status }: { title?: string; status?: ConversationStatus }): void {
    this.#db.write(anything, () => {
      const id = this.#idOf(uuid);
      if (title !== undefined) {
        this.#db.run('UPDATE conversation SET title = ? WHERE id = ?', title, id);
        this.#index.putTitle(id, title);
      }
      if (status !== undefined) {
        this.#db.run('UPDATE conversation SET status = ? WHERE id = ?', status, id);
      }
    });
  }

  delete(uuid: string): void {
    this.#db.write(anything, () => {
      const id = this.#idOf(uuid);
      const spoken = spokenIn(this.#db, uuid);
      this.#index.removeConversation(id, uuid);
      // Receipts of other conversations quote the first line of what they were given.
      this.#db.run('DELETE FROM receipt WHERE instr(receipt, ?) > 0', uuid);
      this.#db.run('DELETE FROM conversation WHERE id = ?', id);
      dropUnspoken(this.#db, spoken);
    });
    this.#index.purge();
    // The log still holds the words until it is written back and emptied.
    this.#db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #idOf(uuid: string): number {
    const row = this.#db.get('SELECT id FROM conversation WHERE uuid = ?', uuid);
    if (!row) {
      throw new StoreError('not-found', 'That conversation is no longer in memory.');
    }
    return Number(row.id);
  }
}
