import type { Reach } from '../../model/reach.ts';
import type { SearchHit } from '../../model/search/hits.ts';
import type { Turn, TurnRef } from '../../model/turn/turn.ts';
import { materialIn } from '../../model/turn/whatIsMemory.ts';
import { findTerms } from '../../model/words/findTerms.ts';
import { type QueryTerm, queryTerms } from '../../model/words/words.ts';
import type { Store } from '../../store/store.ts';
import { bestPassage } from './passages.ts';

/** A stretch of the past that bears on a question. */
export interface Passage {
  hit: SearchHit;
  turn: Turn;
  /** What is quoted, and whose words it is. */
  text: string;
  role: 'user' | 'assistant';
  /** How well its words answer the question. */
  score: number;
  /** In 0…1: half the share of the question's words that the turn has, half of those that its best sentence has. */
  similarity: number;
}

export interface Recalled {
  passages: Passage[];
  /** Where nothing fits well: what comes nearest. */
  near: Passage[];
  /** Words of the question that none of them has. */
  missing: string[];
}

export interface RecallOptions {
  reach: Reach;
  limit: number;
  /** How many of the search's hits are read to choose from. */
  candidates?: number;
  /** Turns that the reader sees anyway. */
  except?: readonly TurnRef[];
}

/** At least this share of a question's words must stand in a turn that is to answer it. */
const ENOUGH = 0.5;
/** With less than that, so many of the nearest are shown for what they are. */
const NEAREST = 3;
/** Next to a good passage a much weaker one is noise. */
const WORTH_QUOTING = 0.65;

export async function recall(store: Store, question: string, options: RecallOptions): Promise<Recalled> {
  const terms = queryTerms(question);
  if (terms.length === 0) {
    return { passages: [], near: [], missing: [] };
  }
  const { reach, limit, candidates = limit * 4, except = [] } = options;
  const hits = await store.search.turns({ text: question, reach, limit: candidates, turnsOnly: true, withTurns: true });
  const allPassages = turnsOfHits(hits, except).flatMap(turnHit => passageOf(turnHit, terms));
  const different = allPassages.filter(
    ({ text }, index) => allPassages.findIndex(other => other.text === text) === index,
  );
  const close = best(different.filter(({ terms: { size } }) => size / terms.length >= ENOUGH)).slice(0, limit);
  const near = close.length > 0 ? [] : best(different).slice(0, Math.min(NEAREST, limit));
  const coveredTerms = new Set([...close, ...near].flatMap(passage => [...passage.terms]));
  const missing = terms.filter((_, index) => !coveredTerms.has(index)).map(term => term.text);
  return { passages: close, near, missing };
}

function passageOf(
  { hit, turn }: { hit: SearchHit; turn: Turn },
  terms: QueryTerm[],
): (Passage & { terms: Set<number> })[] {
  const inAnswer = matched(turn.assistant?.content ?? '', terms);
  const all = new Set([...matched(turn.user.content, terms), ...inAnswer]);
  // The answer says what came of the question, unless it does not touch on it at all.
  const role = inAnswer.size > 0 ? 'assistant' : 'user';
  const { text, score } = bestPassage(role === 'assistant' ? turn.assistant!.content : turn.user.content, terms);
  const similarity = (all.size / terms.length + Math.min(1, score / terms.length)) / 2;
  return text === '' || all.size === 0 ? [] : [{ hit, turn, text, role, score, similarity, terms: all }];
}

/** The search found the turns; what is quoted from them decides their order. */
function best<T extends Passage>(passages: readonly T[]): T[] {
  const sorted = passages.toSorted((a, b) => b.score - a.score);
  const least = (sorted[0]?.score ?? 0) * WORTH_QUOTING;
  return sorted.filter(passage => passage.score >= least);
}

/** The turns that were found, as far as the reader does not see them anyway. */
function turnsOfHits(hits: readonly SearchHit[], except: readonly TurnRef[]): { hit: SearchHit; turn: Turn }[] {
  return hits.flatMap(({ turn, ...hit }) =>
    turn && !except.some(other => isSame(other, turn))
      ? materialIn([turn]).map(material => ({ hit, turn: material }))
      : [],
  );
}

function matched(text: string, terms: readonly QueryTerm[]): Set<number> {
  return new Set(findTerms(text, terms).map(match => match.term));
}

function isSame(a: TurnRef, b: TurnRef): boolean {
  return a.conversation_id === b.conversation_id && a.turn_index === b.turn_index;
}
