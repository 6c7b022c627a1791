import { randomUUID } from 'node:crypto';
import type { ReadScope } from '../../model/scope.ts';
import { type LevelStatistics, type Summary, type SummaryDraft, summarySchema } from '../../model/summary.ts';
import { formatLocalDate, instantOf } from '../../util/dates.ts';
import type { SummaryStore } from '../summaryStore.ts';
import { inScope } from './conversations.ts';
import type { Database } from './database.ts';
import { toSummary } from './rows.ts';
import type { Sync } from './sync.ts';
import type { TextIndex } from './textIndex.ts';

export class SqliteSummaries implements Sync<SummaryStore> {
  readonly #db: Database;
  readonly #index: TextIndex;

  constructor(db: Database, index: TextIndex) {
    this.#db = db;
    this.#index = index;
  }

  add(draft: SummaryDraft): Summary {
    const summary = summarySchema.parse({ ...draft, uuid: randomUUID() });
    return this.#db.write(() => {
      const id = this.#db.insert(
        `INSERT INTO summary (uuid, conversation_id, level, conversation_summary, actions_summary, key_findings,
           tools_used, char_range_start, char_range_end, start_turn, end_turn, summary_char_count, token_count,
           source_type, parent_summaries, evidence, made_by, prompt_version, created_at, created_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (conversation_id, level, start_turn, end_turn) DO NOTHING`,
        summary.uuid,
        summary.conversation_id,
        summary.level,
        summary.conversation_summary,
        summary.actions_summary,
        JSON.stringify(summary.key_findings),
        JSON.stringify(summary.tools_used),
        summary.char_range_start,
        summary.char_range_end,
        summary.start_turn,
        summary.end_turn,
        summary.summary_char_count,
        summary.token_count,
        summary.source_type,
        JSON.stringify(summary.parent_summaries),
        JSON.stringify(summary.evidence),
        summary.made_by,
        summary.prompt_version,
        summary.created_at,
        instantOf(summary.created_at),
      );
      const stored = toSummary(
        this.#db.get(
          'SELECT * FROM summary WHERE conversation_id = ? AND level = ? AND start_turn = ? AND end_turn = ?',
          summary.conversation_id,
          summary.level,
          summary.start_turn,
          summary.end_turn,
        )!,
      );
      if (stored.uuid === summary.uuid) {
        this.#index.putSummary(id, stored);
      }
      return stored;
    });
  }

  get(uuid: string): Summary | undefined {
    const row = this.#db.get('SELECT * FROM summary WHERE uuid = ?', uuid);
    return row && toSummary(row);
  }

  list(conversation_id: string, level?: number): Summary[] {
    const rows =
      level === undefined
        ? this.#db.all('SELECT * FROM summary WHERE conversation_id = ? ORDER BY level, start_turn', conversation_id)
        : this.#db.all(
            'SELECT * FROM summary WHERE conversation_id = ? AND level = ? ORDER BY start_turn',
            conversation_id,
            level,
          );
    return rows.map(toSummary);
  }

  delete(uuid: string): void {
    this.#db.write(() => {
      this.#index.removeSummary(uuid);
      this.#db.run('DELETE FROM summary WHERE uuid = ?', uuid);
    });
  }

  statistics(readScope: ReadScope): LevelStatistics[] {
    const scope = inScope(readScope, 'c.workspace_id');
    const rows = this.#db.all(
      `SELECT s.level, count(*) AS n, min(s.created_ms) AS oldest, max(s.created_ms) AS newest
       FROM summary s JOIN conversation c ON c.uuid = s.conversation_id
       WHERE ${scope.sql} GROUP BY s.level ORDER BY s.level`,
      ...scope.values,
    );
    return rows.map(row => ({
      level: Number(row.level),
      count: Number(row.n),
      oldest: formatLocalDate(new Date(Number(row.oldest))),
      newest: formatLocalDate(new Date(Number(row.newest))),
    }));
  }
}
