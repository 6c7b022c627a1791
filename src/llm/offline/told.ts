import type { NamedSentence } from '../../model/summary/evidence.ts';
import { type Evidence, SUMMARY_TEXT_CHARS } from '../../model/summary/summary.ts';
import { claimsOf, contentWords, Source } from '../../model/text/claims.ts';
import { formatTurn } from '../../model/text/turnText.ts';
import type { Turn } from '../../model/turn/turn.ts';
import { bothEnds } from './plainText.ts';
import type { ReadTurn } from './readTurns.ts';

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

export function supported({ sentences }: Told): Evidence[] {
  return sentences.map(({ sentence, turns }) => ({ sentence, turns: [...turns], supported: true }));
}

export const hasRoom = ({ text }: Told): boolean => text.length <= SUMMARY_TEXT_CHARS;

/** Whether all that a sentence names stands in its turns. Every sentence passes here before it is told. */
export type Check = (sentence: NamedSentence) => boolean;

export function checkAgainst(turns: readonly ReadTurn[]): Check {
  const byIndex = new Map(turns.map(turn => [turn.turn.turn_index, turn]));
  const sourceAt = remembered(index => sourceOf(byIndex.get(index)?.turn));
  const spoken = remembered(index => wordsOf(byIndex.get(index)));
  const used = remembered(index => sourceOf(withoutTexts(byIndex.get(index)?.turn)));
  return ({ sentence, turns: named }) => {
    const claims = claimsOf(sentence);
    if (claims.length > 0) {
      return claims.every(claim => named.some(index => sourceAt(index).holds(claim)));
    }
    const words = contentWords(sentence);
    const isSaid = (index: number) => words.some(word => spoken(index).has(word)) || used(index).sharesWord(words);
    return words.length === 0 || named.some(isSaid);
  };
}

/** Made when it is first asked for. */
function remembered<T>(make: (index: number) => T): (index: number) => T {
  const values = new Map<number, T>();
  return index => {
    const value = values.get(index) ?? make(index);
    values.set(index, value);
    return value;
  };
}

const sourceOf = (turn: Turn | undefined) => new Source(turn ? formatTurn(withoutMiddles(turn)) : '');

/** All words of the sentences that were read: finding them again would take as long as reading did. */
function wordsOf(turn: ReadTurn | undefined): ReadonlySet<string> {
  const words = new Set<string>();
  for (const unit of turn ? [...turn.userUnits, ...turn.units] : []) {
    for (const word of unit.words) {
      words.add(word);
    }
  }
  return words;
}

const withoutTexts = (turn: Turn | undefined): Turn | undefined =>
  turn && {
    ...turn,
    user: { ...turn.user, content: '' },
    assistant: turn.assistant && { ...turn.assistant, content: '' },
  };

/** More than is ever quoted from a result or an argument. */
const TOOL_CHARS_READ = 20_000;
const TEXT_CHARS = 400_000;

/** A turn can hold megabytes; what is told comes from the ends of its texts. */
function withoutMiddles(turn: Turn): Turn {
  const { user, assistant, tools } = turn;
  return {
    ...turn,
    user: { ...user, content: bothEnds(user.content, TEXT_CHARS) },
    assistant: assistant && { ...assistant, content: bothEnds(assistant.content, TEXT_CHARS) },
    tools: tools.map(({ call, result }) => ({
      call,
      result: result && { ...result, result: bothEnds(result.result, TOOL_CHARS_READ) },
    })),
  };
}
