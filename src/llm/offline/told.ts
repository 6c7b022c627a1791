import { claimsOf, contentWords, Source } from '../../model/claims.ts';
import type { NamedSentence } from '../../model/evidence.ts';
import { SUMMARY_TEXT_CHARS } from '../../model/summary.ts';
import type { Turn } from '../../model/turn.ts';
import { formatTurn } from '../../model/turnText.ts';

/** A text of a summary with the turns of each sentence. */
export interface Told {
  text: string;
  sentences: NamedSentence[];
}

export const nothingTold: Told = { text: '', sentences: [] };

/** Each line is a list of sentences. */
export function tell(lines: readonly NamedSentence[][]): Told {
  return {
    text: lines.map(line => line.map(({ sentence }) => sentence).join(' ')).join('\n'),
    sentences: lines.flat(),
  };
}

export const hasRoom = ({ text }: Told): boolean => text.length <= SUMMARY_TEXT_CHARS;

/** Whether all that a sentence names stands in its turns. Every sentence passes here before it is told. */
export type Check = (sentence: NamedSentence) => boolean;

export function checkAgainst(turns: readonly Turn[]): Check {
  const byIndex = new Map(turns.map(turn => [turn.turn_index, turn]));
  const sources = new Map<number, Source>();
  const sourceOf = (index: number): Source => {
    const turn = byIndex.get(index);
    const source = sources.get(index) ?? new Source(turn ? formatTurn(turn) : '');
    sources.set(index, source);
    return source;
  };
  return ({ sentence, turns: named }) => {
    const claims = claimsOf(sentence);
    if (claims.length > 0) {
      return claims.every(claim => named.some(index => sourceOf(index).holds(claim)));
    }
    const words = contentWords(sentence);
    return words.length === 0 || named.some(index => sourceOf(index).sharesWord(words));
  };
}
