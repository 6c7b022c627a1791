import type { CountedTerm } from '../../../model/search/similarity.ts';
import type { QueryTerm } from '../../../model/words/words.ts';
import { hasIndexedAnswer } from '../schema/turnKinds.ts';
import type { Database } from '../sql/database.ts';
import { likeAnywhere } from '../sql/like.ts';
import { turnsLinkedTo } from './linkedTurns.ts';
import type { IndexHit, IndexQuery, SummaryIndexQuery, TextIndex } from './textIndex.ts';

/** Without FTS5: slower, by letters, newest first. */
export class PlainIndex implements TextIndex {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  putTurn(): void {}
  putTitle(): void {}
  putSummary(): void {}
  removeConversation(): void {}
  removeSummary(): void {}
  purge(): void {}

  findTurns({ terms, column, file, workspace, where, limit }: IndexQuery): IndexHit[] {
    const texts = { prompt: 'u.content', answer: `iif(${hasIndexedAnswer('u')}, coalesce(a.content, ''), '')` };
    const text = column ? texts[column] : `${texts.prompt} || ' ' || ${texts.answer}`;
    const conditions = terms.map(() => likeTerm(text));
    const linked = file ? turnsLinkedTo(this.#db, file, workspace).where : { sql: '0', values: [] };
    if (file) {
      const used = 'SELECT 1 FROM tool_call t WHERE t.message_id = a.uuid AND t.arguments LIKE ?';
      conditions.push(`(u.refs LIKE ? ESCAPE '\\' OR EXISTS (${used} ESCAPE '\\') OR ${linked.sql})`);
    }
    if (conditions.length === 0) {
      return [];
    }
    const rows = this.#db.all(
      `SELECT u.id, u.timestamp_ms AS at FROM message u JOIN conversation c ON c.uuid = u.conversation_id
       LEFT JOIN message a ON a.conversation_id = u.conversation_id
         AND a.turn_index = u.turn_index AND a.sequence_number = 1
       WHERE u.sequence_number = 0 AND ${conditions.join(' AND ')} AND ${where.sql}
       ORDER BY u.timestamp_ms DESC LIMIT ?`,
      ...terms.flatMap(termPatterns),
      ...(file ? [likeAnywhere(file), likeAnywhere(file), ...linked.values] : []),
      ...where.values,
      limit,
    );
    return rows.map(toPlainHit);
  }

  /** As if each were as rare as the others. */
  countSummaries(terms: readonly QueryTerm[]): { counted: CountedTerm[]; summaries: number } {
    return { counted: terms.map(term => ({ term, count: 1 })), summaries: 1 };
  }

  findSummaries({ terms, levels, where, limit }: SummaryIndexQuery): number[] {
    if (terms.length === 0) {
      return [];
    }
    const text = "s.conversation_summary || ' ' || s.actions_summary || ' ' || s.key_findings";
    const rows = this.#db.all(
      `SELECT s.id FROM summary s JOIN conversation c ON c.uuid = s.conversation_id
       WHERE s.staged = 0 AND s.level IN (SELECT value FROM json_each(?)) AND ${where.sql}
         AND (${terms.map(() => likeTerm(text)).join(' OR ')})
       ORDER BY s.covers_ms DESC LIMIT ?`,
      JSON.stringify(levels),
      ...where.values,
      ...terms.flatMap(({ term }) => termPatterns(term)),
      limit,
    );
    return rows.map(row => Number(row.id));
  }

  findTitles({ terms, where, limit }: IndexQuery): IndexHit[] {
    if (terms.length === 0) {
      return [];
    }
    const conditions = terms.map(() => likeTerm('c.title')).join(' AND ');
    const rows = this.#db.all(
      `SELECT c.id, c.updated_ms AS at FROM conversation c WHERE ${conditions} AND ${where.sql}
       ORDER BY c.updated_ms DESC LIMIT ?`,
      ...terms.flatMap(termPatterns),
      ...where.values,
      limit,
    );
    return rows.map(toPlainHit);
  }
}

/** As typed, or in the usual width: LIKE knows neither of the other. */
const likeTerm = (text: string) => `(${text} LIKE ? ESCAPE '\\' OR ${text} LIKE ? ESCAPE '\\')`;
const termPatterns = ({ text }: QueryTerm) => [likeAnywhere(text), likeAnywhere(text.normalize('NFKC'))];

const toPlainHit = (row: Record<string, unknown>, index: number): IndexHit => ({
  id: Number(row.id),
  fit: -index,
  at: Number(row.at),
  complete: true,
});
