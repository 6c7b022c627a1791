import { createHash } from 'node:crypto';
import type { Summary } from '../../model/summary.ts';
import { type QueryTerm, withIdentifierParts } from '../../model/words.ts';
import type { Database } from './database.ts';

/** SQL over a turn's user message `u` and its conversation `c`. */
export interface Condition {
  sql: string;
  values: (string | number)[];
}

export interface IndexQuery {
  terms: readonly QueryTerm[];
  column?: 'prompt' | 'answer';
  file?: string;
  workspace?: string;
  /** What the rows must meet besides; holds for the workspace too. */
  where: Condition;
  /** With fewer than these, turns with only some of the words are looked for as well. */
  wanted: number;
  limit: number;
}

/** A turn by the id of its user message, or a conversation by its id; smaller rank is better. */
export interface IndexHit {
  id: number;
  rank: number;
  /** When, in milliseconds. */
  at: number;
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
  findTitles(query: IndexQuery): IndexHit[];
}

/** A column counts this much: what was asked, what was answered, which files; the workspace only selects. */
const TURN_RANK = 'bm25(1.5, 1.0, 2.0, 0.0)';
const TITLE_RANK = 'bm25(1.0)';
/** bm25 takes over a microsecond a row: where more match than these, only the newest of them are ranked. */
const RANKED = 3000;
/** Beyond these a word tells so little that it is not worth reading its list. */
const COMMON = 20_000;

// FTS5 reads a query up to its first NUL.
const quote = (text: string) => `"${text.replace(/["\0]/g, ' ')}"`;
const termQuery = (term: QueryTerm) => quote(term.text) + (term.prefix ? '*' : '');
const allOf = (terms: readonly QueryTerm[]) => terms.map(termQuery).join(' AND ');
const anyOf = (terms: readonly QueryTerm[]) => `(${terms.map(termQuery).join(' OR ')})`;

/** One word that nobody types, so that a small workspace in a large memory is found through the index. */
function workspaceWord(workspace_id: string): string {
  return `\u{E000}${createHash('sha256').update(workspace_id).digest('hex').slice(0, 16)}`;
}

/** A letter begins a tenth of all words: behind others it waits for its second one, alone it is a word. */
function withoutFirstLetter(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const last = terms.at(-1);
  const [, before] = (last?.prefix && /^(|.*[^\p{L}\p{N}])[\p{Script=Latin}\p{N}]$/u.exec(last.text)) || [];
  if (!last || before === undefined) {
    return terms;
  }
  const others = terms.slice(0, -1);
  if (before !== '') {
    return [...others, { text: before, prefix: false }];
  }
  return others.length > 0 ? others : [{ ...last, prefix: false }];
}

export class FullTextIndex implements TextIndex {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    this.#catchUp();
  }

  putTurn(id: number, prompt: string, answer: string, files: readonly string[]): void {
    this.#db.run(
      'INSERT OR REPLACE INTO turn_fts (rowid, prompt, answer, files, workspace) VALUES (?, ?, ?, ?, ?)',
      id,
      withIdentifierParts(prompt),
      withIdentifierParts(answer),
      withIdentifierParts(files.join('\n')),
      this.#workspaceWordOf(id),
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
    const terms = withoutFirstLetter(query.terms);
    const all = this.#turnsWith(query, allOf(terms), true);
    if (all.length >= query.wanted || terms.length === 0) {
      return all;
    }
    const begun = all.length === 0 ? this.#shorterPrefix(query, terms) : [];
    const known = new Set([...all, ...begun].map(hit => hit.id));
    const some = terms.length > 1 ? this.#someOf(query, terms) : [];
    return [...all, ...begun, ...some.filter(hit => !known.has(hit.id))].slice(0, query.limit);
  }

  findTitles(query: IndexQuery): IndexHit[] {
    const terms = withoutFirstLetter(query.terms);
    return terms.length === 0 ? [] : this.#best('title_fts', allOf(terms), query, true);
  }

  /** A word being typed can be longer than the stem that is indexed ("configuratio" against "configur"). */
  #shorterPrefix(query: IndexQuery, terms: readonly QueryTerm[]): IndexHit[] {
    const last = terms.at(-1)!;
    const letters = /[\p{L}\p{N}]*$/u.exec(last.text)![0].length;
    for (let cut = 1; last.prefix && cut <= 4 && letters - cut >= 4; cut++) {
      const shorter = { ...last, text: last.text.slice(0, -cut) };
      const hits = this.#turnsWith(query, allOf([...terms.slice(0, -1), shorter]), true);
      if (hits.length > 0) {
        return hits;
      }
    }
    return [];
  }

  /** Turns with any of the rare words; the less rare ones then only help to rank those. */
  #someOf(query: IndexQuery, terms: readonly QueryTerm[]): IndexHit[] {
    const counted = terms
      .map(term => ({ term, count: this.#newest('turn_fts', termQuery(term), COMMON).count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count);
    let left = RANKED;
    const rare = counted.filter(({ count }, index) => {
      left -= count;
      return index === 0 || left >= 0;
    });
    if (rare.length === 0) {
      return [];
    }
    const telling = counted.filter(({ count }, index) => index < rare.length || count < COMMON);
    const [some, any] = [rare, telling].map(chosen => anyOf(chosen.map(({ term }) => term)));
    return this.#turnsWith(query, rare.length === telling.length ? some! : `${some} AND ${any}`, false);
  }

  #turnsWith(query: IndexQuery, match: string, complete: boolean): IndexHit[] {
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
    if (query.workspace !== undefined) {
      parts.push(`workspace : ${quote(workspaceWord(query.workspace))}`);
    }
    return this.#best('turn_fts', parts.join(' AND '), query, complete);
  }

  #best(table: keyof typeof ranked, match: string, query: IndexQuery, complete: boolean): IndexHit[] {
    const { count, from } = this.#newest(table, match, RANKED);
    if (count === 0) {
      return [];
    }
    const select = (first: number) =>
      this.#db.all(
        `${ranked[table]} AND ${query.where.sql} ORDER BY f.rank LIMIT ?`,
        match,
        first,
        ...query.where.values,
        query.limit,
      );
    let rows = select(count < RANKED ? 0 : from);
    if (count >= RANKED && rows.length < query.wanted) {
      // The condition leaves out most of the newest: then the older ones count too, whatever it takes.
      rows = select(0);
    }
    return rows.map(row => ({ id: Number(row.id), rank: Number(row.rank), at: Number(row.at), complete }));
  }

  /** How many match, and from which row on, without ranking: the newest `limit` of them. */
  #newest(table: keyof typeof ranked, match: string, limit: number): { count: number; from: number } {
    const row = this.#db.get(
      `SELECT count(*) AS count, min(id) AS first
       FROM (SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?)`,
      match,
      limit,
    );
    return { count: Number(row?.count), from: Number(row?.first ?? 0) };
  }

  #workspaceWordOf(id: number): string {
    const row = this.#db.get(
      'SELECT c.workspace_id FROM message u JOIN conversation c ON c.uuid = u.conversation_id WHERE u.id = ?',
      id,
    );
    return row ? workspaceWord(String(row.workspace_id)) : '';
  }

  /** Turns written by a Node without FTS5 are indexed by the next one that has it. */
  #catchUp(): void {
    if (this.#missing().length === 0) {
      return;
    }
    // Read again under the lock: another window may be writing those very turns.
    this.#db.write(() => {
      for (const row of this.#missing()) {
        this.putTurn(Number(row.id), String(row.content), String(row.answer), [String(row.refs)]);
      }
    });
  }

  #missing(): Record<string, unknown>[] {
    const indexed = Number(this.#db.get('SELECT max(rowid) AS last FROM turn_fts')?.last ?? 0);
    return this.#db.all(
      `SELECT u.id, u.content, u.refs, coalesce(a.content, '') AS answer FROM message u
       LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index
         AND a.sequence_number = 1
       WHERE u.sequence_number = 0 AND u.id > ?`,
      indexed,
    );
  }
}

/**
 * FTS5 gives the rows in the order of their rank, and the rest is read for as many as are taken: hence CROSS JOIN, which
 * keeps SQLite from starting with the conversations. A bound number is a float, which FTS5 takes for no limit: hence CAST.
 */
const ranked = {
  turn_fts: `SELECT f.rowid AS id, f.rank AS rank, u.timestamp_ms AS at FROM turn_fts f
    CROSS JOIN message u ON u.id = f.rowid CROSS JOIN conversation c ON c.uuid = u.conversation_id
    WHERE f.turn_fts MATCH ? AND f.rank MATCH '${TURN_RANK}' AND f.rowid >= CAST(? AS INTEGER)`,
  title_fts: `SELECT f.rowid AS id, f.rank AS rank, c.updated_ms AS at FROM title_fts f
    CROSS JOIN conversation c ON c.id = f.rowid
    WHERE f.title_fts MATCH ? AND f.rank MATCH '${TITLE_RANK}' AND f.rowid >= CAST(? AS INTEGER)`,
};

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

  findTurns({ terms, column, file, where, limit }: IndexQuery): IndexHit[] {
    const texts = { prompt: 'u.content', answer: "coalesce(a.content, '')" };
    const text = column ? texts[column] : `${texts.prompt} || ' ' || ${texts.answer}`;
    const conditions = terms.map(() => `${text} LIKE ? ESCAPE '\\'`);
    if (file) {
      const used = 'SELECT 1 FROM tool_call t WHERE t.message_id = a.uuid AND t.arguments LIKE ?';
      conditions.push(`(u.refs LIKE ? ESCAPE '\\' OR EXISTS (${used} ESCAPE '\\'))`);
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
      ...terms.map(term => like(term.text)),
      ...(file ? [like(file), like(file)] : []),
      ...where.values,
      limit,
    );
    return rows.map(toPlainHit);
  }

  findTitles({ terms, where, limit }: IndexQuery): IndexHit[] {
    if (terms.length === 0) {
      return [];
    }
    const conditions = terms.map(() => "c.title LIKE ? ESCAPE '\\'").join(' AND ');
    const rows = this.#db.all(
      `SELECT c.id, c.updated_ms AS at FROM conversation c WHERE ${conditions} AND ${where.sql}
       ORDER BY c.updated_ms DESC LIMIT ?`,
      ...terms.map(term => like(term.text)),
      ...where.values,
      limit,
    );
    return rows.map(toPlainHit);
  }
}

const toPlainHit = (row: Record<string, unknown>, index: number): IndexHit => ({
  id: Number(row.id),
  rank: index,
  at: Number(row.at),
  complete: true,
});

// SQLite refuses patterns of 50 000 bytes.
const like = (text: string) => `%${text.slice(0, 2000).replace(/[\\%_]/g, '\\$&')}%`;
