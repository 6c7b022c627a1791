import { randomUUID } from 'node:crypto';
import type { Reach } from '../../../model/reach.ts';
import {
  goesOn,
  heirsOfRules,
  markAfter,
  markOf,
  reachesAsFar,
  type TrimCandidate,
  type TrimRule,
  toTrim,
} from '../../../model/summary/layerRules.ts';
import type {
  DatedSummary,
  LevelMark,
  LevelStatistics,
  ListedSummary,
  Summary,
  SummaryDraft,
  SummaryLinks,
} from '../../../model/summary/summary.ts';
import { inheritanceOf } from '../../../model/summary/summaryInheritance.ts';
import { formatLocalDate, instantOf } from '../../../util/dates.ts';
import { StoreError } from '../../store.ts';
import { anything, inConversation, waitingForLinks } from '../../storeChange.ts';
import type { AddOptions, SummaryListQuery, SummaryQuery, SummaryStore, Uncovered } from '../../summaryStore.ts';
import { isMaterial } from '../schema/turnKinds.ts';
import type { Database } from '../sql/database.ts';
import { idAt } from '../sql/idAt.ts';
import type { Sync } from '../thread/sync.ts';
import type { TextIndex } from '../words/textIndex.ts';
import { inReach } from './conversations.ts';
import type { FileLinks } from './fileLinks.ts';
import { dropUnspoken, spokenBy } from './leftovers.ts';
import { toListedSummary, toRuledSummary, toSummary, toTrimCandidate } from './rows.ts';
import { ensureTopic } from './topics.ts';

/** A summary with its conversation's title and the paths of its files: what toListedSummary reads. */
export const listedColumns = `s.*, c.title AS conversation_title, c.workspace_id,
  (SELECT json_group_array(path) FROM (SELECT f.path FROM summary_mentions_file m JOIN file f ON f.uuid = m.file_id
     WHERE m.summary_id = s.uuid ORDER BY f.path)) AS files,
  (SELECT json_group_array(json_object('path', path, 'name', name, 'changed',
       json(iif(changed_at IS NULL, 'false', 'true'))))
     FROM (SELECT f.path, p.name, p.changed_at FROM mentions_scope k
       JOIN scope p ON p.uuid = k.scope_id JOIN file f ON f.uuid = p.file_id
       WHERE k.summary_id = s.uuid ORDER BY p.name, p.start_line)) AS scopes`;

const placeColumns = 's.uuid, s.conversation_id, s.level, s.start_turn, s.end_turn';

/** An L1 knows how many of its turns were answered when it was made. */
const isOutdated = `s.level = 1 AND s.answers < (SELECT count(*) FROM message m WHERE m.conversation_id = s.conversation_id
  AND m.turn_index BETWEEN s.start_turn AND s.end_turn AND m.sequence_number = 1 AND m.kind = 'talk')`;

export class SqliteSummaries implements Sync<SummaryStore> {
  readonly #db: Database;
  readonly #index: TextIndex;
  readonly #files: FileLinks;

  constructor(db: Database, index: TextIndex, files: FileLinks) {
    this.#db = db;
    this.#index = index;
    this.#files = files;
  }

  add(draft: SummaryDraft, { staged = false, links = {} }: AddOptions = {}): Summary {
    const summary: Summary = { ...draft, uuid: randomUUID() };
    return this.#db.write(waitingForLinks(inConversation(summary.conversation_id)), () => {
      const same = this.#db.get(
        `SELECT * FROM summary WHERE conversation_id = ? AND staged = ? AND level = ? AND start_turn = ?
         AND end_turn = ?`,
        summary.conversation_id,
        Number(staged),
        summary.level,
        summary.start_turn,
        summary.end_turn,
      );
      if (same) {
        return toSummary(same);
      }
      if (!this.#goesOn(summary, staged)) {
        throw new StoreError('overtaken', 'The summaries of this conversation have changed meanwhile.');
      }
      const coveredUntil = this.#coveredUntil(summary);
      const values = columnsOf(summary, coveredUntil);
      const names = ['id', 'uuid', 'conversation_id', 'staged', ...Object.keys(values)];
      const id = this.#db.insert(
        `INSERT INTO summary (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        idAt(this.#db, 'summary', coveredUntil),
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
      return toSummary(this.#db.get('SELECT * FROM summary WHERE id = ?', id)!);
    });
  }

  read(uuids: string[]): DatedSummary[] {
    const rows = this.#db.all(
      `SELECT ${listedColumns}, coalesce((SELECT u.timestamp FROM message u WHERE u.conversation_id = s.conversation_id
         AND u.turn_index = s.end_turn AND u.sequence_number = 0), s.created_at) AS timestamp
       FROM json_each(?) wanted CROSS JOIN summary s ON s.uuid = wanted.value
         JOIN conversation c ON c.uuid = s.conversation_id ORDER BY wanted.key`,
      JSON.stringify(uuids),
    );
    return rows.map(row => ({ ...toListedSummary(row), timestamp: String(row.timestamp) }));
  }

  ofConversation(conversation_id: string, query: SummaryQuery = {}): Summary[] {
    const rows = this.#db.all(
      `SELECT * FROM summary s WHERE s.conversation_id = ?1 AND s.staged = ?2 AND (?3 IS NULL OR s.level = ?3)
         AND s.start_turn >= ?4 ${query.outdated ? `AND ${isOutdated}` : ''} ORDER BY s.level, s.start_turn`,
      conversation_id,
      Number(query.staged ?? false),
      query.level ?? null,
      query.from_turn ?? 0,
    );
    return rows.map(toSummary);
  }

  list(query: SummaryListQuery): ListedSummary[] {
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
    const summary: Summary = { ...draft, uuid };
    return this.#db.write(waitingForLinks(anything), () => {
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
    return this.#db.write(waitingForLinks(inConversation(conversation_id)), () => {
      const staged = this.marks(conversation_id, true);
      if (!reachesAsFar(staged, this.marks(conversation_id))) {
        return false;
      }
      if (markOf(staged, 1).next_turn === 0) {
        return true;
      }
      this.#carryRules(conversation_id);
      this.#remove(this.ofConversation(conversation_id));
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
      this.#remove(this.ofConversation(conversation_id, { staged: true }));
      this.#db.run('DELETE FROM summary_mark WHERE conversation_id = ? AND staged = 1', conversation_id);
    });
  }

  trim(reach: Reach, rules: TrimRule[], dryRun: boolean, coveredOnly = false): number {
    if (dryRun) {
      return this.#trimmed(reach, rules, coveredOnly).length;
    }
    return this.#db.write(anything, () => {
      const going = this.#trimmed(reach, rules, coveredOnly);
      this.#remove(going);
      return going.length;
    });
  }

  #trimmed(reach: Reach, rules: TrimRule[], coveredOnly: boolean): TrimCandidate[] {
    const within = inReach(reach, 'c.workspace_id');
    const rows = this.#db.all(
      `SELECT ${placeColumns}, s.covers_ms AS last_turn_ms, coalesce(r.rule = 'pin', 0) AS pinned
       FROM summary s JOIN conversation c ON c.uuid = s.conversation_id LEFT JOIN summary_rule r ON r.summary_id = s.uuid
       WHERE s.staged = 0 AND ${within.sql}`,
      ...within.values,
    );
    return toTrim(rows.map(toTrimCandidate), rules, coveredOnly);
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
    const { uuid, conversation_id } = summary;
    const { filesOfTurns, linksOfSummaries } = inheritanceOf(summary);
    if (filesOfTurns) {
      this.#db.run(
        `INSERT OR IGNORE INTO summary_mentions_file (summary_id, file_id) SELECT ?, m.file_id
         FROM message_mentions_file m JOIN message u ON u.uuid = m.message_id
         WHERE u.conversation_id = ? AND u.turn_index BETWEEN ? AND ?`,
        uuid,
        conversation_id,
        filesOfTurns.from,
        filesOfTurns.to,
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
        JSON.stringify(linksOfSummaries),
      );
    }
    this.#files.linkSummaries([uuid], this.#files.workspaceOf(conversation_id), { files, scopes });
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
        ensureTopic(this.#db, name),
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

  /** Before the staged summaries take the place of the others. */
  #carryRules(conversation_id: string): void {
    const ruled = this.#db.all(
      `SELECT ${placeColumns}, r.rule FROM summary s CROSS JOIN summary_rule r ON r.summary_id = s.uuid
       WHERE s.conversation_id = ? AND s.staged = 0`,
      conversation_id,
    );
    const staged = ruled.length > 0 ? this.ofConversation(conversation_id, { staged: true }) : [];
    for (const { summary_id, rule } of heirsOfRules(ruled.map(toRuledSummary), staged)) {
      this.#db.run('INSERT OR REPLACE INTO summary_rule (summary_id, rule) VALUES (?, ?)', summary_id, rule);
    }
  }

  #goesOn(summary: Summary, staged: boolean): boolean {
    const { conversation_id, level } = summary;
    const mark = markOf(this.marks(conversation_id, staged), level);
    const below = { level: level - 1, staged, from_turn: mark.next_turn };
    return goesOn(summary, mark, level > 1 ? this.ofConversation(conversation_id, below) : []);
  }

  #moveMark(summary: Summary, staged: boolean): void {
    const { level, next_turn, next_char } = markAfter(summary);
    this.#db.run(
      `INSERT OR REPLACE INTO summary_mark (conversation_id, staged, level, next_turn, next_char)
       VALUES (?, ?, ?, ?, ?)`,
      summary.conversation_id,
      Number(staged),
      level,
      next_turn,
      next_char,
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
