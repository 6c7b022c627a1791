import type { Summary } from '../../model/summary.ts';
import { type QueryTerm, withIdentifierParts } from '../../model/words.ts';
import type { Database } from './database.ts';

export interface IndexQuery {
  terms: readonly QueryTerm[];
  column?: 'prompt' | 'answer';
  file?: string;
  limit: number;
}

/** A turn by the id of its user message; smaller rank is better. */
export interface IndexHit {
  id: number;
  rank: number;
  complete: boolean;
}

/** The word index beside the tables: FTS5 where it is there, plain LIKE elsewhere. */
export interface TextIndex {
  putTurn(id: number, prompt: string, answer: string, files: readonly string[]): void;
  putTitle(id: number, title: string): void;
  putSummary(id: number, summary: Summary): void;
  removeConversation(id: number, uuid: string): void;
  removeSummary(uuid: string): void;
  /** Makes removed words vanish from the file. */
  purge(): void;
  findTurns(query: IndexQuery): IndexHit[];
  findTitles(terms: readonly QueryTerm[], limit: number): IndexHit[];
}

/** A column counts this much: what was asked, what was answered, which files. */
const WEIGHTS = 'bm25(1.5, 1.0, 2.0)';
/** A word in more turns than this says little; it is not worth the time to rank by it alone. */
const COMMON = 20_000;

// FTS5 reads a query up to its first NUL.
const quote = (text: string) => `"${text.replace(/["\0]/g, ' ')}"`;
const termQuery = (term: QueryTerm) => quote(term.text) + (term.prefix ? '*' : '');

export class FullTextIndex implements TextIndex {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#catchUp();
  }

  putTurn(id: number, prompt: string, answer: string, files: readonly string[]): void {
    this.#db.run(
      'INSERT OR REPLACE INTO turn_fts (rowid, prompt, answer, files) VALUES (?, ?, ?, ?)',
      id,
      withIdentifierParts(prompt),
      withIdentifierParts(answer),
      withIdentifierParts(files.join('\n')),
    );
  }

  putTitle(id: number, title: string): void {
    this.#db.run('INSERT OR REPLACE INTO title_fts (rowid, title) VALUES (?, ?)', id, title);
  }

  putSummary(id: number, summary: Summary): void {
    this.#db.run(
      `INSERT OR REPLACE INTO summary_fts (rowid, conversation_summary, actions_summary, key_findings)
       VALUES (?, ?, ?, ?)`,
      id,
      withIdentifierParts(summary.conversation_summary),
      withIdentifierParts(summary.actions_summary),
      withIdentifierParts(summary.key_findings.join('\n')),
    );
  }

  removeConversation(id: number, uuid: string): void {
    this.#db.run('DELETE FROM turn_fts WHERE rowid IN (SELECT id FROM message WHERE conversation_id = ?)', uuid);
    this.#db.run('DELETE FROM summary_fts WHERE rowid IN (SELECT id FROM summary WHERE conversation_id = ?)', uuid);
    this.#db.run('DELETE FROM title_fts WHERE rowid = ?', id);
  }

  removeSummary(uuid: string): void {
    this.#db.run('DELETE FROM summary_fts WHERE rowid = (SELECT id FROM summary WHERE uuid = ?)', uuid);
  }

  purge(): void {
    this.#db.write(() => {
      for (const table of ['turn_fts', 'summary_fts', 'title_fts']) {
        this.#db.run(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
      }
    });
  }

  findTurns(query: IndexQuery): IndexHit[] {
    const { terms, limit } = query;
    const all = this.#match(query, terms.map(termQuery).join(' AND '), limit, true);
    if (all.length >= limit || terms.length === 0) {
      return all;
    }
    const last = terms.at(-1)!;
    const begun = all.length === 0 && last.prefix ? this.#shorterPrefix(query, last) : [];
    const known = new Set([...all, ...begun].map(hit => hit.id));
    const some = terms.length > 1 ? this.#matchSome(query) : [];
    return [...all, ...begun, ...some.filter(hit => !known.has(hit.id))].slice(0, limit);
  }

  findTitles(terms: readonly QueryTerm[], limit: number): IndexHit[] {
    if (terms.length === 0) {
      return [];
    }
    const rows = this.#db.all(
      'SELECT rowid AS id, rank FROM title_fts WHERE title_fts MATCH ? ORDER BY rank LIMIT ?',
      terms.map(termQuery).join(' AND '),
      limit,
    );
    return rows.map(row => ({ id: Number(row.id), rank: Number(row.rank), complete: true }));
  }

  /** A word being typed can be longer than the stem that is indexed ("configuratio" against "configur"). */
  #shorterPrefix(query: IndexQuery, last: QueryTerm): IndexHit[] {
    for (let cut = 1; cut <= 4 && last.text.length - cut >= 4; cut++) {
      const shorter = { ...last, text: last.text.slice(0, -cut) };
      const match = [...query.terms.slice(0, -1), shorter].map(termQuery).join(' AND ');
      const hits = this.#match(query, match, query.limit, true);
      if (hits.length > 0) {
        return hits;
      }
    }
    return [];
  }

  /** Any of the words, the rare ones before the common ones: those decide, and cost little. */
  #matchSome(query: IndexQuery): IndexHit[] {
    const counted = query.terms
      .map(term => ({ term, count: this.#count(termQuery(term)) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count);
    let budget = COMMON;
    const chosen = counted.filter(({ count }, index) => {
      budget -= count;
      return index === 0 || budget >= 0;
    });
    if (chosen.length === 0) {
      return [];
    }
    const match = chosen.map(({ term }) => termQuery(term)).join(' OR ');
    return this.#match(query, match, query.limit, false);
  }

  #count(match: string): number {
    const row = this.#db.get(
      'SELECT count(*) AS n FROM (SELECT 1 FROM turn_fts WHERE turn_fts MATCH ? LIMIT ?)',
      match,
      COMMON,
    );
    return Number(row?.n);
  }

  #match(query: IndexQuery, match: string, limit: number, complete: boolean): IndexHit[] {
    const parts: string[] = [];
    if (match) {
      parts.push(query.column ? `${query.column} : (${match})` : `(${match})`);
    }
    if (query.file) {
      parts.push(`files : ${quote(query.file)} *`);
    }
    if (parts.length === 0) {
      return [];
    }
    const rows = this.#db.all(
      'SELECT rowid AS id, rank FROM turn_fts WHERE turn_fts MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?',
      parts.join(' AND '),
      WEIGHTS,
      limit,
    );
    return rows.map(row => ({ id: Number(row.id), rank: Number(row.rank), complete }));
  }

  /** Turns written by a Node without FTS5 are indexed by the next one that has it. */
  #catchUp(): void {
    const indexed = Number(this.#db.get('SELECT max(rowid) AS last FROM turn_fts')?.last ?? 0);
    const missing = this.#db.all(
      `SELECT u.id, u.content, u.refs, coalesce(a.content, '') AS answer FROM message u
       LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index
         AND a.sequence_number = 1
       WHERE u.sequence_number = 0 AND u.id > ?`,
      indexed,
    );
    if (missing.length === 0) {
      return;
    }
    this.#db.write(() => {
      for (const row of missing) {
        this.putTurn(Number(row.id), String(row.content), String(row.answer), [String(row.refs)]);
      }
    });
  }
}

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

  findTurns({ terms, column, file, limit }: IndexQuery): IndexHit[] {
    const texts = { prompt: 'u.content', answer: "coalesce(a.content, '')" };
    const where = column ? texts[column] : `${texts.prompt} || ' ' || ${texts.answer}`;
    const conditions = terms.map(() => `${where} LIKE ? ESCAPE '\\'`);
    if (file) {
      const used = 'SELECT 1 FROM tool_call t WHERE t.message_id = a.uuid AND t.arguments LIKE ?';
      conditions.push(`(u.refs LIKE ? ESCAPE '\\' OR EXISTS (${used} ESCAPE '\\'))`);
    }
    if (conditions.length === 0) {
      return [];
    }
    const rows = this.#db.all(
      `SELECT u.id FROM message u LEFT JOIN message a ON a.conversation_id = u.conversation_id
         AND a.turn_index = u.turn_index AND a.sequence_number = 1
       WHERE u.sequence_number = 0 AND ${conditions.join(' AND ')} ORDER BY u.timestamp_ms DESC LIMIT ?`,
      ...terms.map(term => like(term.text)),
      ...(file ? [like(file), like(file)] : []),
      limit,
    );
    return rows.map((row, index) => ({ id: Number(row.id), rank: index, complete: true }));
  }

  findTitles(terms: readonly QueryTerm[], limit: number): IndexHit[] {
    if (terms.length === 0) {
      return [];
    }
    const conditions = terms.map(() => "title LIKE ? ESCAPE '\\'").join(' AND ');
    const rows = this.#db.all(
      `SELECT id FROM conversation WHERE ${conditions} ORDER BY updated_ms DESC LIMIT ?`,
      ...terms.map(term => like(term.text)),
      limit,
    );
    return rows.map((row, index) => ({ id: Number(row.id), rank: index, complete: true }));
  }
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
