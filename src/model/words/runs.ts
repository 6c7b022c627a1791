import { charactersOf, segmentsOf } from './scripts.ts';
import { foldWord, type QueryTerm } from './words.ts';

/** A run of a script without blanks that is looked for. Nobody knows its words, so a long one may be found by parts of it. */
export interface Run {
  /** Folded. */
  characters: string[];
  /** So many of them in a row count as a part; all of them where only the whole counts. */
  part: number;
  /** Katakana spells sounds: a part is a word only where none of it goes on before or behind. */
  apart: boolean;
}

/** Enough of a run: people do not type longer ones, they paste them. */
const LONGEST_RUN = 60;

/** Words of Han characters and Korean ones have two or three as a rule, those that spell sounds have more. */
export function readRun(text: string, quoted: boolean): Run {
  const characters = charactersOf(text).slice(0, LONGEST_RUN).map(foldWord);
  const apart = characters.every(isKatakana);
  const isDense = /^[\p{sc=Han}\p{sc=Hang}々]+$/u.test(text);
  const [longestWord, part] = isDense ? [3, 2] : apart ? [5, 3] : [4, 3];
  return { characters, part: quoted || characters.length <= longestWord ? characters.length : part, apart };
}

export const isKatakana = (character: string): boolean => /^[\p{sc=Kana}ー]/u.test(character);

/** At least this share of a run's characters must stand in a text that is to have it. */
export const ENOUGH_OF_RUN = 0.4;

/** The term itself, or the overlapping parts of a long run. */
export function partsOf(term: QueryTerm): QueryTerm[] {
  const segments = segmentsOf(term.text);
  if (segments.length !== 1 || segments[0]?.unspaced !== true) {
    return [term];
  }
  const { characters, part } = readRun(term.text, term.quoted === true);
  if (part === characters.length) {
    return [term];
  }
  const starts = characters.slice(0, characters.length - part + 1);
  const texts = starts.map((_, start) => characters.slice(start, start + part).join(''));
  return [...new Set(texts)].map(text => ({ text, prefix: false, quoted: true }));
}
