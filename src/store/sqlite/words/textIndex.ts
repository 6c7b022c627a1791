import { createHash } from 'node:crypto';
import type { IndexedTurn } from '../../../model/search/indexedTurn.ts';
import { type FoundPlace, isOutOfReach } from '../../../model/search/orderOfHits.ts';
import { rareFirst, rarestTerms } from '../../../model/search/rareTerms.ts';
import type { CountedTerm } from '../../../model/search/similarity.ts';
import type { Summary } from '../../../model/summary/summary.ts';
import { indexText } from '../../../model/words/indexText.ts';
import { partsOf } from '../../../model/words/runs.ts';
import type { QueryTerm } from '../../../model/words/words.ts';
import { systemClock } from '../../../util/clock.ts';
import { anything } from '../../storeChange.ts';
import { both, type Condition } from '../sql/condition.ts';
import type { Database } from '../sql/database.ts';
import { indexTurns } from './indexTurns.ts';
import { turnsLinkedTo } from './linkedTurns.ts';
import {
  allOf,
  anyOf,
  partsOfAll,
  phraseQuery,
  quote,
  shorterPrefixes,
  termQuery,
  withoutFirstLetter,
} from './matchQuery.ts';

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

/** A turn by the id of its user message, or a conversation by its id. */
export interface IndexHit extends FoundPlace {
  id: number;
}

/** The word index beside the tables: FTS5 where it is there, plain LIKE elsewhere. */
export interface TextIndex {
  putTurn(id: number, turn: IndexedTurn): void;
  putTitle(id: number, title: string): void;
  putSummary(id: number, summary: Summary): void;
  removeConversation(id: number, uuid: string): void;
  removeSummary(uuid: string): void;
  /** Makes removed words vanish from the file. */
  purge(): void;
  findTurns(query: IndexQuery): IndexHit[];
  findTitles(query: IndexQuery): IndexHit[];
  /** How many summaries have each of the words, and how many there are. */
  countSummaries(terms: readonly QueryTerm[]): { counted: CountedTerm[]; summaries: number };
  /** Ids of summaries with some of the words, best first. */
  findSummaries(query: SummaryIndexQuery): number[];
}

export interface SummaryIndexQuery {
  terms: readonly CountedTerm[];
  workspace?: string;
  levels: readonly number[];
  where: Condition;
  limit: number;
  /** As many of the newest as well: age may make up for a word. */
  newestToo: boolean;
}

/** Where more than these match, or several common words do, the newest are as good, and cheap: bm25 reads whole lists. */
const RANKED = 3000;
/** Beyond these a word tells so little that it does not help to rank turns with only some of the words. */
const COMMON = 5000;

/** A question's rarest words find summaries, up to so many; the other words only help to weigh what was found. */
const TELLING = 1500;

/**
 * FTS5 gives its rows in the order asked for, and the rest is read for those that are taken: hence CROSS JOIN, without
 * which SQLite starts from the conversations and takes seconds. The columns' weights: asked, answered, files.
 */
const tables = {
  turn_fts: {
    from: `FROM turn_fts f CROSS JOIN message u ON u.id = f.rowid CROSS JOIN conversation c ON c.uuid = u.conversation_id`,
    at: 'u.timestamp_ms',
    rank: 'bm25(1.5, 1.0, 2.0, 0.0)',
  },
  title_fts: {
    from: 'FROM title_fts f CROSS JOIN conversation c ON c.id = f.rowid',
    at: 'c.updated_ms',
    rank: 'bm25()',
  },
};
type Table = keyof typeof tables;

/** One word that nobody types, so that a small workspace in a large memory is found through the index. */
export const levelWord = (level: number) => `\u{E001}${level}`;

function workspaceWord(workspace_id: string): string {
  return `\u{E000}${createHash('sha256').update(workspace_id).digest('hex').slice(0, 16)}`;
}

/** The words where they are looked for, in the file and the workspace asked for; empty when nothing is. */
function turnMatch({ column, file, workspace }: IndexQuery, words: string): string {
  const parts = [
    words && (column ? `${column} : (${words})` : `(${words})`),
    file ? `files : ${phraseQuery(file, true)}` : '',
  ].filter(part => part !== '');
  return parts.length === 0 || workspace === undefined
    ? parts.join(' AND ')
    : [...parts, `workspace : ${quote(workspaceWord(workspace))}`].join(' AND ');
}

/** A common word stays common for a while: each letter typed would count it again. */
const REMEMBERED = 2000;
const REMEMBERED_MS = 300_000;

export class FullTextIndex implements TextIndex {
  readonly #db: Database;
  /** What matches at least as often as was counted to, and until when that is believed. */
  readonly #common = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
    this.#catchUp();
  }

  putTurn(id: number, { prompt, answer, files }: IndexedTurn): void {
    this.#db.run(
      'INSERT OR REPLACE INTO turn_fts (rowid, prompt, answer, files, workspace) VALUES (?, ?, ?, ?, ?)',
      id,
      indexText(prompt),
      indexText(answer),
      indexText(files.join('\n')),
      this.#workspaceWordOf(id),
    );
  }

  putTitle(id: number, title: string): void {
    this.#db.run('INSERT OR REPLACE INTO title_fts (rowid, title) VALUES (?, ?)', id, indexText(title));
  }

  putSummary(id: number, summary: Summary): void {
    this.#db.run(
      `INSERT OR REPLACE INTO summary_fts (rowid, conversation_summary, actions_summary, key_findings, place)
       VALUES (?, ?, ?, ?, ?)`,
      id,
      indexText(summary.conversation_summary),
      indexText(summary.actions_summary),
      indexText(summary.key_findings.join('\n')),
      this.#placeOf(summary),
    );
  }

  #placeOf({ conversation_id, level }: Summary): string {
    const row = this.#db.get('SELECT workspace_id FROM conversation WHERE uuid = ?', conversation_id);
    return `${workspaceWord(String(row?.workspace_id))} ${levelWord(level)}`;
  }

  countSummaries(terms: readonly QueryTerm[]): { counted: CountedTerm[]; summaries: number } {
    const summaries = Number(this.#db.get('SELECT count(*) AS n FROM summary WHERE staged = 0')?.n);
    const counted = terms.map(term => {
      const whole = this.#count('summary_fts', termQuery(term), TELLING);
      const parts = whole === 0 ? partsOf(term) : [];
      return { term, count: parts.length > 1 ? this.#count('summary_fts', anyOf(parts), TELLING) : whole };
    });
    return { counted, summaries };
  }

  findSummaries({ terms, workspace, levels, where, limit, newestToo }: SummaryIndexQuery): number[] {
    const rare = rarestTerms(terms, TELLING, 1);
    if (rare.length === 0 || levels.length === 0) {
      return [];
    }
    const words = partsOfAll(rare.map(({ term }) => term));
    const place = [
      `place : (${levels.map(level => quote(levelWord(level))).join(' OR ')})`,
      ...(workspace === undefined ? [] : [`place : ${quote(workspaceWord(workspace))}`]),
    ].join(' AND ');
    const read = (ranked: boolean) =>
      this.#db
        .all(
          `SELECT f.rowid AS id FROM summary_fts f CROSS JOIN summary s ON s.id = f.rowid
             CROSS JOIN conversation c ON c.uuid = s.conversation_id
           WHERE f.summary_fts MATCH ? ${ranked ? "AND f.rank MATCH 'bm25(1.0, 0.7, 1.0, 0.0)'" : ''} AND ${where.sql}
           ORDER BY ${ranked ? 'f.rank' : 'f.rowid DESC'} LIMIT ?`,
          `${place} AND ${anyOf(words)}`,
          ...where.values,
          limit,
        )
        .map(row => Number(row.id));
    const best = read(true);
    return newestToo && best.length === limit ? [...new Set([...best, ...read(false)])] : best;
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
    this.#db.write(anything, () => {
      for (const table of ['turn_fts', 'summary_fts', 'title_fts']) {
        this.#db.run(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
      }
    });
  }

  findTurns(given: IndexQuery): IndexHit[] {
    const { file, ...anyFile } = given;
    const linked = file ? turnsLinkedTo(this.#db, file, given.workspace) : undefined;
    if (!linked || linked.newest.length === 0) {
      return this.#find(given);
    }
    // The index knows the paths that were attached or given to tools; the links know those that stand in the words.
    const byLink =
      given.terms.length > 0
        ? this.#find({ ...anyFile, where: both(linked.where, given.where) })
        : this.#newest(linked.newest, given);
    const hits = new Map([...byLink, ...this.#find(given)].map(hit => [hit.id, hit]));
    return [...hits.values()];
  }

  #newest(ids: readonly number[], { where, limit }: IndexQuery): IndexHit[] {
    const rows = this.#db.all(
      `SELECT u.id, u.timestamp_ms AS at FROM json_each(?) one CROSS JOIN message u ON u.id = one.value
         CROSS JOIN conversation c ON c.uuid = u.conversation_id
       WHERE ${where.sql} ORDER BY u.timestamp_ms DESC LIMIT ?`,
      JSON.stringify(ids),
      ...where.values,
      limit,
    );
    return rows.map(row => ({ id: Number(row.id), fit: 1, at: Number(row.at), complete: true }));
  }

  #find(given: IndexQuery): IndexHit[] {
    const { workspace, ...everywhere } = given;
    // In a large workspace, the condition on the conversation is cheaper than a list of half the turns.
    const large = workspace !== undefined && this.#isCommon(`workspace : ${quote(workspaceWord(workspace))}`);
    const query = large ? everywhere : given;
    const terms = withoutFirstLetter(query.terms);
    const all = this.#withAll(query, terms);
    if (all.length >= query.wanted || terms.length === 0) {
      return all;
    }
    const complete = all.length > 0 ? all : this.#withShorterPrefix(query, terms);
    const parts = partsOfAll(terms);
    const known = new Set(complete.map(hit => hit.id));
    const some = parts.length > 1 ? this.#withSome(query, parts, known) : [];
    const fits = new Map(some.map(hit => [hit.id, hit.fit]));
    return [
      ...complete.map(hit => ({ ...hit, fit: fits.get(hit.id) ?? hit.fit })),
      ...some.filter(hit => !known.has(hit.id)),
    ];
  }

  findTitles(query: IndexQuery): IndexHit[] {
    const terms = withoutFirstLetter(query.terms);
    return terms.length === 0 ? [] : this.#countAndRead('title_fts', [], allOf(terms), query, true, 0);
  }

  /** Few turns with all of several words are ranked with those that have some of them, at once. */
  #withAll(query: IndexQuery, terms: readonly QueryTerm[]): IndexHit[] {
    const match = turnMatch(query, allOf(terms));
    const rankFrom = terms.length > 1 ? query.wanted : 0;
    return match === '' ? [] : this.#countAndRead('turn_fts', terms, match, query, true, rankFrom);
  }

  #withShorterPrefix(query: IndexQuery, terms: readonly QueryTerm[]): IndexHit[] {
    for (const shorter of shorterPrefixes(terms)) {
      const hits = this.#withAll(query, shorter);
      if (hits.length > 0) {
        return hits;
      }
    }
    return [];
  }

  /** Turns with any of the rare words, the known ones too; the less rare words then only help to rank those. */
  #withSome(query: IndexQuery, terms: readonly QueryTerm[], known: Set<number>): IndexHit[] {
    const whole = this.#counted(
      query,
      terms.filter(term => !term.prefix),
    );
    // An unfinished word matches much by chance: it counts when no other does.
    const counted = whole.length > 0 ? whole : this.#counted(query, terms.slice(-1));
    const rare = rarestTerms(counted, RANKED);
    if (rare.length === 0) {
      const half = counted.slice(0, Math.ceil(counted.length / 2));
      return half.length > 0
        ? this.#countAndRead('turn_fts', half, turnMatch(query, allOf(half)), query, false, 0)
        : [];
    }
    const telling = counted.filter(({ count }) => count < COMMON);
    const match = rare.length < telling.length ? `${anyOf(rare)} AND ${anyOf(telling)}` : anyOf(rare);
    // Some turns have a rare word, and not too many; what was counted in the whole memory is not counted again.
    const { column, file, workspace } = query;
    const isCounted = column === undefined && file === undefined && workspace === undefined;
    const byRank = isCounted || this.#fewAreCommon(telling);
    return byRank
      ? this.#ranked('turn_fts', turnMatch(query, match), query, false, known)
      : this.#newestOf('turn_fts', turnMatch(query, match), query, false);
  }

  /** The words that occur, rare ones first. */
  #counted(query: IndexQuery, terms: readonly QueryTerm[]): (QueryTerm & { count: number })[] {
    return rareFirst(
      terms.map(term => ({ ...term, count: this.#count('turn_fts', turnMatch(query, termQuery(term)), COMMON) })),
    );
  }

  #isCommon(match: string): boolean {
    return this.#count('turn_fts', match, COMMON) === COMMON;
  }

  #fewAreCommon(words: readonly QueryTerm[]): boolean {
    return words.filter(word => this.#isCommon(termQuery(word))).length <= 1;
  }

  #count(table: Table | 'summary_fts', match: string, limit: number): number {
    const key = `${table} ${limit} ${match}`;
    if (systemClock.now() < (this.#common.get(key) ?? 0)) {
      return limit;
    }
    const row = this.#db.get(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`,
      match,
      limit,
    );
    const count = Number(row?.count);
    if (count === limit) {
      if (this.#common.size >= REMEMBERED) {
        this.#common.clear();
      }
      this.#common.set(key, systemClock.now() + REMEMBERED_MS);
    }
    return count;
  }

  /** By rank where at least `rankFrom` and not too many match, else the newest. */
  #countAndRead(
    table: Table,
    words: readonly QueryTerm[],
    match: string,
    query: IndexQuery,
    complete: boolean,
    rankFrom: number,
  ): IndexHit[] {
    const count = this.#count(table, match, RANKED);
    if (count === 0) {
      return [];
    }
    const byRank = query.terms.length > 0 && count >= rankFrom && count < RANKED && this.#fewAreCommon(words);
    return byRank ? this.#ranked(table, match, query, complete) : this.#newestOf(table, match, query, complete);
  }

  /** The best by rank, with all of the known ones: what cannot come among the best wanted is not read. */
  #ranked(table: Table, match: string, query: IndexQuery, complete: boolean, known = new Set<number>()): IndexHit[] {
    const { from, at, rank } = tables[table];
    const rows = this.#db.each(
      `SELECT f.rowid AS id, f.rank AS rank, ${at} AS at ${from}
       WHERE f.${table} MATCH ? AND f.rank MATCH '${rank}' AND ${query.where.sql} ORDER BY f.rank LIMIT ?`,
      match,
      ...query.where.values,
      query.limit,
    );
    const hits: IndexHit[] = [];
    let unmet = known.size;
    for (const row of rows) {
      const hit = { id: Number(row.id), fit: -Number(row.rank), at: Number(row.at), complete };
      if (unmet === 0 && isOutOfReach(hit.fit, hits, query.wanted)) {
        break;
      }
      unmet -= known.has(hit.id) ? 1 : 0;
      hits.push(hit);
    }
    return hits;
  }

  /** The newest: ids follow time. */
  #newestOf(table: Table, match: string, query: IndexQuery, complete: boolean): IndexHit[] {
    const { from, at } = tables[table];
    const rows = this.#db.all(
      `SELECT f.rowid AS id, ${at} AS at ${from}
       WHERE f.${table} MATCH ? AND ${query.where.sql} ORDER BY f.rowid DESC LIMIT ?`,
      match,
      ...query.where.values,
      query.limit,
    );
    return rows.map(row => ({ id: Number(row.id), fit: 1, at: Number(row.at), complete }));
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
    const counted = this.#db.get(`SELECT (SELECT count(*) FROM turn_fts_docsize) AS indexed,
      (SELECT coalesce(sum(turn_count), 0) FROM conversation) AS recorded`);
    if (Number(counted?.indexed) < Number(counted?.recorded)) {
      const isMissing = { sql: 'NOT EXISTS (SELECT 1 FROM turn_fts_docsize i WHERE i.id = u.id)', values: [] };
      // Under the lock: another window may be writing those very turns.
      this.#db.write(anything, () => indexTurns(this.#db, isMissing, (id, turn) => this.putTurn(id, turn)));
    }
  }
}
