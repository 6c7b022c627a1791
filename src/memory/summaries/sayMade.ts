import { firstSentence, plural, sayCount } from '../../util/text.ts';
import type { SummarizerState } from './summarizerPolicy.ts';

export const saySummaries = (count: number) => plural(count, 'summary', 'summaries');

/** Why the wanted model does not write now, in a sentence; undefined while it does. */
export function sayWhyAway({ message }: SummarizerState): string | undefined {
  return message === undefined ? undefined : firstSentence(message);
}

/** How many were made, how many of them will be redone, and why. */
export function sayMade(count: number, provisional: number, state: SummarizerState): string {
  if (provisional === 0) {
    return `Made ${saySummaries(count)}.`;
  }
  const which = provisional < count ? `${sayCount(provisional)} of them provisional` : 'provisional for now';
  return `Made ${saySummaries(count)}, ${which}. ${sayWhyAway(state) ?? 'The model was away.'}`;
}

/** Who wrote the newest summaries, and why it was not who is wanted. */
export function sayAuthors(authors: readonly string[], preferred: string, state: SummarizerState): string {
  const counted = Map.groupBy(authors, author => author);
  const shares = [...counted].map(([author, { length }]) => {
    const by = author === 'offline' ? 'offline' : `by ${author}`;
    return counted.size > 1 ? `${length} ${by}` : by;
  });
  const others = [...counted.keys()].some(author => author !== preferred);
  const why = others && preferred !== 'offline' ? sayWhyAway(state) : undefined;
  const when =
    counted.size > 1 ? `the last ${authors.length}: ${shares.join(', ')}` : `lately written ${shares.join('')}`;
  return `${when}${why ? ` (${why.replace(/\.$/, '')})` : ''}`;
}
