import type { SearchHit, SummaryHit } from '../../../model/search/hits.ts';
import { CANDIDATES, orderOfHits } from '../../../model/search/orderOfHits.ts';
import { titleHit, turnHit } from '../../../model/search/searchHit.ts';
import {
  CANDIDATES_A_SUMMARY,
  mostSimilar,
  type WeightedTerm,
  weighTerms,
  wordsSharedWith,
} from '../../../model/search/similarity.ts';
import type { Turn } from '../../../model/turn/turn.ts';
import { argumentsOf, type LinkedFile, turnFiles } from '../../../model/turn/turnFiles.ts';
import { type QueryTerm, queryTerms } from '../../../model/words/words.ts';
import { systemClock } from '../../../util/clock.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import type { SearchQuery, SearchStore, SummarySearch } from '../../searchStore.ts';
import { onlyTurn } from '../../turnStore.ts';
import { isAsked } from '../schema/turnKinds.ts';
import type { Condition } from '../sql/condition.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import type { IndexHit, IndexQuery, TextIndex } from '../words/textIndex.ts';
import { toListedSummary, toSummaryTexts } from './rows.ts';
import { listedColumns } from './summaries.ts';
import type { SqliteTurns } from './turns.ts';

type Row = Record<string, unknown>;

type BestPlace = IndexHit & { score: number };

/** A summary by its id: the share of the words it has, and what time it covers. */
interface WeighedSummary {
  id: number;
  words: number;
  at: number;
}

export class SqliteSearch implements Sync<SearchStore> {
  readonly #db: Database;
  readonly #index: TextIndex;
  readonly #turns: SqliteTurns;

  constructor(db: Database, index: TextIndex, turns: SqliteTurns) {
    this.#db = db;
    this.#index = index;
    this.#turns = turns;
  }

  turns(query: SearchQuery): SearchHit[] {
    const terms = queryTerms(query.text, query.prefix);
    const turns = this.#index.findTurns({
      ...indexQuery(query, terms, filterOf(query, 'u.timestamp_ms')),
      ...(query.role ? { column: query.role === 'user' ? ('prompt' as const) : ('answer' as const) } : {}),
      ...(query.file ? { file: query.file } : {}),
      ...(query.reach === 'all' ? {} : { workspace: query.reach.workspace_id }),
    });
    const titles = query.role || query.file || query.turnsOnly ? [] : this.#titles(query, terms);
    const places = [
      ...turns.map(found => ({ ...found, isTitle: false })),
      ...titles.map(found => ({ ...found, isTitle: true })),
    ];
    const best = orderOfHits(places, { hasWords: terms.length > 0, now: systemClock.now(), limit: query.limit });
    return best.map(place => (place.isTitle ? this.#titleHit(place, terms) : this.#turnHit(place, terms, query)));
  }

  /** Words only, so far. */
  summaries(query: SummarySearch): SummaryHit[] {
    const { counted, summaries } = this.#index.countSummaries(queryTerms(query.text));
    const terms = weighTerms(counted, summaries);
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
      return this.#summaryHits(mostSimilar(this.#weighed(ids, terms), limit, query.recency));
    });
  }

  #weighed(ids: readonly number[], terms: readonly WeightedTerm[]): WeighedSummary[] {
    const rows = this.#db.all(
      `SELECT s.id, s.conversation_summary, s.actions_summary, s.key_findings, s.covers_ms, c.title
       FROM json_each(?) wanted CROSS JOIN summary s ON s.id = wanted.value
         JOIN conversation c ON c.uuid = s.conversation_id`,
      JSON.stringify(ids),
    );
    const shareOf = wordsSharedWith(terms);
    return rows.map(row => ({
      id: Number(row.id),
      words: shareOf(toSummaryTexts(row), String(row.title)),
      at: Number(row.covers_ms),
    }));
  }

  #summaryHits(weighed: readonly WeighedSummary[]): SummaryHit[] {
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

  #turnHit({ id, score, complete }: BestPlace, terms: QueryTerm[], query: SearchQuery): SearchHit {
    const row = this.#db.get(
      `SELECT u.conversation_id, u.turn_index, c.title, c.source, c.workspace_id, c.workspace_name
       FROM message u JOIN conversation c ON c.uuid = u.conversation_id WHERE u.id = ?`,
      id,
    )!;
    const ref = { conversation_id: String(row.conversation_id), turn_index: Number(row.turn_index) };
    const turn = this.#turns.read([{ ...onlyTurn(ref), textsOnly: !query.withTurns }])[0]![0]!;
    const toolArguments = query.withTurns ? argumentsOf(turn.tools) : this.#toolArguments(turn);
    const files = turnFiles(turn.user.references, toolArguments, this.#linkedFiles(turn));
    const { conversation_id } = ref;
    const hit = turnHit({ ...whereOf(row), conversation_id, turn, files, score, complete }, terms, query.role);
    return query.withTurns ? { ...hit, turn } : hit;
  }

  #linkedFiles({ user, assistant }: Turn): LinkedFile[] {
    const rows = this.#db.all(
      `SELECT f.path, l.path AS path_then FROM message_mentions_file l JOIN file f ON f.uuid = l.file_id
       WHERE l.message_id IN (?, ?) ORDER BY f.path LIMIT 50`,
      user.uuid,
      assistant?.uuid ?? null,
    );
    return rows.map(row => ({ file: { path: String(row.path) }, path_then: String(row.path_then ?? row.path) }));
  }

  #toolArguments({ assistant }: Turn): unknown[] {
    const rows = assistant
      ? this.#db.all('SELECT arguments FROM tool_call WHERE message_id = ? LIMIT 50', assistant.uuid)
      : [];
    return rows.map(row => JSON.parse(String(row.arguments)) as unknown);
  }

  #titleHit({ id, score }: BestPlace, terms: QueryTerm[]): SearchHit {
    const row = this.#db.get('SELECT * FROM conversation WHERE id = ?', id)!;
    const found = { ...whereOf(row), conversation_id: String(row.uuid), score };
    return titleHit({ ...found, timestamp: String(row.updated_at) }, terms);
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

const turnsOf = `SELECT 1 FROM message u WHERE u.conversation_id = s.conversation_id
  AND u.turn_index BETWEEN s.start_turn AND s.end_turn AND u.sequence_number = 0`;
const saysSomething = `(EXISTS (${turnsOf} AND ${isAsked('u')}) OR NOT EXISTS (${turnsOf}))`;

/** What was only looked up is no memory; a summary of nothing else was made before that was known. */
const isMemory = {
  'u.timestamp_ms': isAsked('u'),
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
