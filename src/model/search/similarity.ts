import { recencyFactor } from '../recency.ts';
import type { Summary } from '../summary/summary.ts';
import { findTerms } from '../words/findTerms.ts';
import type { QueryTerm } from '../words/words.ts';

/** By words alone so many times more are read than wanted, for their similarity to decide. */
export const CANDIDATES_A_SUMMARY = 3;

/** A word of a question, and how many summaries have it, up to a limit. */
export interface CountedTerm {
  term: QueryTerm;
  count: number;
}

/** How telling the word is: a rare one more, one that no summary has a little. */
export interface WeightedTerm extends CountedTerm {
  weight: number;
}

export function weighTerms(terms: readonly CountedTerm[], summaries: number): WeightedTerm[] {
  const weightOf = (count: number) => Math.log(1 + summaries / count);
  const least = Math.min(...terms.filter(({ count }) => count > 0).map(({ count }) => weightOf(count)));
  const unknown = Number.isFinite(least) ? least / 2 : 1;
  return terms.map(counted => ({ ...counted, weight: counted.count > 0 ? weightOf(counted.count) : unknown }));
}

type Told = Pick<Summary, 'conversation_summary' | 'actions_summary' | 'key_findings'>;

/**
 * Tells how much of the question's words a summary has, with the title of its conversation: 1 when it has all of them.
 * For many summaries at once: what is looked for in them is prepared only here.
 */
export function wordsSharedWith(terms: readonly WeightedTerm[]): (summary: Told, title: string) => number {
  const words = terms.map(({ term }) => term);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return ({ conversation_summary, actions_summary, key_findings }, title) => {
    const text = [conversation_summary, actions_summary, ...key_findings, title].join('\n');
    const found = new Set(findTerms(text, words).map(({ term }) => term));
    return terms.reduce((sum, { weight }, index) => sum + (found.has(index) ? weight : 0), 0) / total;
  };
}

/** In milliseconds now, and in how many days a summary comes near to counting half. */
export interface Recency {
  now: number;
  days: number;
}

/** The best so many: by their words, and by age too where it is said how. `at` is what time they cover, in milliseconds. */
export function mostSimilar<S extends { words: number; at: number }>(
  summaries: readonly S[],
  limit: number,
  recency?: Recency,
): S[] {
  const scoreOf = ({ words, at }: S) => (recency ? words * recencyFactor(recency.now - at, recency.days) : words);
  return summaries.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, limit);
}
