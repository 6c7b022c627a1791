import { randomUUID } from 'node:crypto';
import type { ConversationStatus } from '../../../model/conversation.ts';
import { type Conversation, type ConversationDraft, conversationDraftSchema } from '../../../model/conversation.ts';
import type { Reach } from '../../../model/reach.ts';
import { formatLocalDate, instantOf } from '../../../util/dates.ts';
import type {
  ConversationQuery,
  ConversationStore,
  ConversationTotals,
  Period,
  PeriodCount,
} from '../../conversationStore.ts';
import { StoreError } from '../../store.ts';
import { anything } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
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

  ensure(draft: ConversationDraft): Conversation {
    const given = conversationDraftSchema.parse(draft);
    const known = this.find(given.source, given.external_id);
    if (known) {
      return known;
    }
    return this.#db.write(anything, () => {
      const uuid = randomUUID();
      const workspace_id = memoryUsedBy(this.#db, given.workspace_id);
      const id = this.#db.insert(
        `INSERT INTO conversation (uuid, title, source, external_id, workspace_id, workspace_name, parent_id, root_id,
           tags, status, created_at, updated_at, updated_ms, recorded_in)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?, ?, ?)
         ON CONFLICT (source, external_id) DO NOTHING`,
        uuid,
        given.title,
        given.source,
        given.external_id,
        workspace_id,
        given.workspace_name,
        given.parent_id ?? null,
        given.root_id ?? null,
        JSON.stringify(given.tags ?? []),
        given.created_at,
        given.created_at,
        instantOf(given.created_at),
        workspace_id === given.workspace_id ? null : given.workspace_id,
      );
      const conversation = this.find(given.source, given.external_id)!;
      if (conversation.uuid === uuid) {
        this.#index.putTitle(id, given.title);
      }
      return conversation;
    });
  }

  get(uuid: string): Conversation | undefined {
    const row = this.#db.get('SELECT * FROM conversation WHERE uuid = ?', uuid);
    return row && toConversation(row);
  }

  find(source: string, external_id: string): Conversation | undefined {
    const row = this.#db.get('SELECT * FROM conversation WHERE source = ? AND external_id = ?', source, external_id);
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

  countIn(reach: Reach, status: ConversationStatus, periods: Period[]): PeriodCount[] {
    const within = inReach(reach, 'workspace_id');
    return periods.map(period => {
      const row = this.#db.get(
        `SELECT count(*) FILTER (WHERE turn_count > lookup_count) AS conversations,
           coalesce(sum(lookup_count) FILTER (WHERE turn_count = lookup_count), 0) AS lookups
         FROM conversation WHERE ${within.sql} AND status = ? AND updated_ms >= ? AND updated_ms < ?`,
        ...within.values,
        status,
        period.from,
        period.to,
      );
      return { conversations: Number(row?.conversations), lookups: Number(row?.lookups) };
    });
  }

  totals(reach: Reach): ConversationTotals {
    const within = inReach(reach, 'workspace_id');
    const row = this.#db.get(
      `SELECT count(*) AS conversations, coalesce(sum(turn_count - lookup_count), 0) AS turns, max(updated_ms) AS last
       FROM conversation WHERE ${within.sql} AND turn_count > lookup_count`,
      ...within.values,
    );
    const last = row?.last;
    return {
      conversations: Number(row?.conversations),
      turns: Number(row?.turns),
      last_recorded: typeof last === 'number' ? formatLocalDate(new Date(last)) : null,
    };
  }

  rename(uuid: string, title: string): void {
    this.#db.write(anything, () => {
      const id = this.#idOf(uuid);
      this.#db.run('UPDATE conversation SET title = ? WHERE id = ?', title, id);
      this.#index.putTitle(id, title);
    });
  }

  setStatus(uuid: string, status: ConversationStatus): void {
    this.#db.write(anything, () => {
      this.#db.run('UPDATE conversation SET status = ? WHERE id = ?', status, this.#idOf(uuid));
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
