import { recencyFactor } from '../../../model/recency.ts';
import type { Message } from '../../../model/turn.ts';
import { turnFiles } from '../../../model/turnFiles.ts';
import { findTerms } from '../../../model/words/findTerms.ts';
import { makeSnippet } from '../../../model/words/snippet.ts';
import { type QueryTerm, queryTerms } from '../../../model/words/words.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import type { SearchHit, SearchQuery, SearchStore, SummaryHit, SummarySearch } from '../../searchStore.ts';
import type { Condition } from '../sql/condition.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { IndexHit, IndexQuery, TextIndex, WeightedTerm } from '../words/textIndex.ts';
import { toListedSummary, toMessage } from './rows.ts';
import { listedColumns } from './summaries.ts';

type Row = Record<string, unknown>;

/** So many of the best by words are weighed with their age as well. */
const CANDIDATES = 200;
/** What happened today counts up to this much more than what is long ago. */
const RECENCY_SHARE = 0.25;
const RECENCY_DAYS = 30;
/** By bm25 so many times more are read than wanted, for their similarity to decide. */
const CANDIDATES_A_SUMMARY = 3;

/** A summary by its id: the share of the words it has, and what time it covers. */
interface Weighed {
  id: number;
  words: number;
  at: number;
}

export class SqliteSearch implements Sync<SearchStore> {
  readonly #db: Database;
  readonly #index: TextIndex;

  constructor(db: Database, index: TextIndex) {
    this.#db = db;
    this.#index = index;
  }

  turns(query: SearchQuery): SearchHit[] {
    const terms = queryTerms(query.text, query.prefix);
    const now = Date.now();
    const turns = this.#index.findTurns({
      ...indexQuery(query, terms, filterOf(query, 'u.timestamp_ms')),
      ...(query.role ? { column: query.role === 'user' ? ('prompt' as const) : ('answer' as const) } : {}),
      ...(query.file ? { file: query.file } : {}),
      ...(query.reach === 'all' ? {} : { workspace: query.reach.workspace_id }),
    });
    const titles = query.role || query.file || query.turnsOnly ? [] : this.#titles(query, terms);
    const hits = [
      // Without words, by a file alone, the newest are the best.
      ...turns.map(hit => ({ ...hit, score: terms.length > 0 ? scoreOf(hit, now) : hit.at, isTitle: false })),
      ...titles.map(hit => ({ ...hit, score: scoreOf(hit, now), isTitle: true })),
    ];
    const best = hits.sort((a, b) => b.score - a.score).slice(0, query.limit);
    return best.map(hit => (hit.isTitle ? this.#titleHit(hit, terms) : this.#turnHit(hit, terms, query)));
  }

  /** Words only, so far: the share of the question's words that a summary has, rare ones weighing more. */
  summaries(query: SummarySearch): SummaryHit[] {
    const terms = this.#index.weigh(queryTerms(query.text));
    const where = filterOf(query, 's.covers_ms');
    return query.limits.flatMap(({ levels, limit }) => {
      const ids = this.#index.findSummaries({
        terms,
        levels,
        where,
        limit: limit * CANDIDATES_A_SUMMARY,
        newestToo: query.recency !== undefined,
        ...(query.reach === 'all' ? {} : { workspace: query.reach.workspace_id }),
      });
      const weighed = this.#weighed(ids, terms);
      const scoreOf = ({ words, at }: Weighed) =>
        query.recency ? words * recencyFactor(query.recency.now - at, query.recency.days) : words;
      const best = weighed.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, limit);
      return this.#summaryHits(best);
    });
  }

  /** For each of these summaries, how much of the words it has: 1 when it has all of them. */
  #weighed(ids: readonly number[], weighted: readonly WeightedTerm[]): Weighed[] {
    const terms = weighted.map(({ term }) => term);
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    const rows = this.#db.all(
      `SELECT s.id, s.conversation_summary || char(10) || s.actions_summary || char(10) || s.key_findings || char(10)
         || c.title AS text, s.covers_ms
       FROM json_each(?) wanted CROSS JOIN summary s ON s.id = wanted.value
         JOIN conversation c ON c.uuid = s.conversation_id`,
      JSON.stringify(ids),
    );
    return rows.map(row => {
      const found = new Set(findTerms(String(row.text), terms).map(match => match.term));
      const sum = weighted.reduce((sum, { weight }, index) => sum + (found.has(index) ? weight : 0), 0);
      return { id: Number(row.id), words: sum / total, at: Number(row.covers_ms) };
    });
  }

  #summaryHits(weighed: readonly Weighed[]): SummaryHit[] {
    const rows = this.#db.all(
      `SELECT ${listedColumns} FROM json_each(?) wanted CROSS JOIN summary s ON s.id = wanted.value
         JOIN conversation c ON c.uuid = s.conversation_id ORDER BY wanted.key`,
      JSON.stringify(weighed.map(({ id }) => id)),
    );
    return rows.map((row, index) => {
      const similarity = weighed[index]!.words;
      const timestamp = formatLocalDate(new Date(Number(row.covers_ms)));
      return { ...toListedSummary(row), words: similarity, similarity, timestamp };
    });
  }

  #titles(query: SearchQuery, terms: QueryTerm[]): IndexHit[] {
    const where = filterOf(query, 'c.updated_ms');
    return this.#index.findTitles(indexQuery(query, terms, where));
  }

  #turnHit(hit: { id: number; score: number; complete: boolean }, terms: QueryTerm[], query: SearchQuery): SearchHit {
    const row = this.#db.get(
      `SELECT u.*, c.title, c.source, c.workspace_id, c.workspace_name, a.content AS answer, a.uuid AS answer_id
       FROM message u JOIN conversation c ON c.uuid = u.conversation_id
       LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index
         AND a.sequence_number = 1
       WHERE u.id = ?`,
      hit.id,
    )!;
    const asked = toMessage(row);
    const prompt = makeSnippet(asked.content, terms);
    const answer = makeSnippet(asked.kind === 'note' ? '' : String(row.answer ?? ''), terms);
    const showAnswer = query.role ? query.role === 'assistant' : answer.matched > prompt.matched;
    const { snippet, highlights } = showAnswer ? answer : prompt;
    return {
      ...whereOf(row),
      conversation_id: asked.conversation_id,
      turn_index: asked.turn_index,
      role: showAnswer ? 'assistant' : 'user',
      timestamp: asked.timestamp,
      snippet,
      highlights,
      files: this.#filesOf(asked, row.answer_id),
      score: hit.score,
      complete: hit.complete,
    };
  }

  #filesOf({ uuid, references }: Message, answer_id: unknown): string[] {
    const rows = this.#db.all(
      `SELECT f.path, l.path AS path_then FROM message_mentions_file l JOIN file f ON f.uuid = l.file_id
       WHERE l.message_id IN (?, ?) ORDER BY f.path LIMIT 50`,
      uuid,
      String(answer_id),
    );
    const linked = rows.map(row => ({
      file: { path: String(row.path) },
      path_then: String(row.path_then ?? row.path),
    }));
    return turnFiles(references, this.#toolArguments(answer_id), linked);
  }

  #toolArguments(message_id: unknown): unknown[] {
    if (typeof message_id !== 'string') {
      return [];
    }
    const rows = this.#db.all('SELECT arguments FROM tool_call WHERE message_id = ? LIMIT 50', message_id);
    return rows.map(row => JSON.parse(String(row.arguments)) as unknown);
  }

  #titleHit(hit: { id: number; score: number }, terms: QueryTerm[]): SearchHit {
    const row = this.#db.get('SELECT * FROM conversation WHERE id = ?', hit.id)!;
    const { snippet, highlights } = makeSnippet(String(row.title), terms);
    return {
      ...whereOf(row),
      conversation_id: String(row.uuid),
      turn_index: undefined,
      role: 'user',
      timestamp: String(row.updated_at),
      snippet,
      highlights,
      files: [],
      score: hit.score,
      complete: true,
    };
  }
}

function indexQuery(query: SearchQuery, terms: QueryTerm[], where: Condition): IndexQuery {
  return { terms, where, wanted: query.limit, limit: Math.max(CANDIDATES, query.limit) };
}

function whereOf(row: Row) {
  return {
    conversation_title: String(row.title),
    source: String(row.source),
    workspace_id: String(row.workspace_id),
    workspace_name: String(row.workspace_name),
  };
}

/** A turn with all the words is always before one with some of them. */
function scoreOf(hit: IndexHit, now: number): number {
  const age = Math.max(0, now - hit.at) / 86_400_000;
  const recency = 1 + RECENCY_SHARE * Math.exp(-age / RECENCY_DAYS);
  return (hit.complete ? 1000 : 0) + -hit.rank * recency;
}

const turnsOf = `SELECT 1 FROM message u WHERE u.conversation_id = s.conversation_id
  AND u.turn_index BETWEEN s.start_turn AND s.end_turn AND u.sequence_number = 0`;
const saysSomething = `(EXISTS (${turnsOf} AND u.kind <> 'lookup') OR NOT EXISTS (${turnsOf}))`;

/** What was only looked up is no memory; a summary of nothing else was made before that was known. */
const isMemory = {
  'u.timestamp_ms': "u.kind <> 'lookup'",
  'c.updated_ms': 'c.turn_count > c.lookup_count',
  's.covers_ms': saysSomething,
};

type Filters = Pick<SearchQuery, 'reach' | 'includeArchived' | 'source' | 'from' | 'to' | 'lookups'>;

function filterOf(query: Filters, time: 'u.timestamp_ms' | 'c.updated_ms' | 's.covers_ms'): Condition {
  const conditions = [
    query.lookups ? '1' : isMemory[time],
    ...(time === 'u.timestamp_ms' ? ['u.withdrawn_ms IS NULL'] : []),
  ];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number) => {
    conditions.push(sql);
    values.push(value);
  };
  if (query.reach !== 'all') {
    add('c.workspace_id = ?', query.reach.workspace_id);
  }
  if (!query.includeArchived) {
    add('c.status = ?', 'active');
  }
  if (query.source) {
    add('c.source = ? COLLATE NOCASE', query.source);
  }
  if (query.from !== undefined) {
    add(`${time} >= ?`, query.from);
  }
  if (query.to !== undefined) {
    add(`${time} < ?`, query.to);
  }
  return { sql: conditions.join(' AND '), values };
}
