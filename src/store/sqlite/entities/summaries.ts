import { randomUUID } from 'node:crypto';
import type { Reach } from '../../../model/reach.ts';
import {
  type DatedSummary,
  type LevelMark,
  type LevelStatistics,
  type ListedSummary,
  type Summary,
  type SummaryDraft,
  type SummaryLinks,
  summarySchema,
} from '../../../model/summary.ts';
import { formatLocalDate, instantOf } from '../../../util/dates.ts';
import { StoreError } from '../../store.ts';
import { anything, inConversation } from '../../storeChange.ts';
import type {
  AddOptions,
  SummaryListQuery,
  SummaryQuery,
  SummaryStore,
  TrimRule,
  Uncovered,
} from '../../summaryStore.ts';
import { isMaterial } from '../schema/turnKinds.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { TextIndex } from '../words/textIndex.ts';
import { inReach } from './conversations.ts';
import type { FileLinks } from './fileLinks.ts';
import { dropUnspoken, spokenBy } from './leftovers.ts';
import { carryRules } from './recall.ts';
import { toListedSummary, toSummary } from './rows.ts';
import type { SqliteTopics } from './topics.ts';

/** A summary with its conversation's title and the paths of its files: what toListedSummary reads. */
export const listedColumns = `s.*, c.title AS conversation_title, c.workspace_id,
  (SELECT json_group_array(path) FROM (SELECT f.path FROM summary_mentions_file m JOIN file f ON f.uuid = m.file_id
     WHERE m.summary_id = s.uuid ORDER BY f.path)) AS files,
  (SELECT json_group_array(json_object('path', path, 'name', name, 'changed',
       json(iif(changed_at IS NULL, 'false', 'true'))))
     FROM (SELECT f.path, p.name, p.changed_at FROM mentions_scope k
       JOIN scope p ON p.uuid = k.scope_id JOIN file f ON f.uuid = p.file_id
       WHERE k.summary_id = s.uuid ORDER BY p.name, p.start_line)) AS scopes`;

interface LinkTables {
  files: FileLinks;
  topics: SqliteTopics;
}

export class SqliteSummaries implements Sync<SummaryStore> {
  readonly #db: Database;
  readonly #index: TextIndex;
  readonly #links: LinkTables;

  constructor(db: Database, index: TextIndex, links: LinkTables) {
    this.#db = db;
    this.#index = index;
    this.#links = links;
  }

  add(draft: SummaryDraft, { staged = false, links = {} }: AddOptions = {}): Summary {
    const summary = summarySchema.parse({ ...draft, uuid: randomUUID() });
    return this.#db.write(inConversation(summary.conversation_id), () => {
      const known = this.#db.get(
        `SELECT * FROM summary WHERE conversation_id = ? AND staged = ? AND level = ? AND start_turn = ?
         AND end_turn = ?`,
        summary.conversation_id,
        Number(staged),
        summary.level,
        summary.start_turn,
        summary.end_turn,
      );
      if (known) {
        return toSummary(known);
      }
      if (!this.#goesOn(summary, staged)) {
        throw new StoreError('overtaken', 'The summaries of this conversation have changed meanwhile.');
      }
      const values = columnsOf(summary, this.#coveredUntil(summary));
      const names = ['uuid', 'conversation_id', 'staged', ...Object.keys(values)];
      const id = this.#db.insert(
        `INSERT INTO summary (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        summary.uuid,
        summary.conversation_id,
        Number(staged),
        ...Object.values(values),
      );
      this.#moveMark(summary, staged);
      this.#link(summary, links);
      if (!staged) {
        this.#index.putSummary(id, summary);
      }
      return summary;
    });
  }

  get(uuid: string): Summary | undefined {
    const row = this.#db.get('SELECT * FROM summary WHERE uuid = ?', uuid);
    return row && toSummary(row);
  }

  dated(uuids: string[]): DatedSummary[] {
    const rows = this.#db.all(
      `SELECT ${listedColumns}, coalesce((SELECT u.timestamp FROM message u WHERE u.conversation_id = s.conversation_id
         AND u.turn_index = s.end_turn AND u.sequence_number = 0), s.created_at) AS timestamp
       FROM json_each(?) wanted CROSS JOIN summary s ON s.uuid = wanted.value
         JOIN conversation c ON c.uuid = s.conversation_id ORDER BY wanted.key`,
      JSON.stringify(uuids),
    );
    return rows.map(row => ({ ...toListedSummary(row), timestamp: String(row.timestamp) }));
  }

  list(conversation_id: string, query: SummaryQuery = {}): Summary[] {
    const rows = this.#db.all(
      `SELECT * FROM summary WHERE conversation_id = ?1 AND staged = ?2 AND (?3 IS NULL OR level = ?3)
         AND start_turn >= ?4 ORDER BY level, start_turn`,
      conversation_id,
      Number(query.staged ?? false),
      query.level ?? null,
      query.from_turn ?? 0,
    );
    return rows.map(toSummary);
  }

  listIn(query: SummaryListQuery): ListedSummary[] {
    const within = inReach(query.reach, 'c.workspace_id');
    const rows = this.#db.all(
      `SELECT ${listedColumns} FROM summary s JOIN conversation c ON c.uuid = s.conversation_id
       WHERE s.staged = 0 AND s.level = ? AND c.status = 'active' AND ${within.sql}
         ${query.provisional === undefined ? '' : `AND s.provisional = ${Number(query.provisional)}`}
       ORDER BY s.covers_ms DESC, s.id DESC LIMIT ? OFFSET ?`,
      query.level,
      ...within.values,
      query.limit,
      query.offset ?? 0,
    );
    return rows.map(toListedSummary);
  }

  uncovered(reach: Reach): Uncovered[] {
    const within = inReach(reach, 'c.workspace_id');
    const rows = this.#db.all(
      `SELECT c.uuid, count(*) FILTER (WHERE t.sequence_number = 0) AS turns, sum(t.char_count) AS chars
       FROM conversation c
       LEFT JOIN summary_mark m ON m.conversation_id = c.uuid AND m.staged = 0 AND m.level = 1
       CROSS JOIN message t ON t.conversation_id = c.uuid AND t.turn_index >= coalesce(m.next_turn, 0)
       WHERE ${within.sql} AND c.turn_count > coalesce(m.next_turn, 0) AND ${isMaterial('t')}
       GROUP BY c.id ORDER BY c.updated_ms DESC, c.id`,
      ...within.values,
    );
    return rows.map(row => ({
      conversation_id: String(row.uuid),
      turns: Number(row.turns),
      chars: Number(row.chars),
    }));
  }

  outdated(conversation_id: string): Summary[] {
    const rows = this.#db.all(
      `SELECT * FROM summary s WHERE s.conversation_id = ? AND s.staged = 0 AND s.level = 1 AND s.answers <
         (SELECT count(*) FROM message m WHERE m.conversation_id = s.conversation_id
            AND m.turn_index BETWEEN s.start_turn AND s.end_turn AND m.sequence_number = 1 AND m.kind = 'talk')
       ORDER BY s.start_turn`,
      conversation_id,
    );
    return rows.map(toSummary);
  }

  marks(conversation_id: string, staged = false): LevelMark[] {
    const rows = this.#db.all(
      'SELECT level, next_turn, next_char FROM summary_mark WHERE conversation_id = ? AND staged = ? ORDER BY level',
      conversation_id,
      Number(staged),
    );
    return rows.map(row => ({
      level: Number(row.level),
      next_turn: Number(row.next_turn),
      next_char: Number(row.next_char),
    }));
  }

  rewrite(uuid: string, draft: SummaryDraft, links?: SummaryLinks): boolean {
    const summary = summarySchema.parse({ ...draft, uuid });
    return this.#db.write(anything, () => {
      const values = columnsOf(summary, this.#coveredUntil(summary));
      const changed = this.#db.run(
        `UPDATE summary SET ${Object.keys(values)
          .map(name => `${name} = ?`)
          .join(', ')} WHERE uuid = ?`,
        ...Object.values(values),
        uuid,
      );
      const row = this.#db.get('SELECT id FROM summary WHERE uuid = ? AND staged = 0', uuid);
      if (row) {
        this.#index.putSummary(Number(row.id), summary);
      }
      if (changed > 0 && links) {
        const spoken = spokenBy(this.#db, [uuid]);
        this.#db.run('DELETE FROM has_topic WHERE summary_id = ?', uuid);
        this.#link(summary, links);
        dropUnspoken(this.#db, spoken);
      }
      return changed > 0;
    });
  }

  publish(conversation_id: string): boolean {
    return this.#db.write(inConversation(conversation_id), () => {
      const [reached = 0, wanted = 0] = [true, false].map(
        staged => this.marks(conversation_id, staged).find(({ level }) => level === 1)?.next_turn,
      );
      if (reached === 0 || reached < wanted) {
        return wanted === 0;
      }
      carryRules(this.#db, conversation_id);
      this.#remove(this.list(conversation_id));
      this.#db.run('DELETE FROM summary_mark WHERE conversation_id = ? AND staged = 0', conversation_id);
      this.#db.run('UPDATE summary_mark SET staged = 0 WHERE conversation_id = ?', conversation_id);
      this.#db.run('UPDATE summary SET staged = 0 WHERE conversation_id = ?', conversation_id);
      for (const row of this.#db.all('SELECT * FROM summary WHERE conversation_id = ?', conversation_id)) {
        this.#index.putSummary(Number(row.id), toSummary(row));
      }
      return true;
    });
  }

  unstage(conversation_id: string): void {
    this.#db.write(inConversation(conversation_id), () => {
      this.#remove(this.list(conversation_id, { staged: true }));
      this.#db.run('DELETE FROM summary_mark WHERE conversation_id = ? AND staged = 1', conversation_id);
    });
  }

  delete(uuid: string): void {
    this.#db.write(anything, () => this.#remove([{ uuid }]));
  }

  trim(reach: Reach, rules: TrimRule[], dryRun: boolean, coveredOnly = false): number {
    const within = inReach(reach, 'c.workspace_id');
    return this.#db.write(anything, () => {
      const old = rules.flatMap(({ level, before }) =>
        this.#db.all(
          `SELECT s.* FROM summary s JOIN conversation c ON c.uuid = s.conversation_id
           WHERE s.staged = 0 AND s.level = ? AND s.covers_ms < ? AND ${within.sql}
             AND NOT EXISTS (SELECT 1 FROM summary_rule r WHERE r.summary_id = s.uuid AND r.rule = 'pin')`,
          level,
          before,
          ...within.values,
        ),
      );
      const going = coveredOnly ? this.#coveredOf(old.map(toSummary)) : old.map(toSummary);
      this.#remove(dryRun ? [] : going);
      return going.length;
    });
  }

  /** Those under a higher summary that does not go itself. */
  #coveredOf(summaries: readonly Summary[]): Summary[] {
    const going = new Set<string>();
    const highestFirst = summaries.toSorted((a, b) => b.level - a.level);
    return highestFirst.filter(({ uuid, conversation_id, level, start_turn, end_turn }) => {
      const above = this.#db.all(
        `SELECT uuid FROM summary WHERE conversation_id = ? AND staged = 0 AND level > ? AND start_turn <= ?
           AND end_turn >= ?`,
        conversation_id,
        level,
        start_turn,
        end_turn,
      );
      const goes = above.some(higher => !going.has(String(higher.uuid)));
      if (goes) {
        going.add(uuid);
      }
      return goes;
    });
  }

  statistics(reach: Reach, from?: number, to?: number): LevelStatistics[] {
    const within = inReach(reach, 'c.workspace_id');
    const rows = this.#db.all(
      `SELECT s.level, count(*) AS n, sum(s.provisional) AS provisional, min(s.created_ms) AS oldest,
         max(s.created_ms) AS newest
       FROM summary s JOIN conversation c ON c.uuid = s.conversation_id
       WHERE s.staged = 0 AND s.created_ms >= ? AND s.created_ms < ? AND ${within.sql}
       GROUP BY s.level ORDER BY s.level`,
      from ?? Number.MIN_SAFE_INTEGER,
      to ?? Number.MAX_SAFE_INTEGER,
      ...within.values,
    );
    return rows.map(row => ({
      level: Number(row.level),
      count: Number(row.n),
      provisional: Number(row.provisional),
      oldest: formatLocalDate(new Date(Number(row.oldest))),
      newest: formatLocalDate(new Date(Number(row.newest))),
    }));
  }

  #link(summary: Summary, { files = [], topics = [], scopes = [], names }: SummaryLinks): void {
    const { uuid, conversation_id, start_turn, end_turn, parent_summaries } = summary;
    if (summary.source_type === 'MESSAGE') {
      this.#db.run(
        `INSERT OR IGNORE INTO summary_mentions_file (summary_id, file_id) SELECT ?, m.file_id
         FROM message_mentions_file m JOIN message u ON u.uuid = m.message_id
         WHERE u.conversation_id = ? AND u.turn_index BETWEEN ? AND ?`,
        uuid,
        conversation_id,
        start_turn,
        end_turn,
      );
    }
    for (const [table, column] of [
      ['summary_mentions_file', 'file_id'],
      ['mentions_scope', 'scope_id'],
      ['has_topic', 'topic_id'],
    ] as const) {
      this.#db.run(
        `INSERT OR IGNORE INTO ${table} (summary_id, ${column}) SELECT ?, ${column} FROM ${table}
         WHERE summary_id IN (SELECT value FROM json_each(?))`,
        uuid,
        JSON.stringify(parent_summaries),
      );
    }
    const workspace_id = this.#links.files.workspaceOf(conversation_id);
    this.#links.files.linkSummaries([uuid], workspace_id, { files, scopes });
    // Its names and symbols are matched by a window that has the files.
    this.#db.run(
      'INSERT OR REPLACE INTO summary_to_link (summary_id, names) VALUES (?, ?)',
      uuid,
      JSON.stringify(names ?? { files: [], scopes: [] }),
    );
    for (const name of topics) {
      this.#db.run(
        'INSERT OR IGNORE INTO has_topic (summary_id, topic_id) VALUES (?, ?)',
        uuid,
        this.#links.topics.ensure(name).uuid,
      );
    }
  }

  #remove(summaries: readonly Pick<Summary, 'uuid'>[]): void {
    const ids = summaries.map(({ uuid }) => uuid);
    const spoken = spokenBy(this.#db, ids);
    for (const uuid of ids) {
      this.#index.removeSummary(uuid);
      this.#db.run('DELETE FROM summary WHERE uuid = ?', uuid);
    }
    dropUnspoken(this.#db, spoken);
  }

  /** Whether it begins where its level ends: at the next turn, or with the first summaries that wait below. */
  #goesOn({ conversation_id, level, start_turn, parent_summaries }: Summary, staged: boolean): boolean {
    const next_turn = this.marks(conversation_id, staged).find(mark => mark.level === level)?.next_turn ?? 0;
    if (level === 1) {
      return start_turn === next_turn;
    }
    const from = { level: level - 1, staged, from_turn: next_turn };
    const waiting = parent_summaries.length > 0 ? this.list(conversation_id, from) : [];
    return start_turn >= next_turn && parent_summaries.every((uuid, index) => waiting[index]?.uuid === uuid);
  }

  #moveMark({ conversation_id, level, end_turn, char_range_end }: Summary, staged: boolean): void {
    this.#db.run(
      `INSERT INTO summary_mark (conversation_id, staged, level, next_turn, next_char) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (conversation_id, staged, level) DO UPDATE SET next_turn = excluded.next_turn,
         next_char = excluded.next_char WHERE excluded.next_turn > next_turn`,
      conversation_id,
      Number(staged),
      level,
      end_turn + 1,
      char_range_end,
    );
  }

  /** When its last turn was, which is what its age goes by. */
  #coveredUntil({ conversation_id, end_turn, created_at }: Summary): number {
    const row = this.#db.get(
      'SELECT max(timestamp_ms) AS last FROM message WHERE conversation_id = ? AND turn_index = ?',
      conversation_id,
      end_turn,
    );
    return typeof row?.last === 'number' ? row.last : instantOf(created_at);
  }
}

function columnsOf(summary: Summary, covers_ms: number): Record<string, string | number | null> {
  return {
    level: summary.level,
    conversation_summary: summary.conversation_summary,
    actions_summary: summary.actions_summary,
    key_findings: JSON.stringify(summary.key_findings),
    tools_used: JSON.stringify(summary.tools_used),
    char_range_start: summary.char_range_start,
    char_range_end: summary.char_range_end,
    start_turn: summary.start_turn,
    end_turn: summary.end_turn,
    summary_char_count: summary.summary_char_count,
    token_count: summary.token_count,
    source_type: summary.source_type,
    parent_summaries: JSON.stringify(summary.parent_summaries),
    evidence: JSON.stringify(summary.evidence),
    answers: summary.answers ?? null,
    made_by: summary.made_by,
    prompt_version: summary.prompt_version,
    created_at: summary.created_at,
    created_ms: instantOf(summary.created_at),
    covers_ms,
    provisional: Number(summary.provisional),
  };
}
