import { DAY_MS } from '../../util/dates.ts';

/** So many of the best by words are weighed with their age as well. */
export const CANDIDATES = 200;

/** What happened today counts up to this much more than what is long ago. */
const RECENCY_SHARE = 0.25;
const RECENCY_DAYS = 30;
/** More than words and age ever make up for. */
const ALL_WORDS = 1000;

/** A turn or a title that an index found. */
export interface FoundPlace {
  /** How well it fits by its words: higher is better, comparable within one answer. */
  fit: number;
  /** When it was said or last changed, in milliseconds. */
  at: number;
  /** It has all the words, not only some. */
  complete: boolean;
}

export interface OrderOptions {
  /** Without words, by a file alone, the newest are the best. */
  hasWords: boolean;
  now: number;
  limit: number;
}

/** A place that has all the words is always before one that has some of them. */
export function scoreOf({ fit, at, complete }: FoundPlace, now: number): number {
  const days = Math.max(0, now - at) / DAY_MS;
  const recency = 1 + RECENCY_SHARE * Math.exp(-days / RECENCY_DAYS);
  return (complete ? ALL_WORDS : 0) + fit * recency;
}

/** Whether one that fits so well, and all that fit less, cannot be among the best `wanted`, whatever their age. */
export function isOutOfReach(fit: number, bestFits: readonly { fit: number }[], wanted: number): boolean {
  const last = bestFits[wanted - 1];
  return last !== undefined && fit * (1 + RECENCY_SHARE) < last.fit;
}

/** Turns and titles among each other, the best first. */
export function orderOfHits<P extends FoundPlace>(
  places: readonly P[],
  options: OrderOptions,
): (P & { score: number })[] {
  const { hasWords, now, limit } = options;
  return places
    .map(place => ({ ...place, score: hasWords ? scoreOf(place, now) : place.at }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
