import { porter } from './porter.ts';
import { segmentsOf } from './scripts.ts';
import { isStopWord } from './stopWords.ts';
import { hasKana, tellingRuns } from './tellingRuns.ts';

/** Words of questions and texts: how index, questions, similarity and marks read them alike. */

export interface QueryTerm {
  /** As typed: one word, a run of a script without blanks, or several words that belong together. */
  text: string;
  /** May be the beginning of a longer word. */
  prefix: boolean;
  /** Quoted: a long run does not match by parts of it. */
  quoted?: true;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’_.-][\p{L}\p{N}\p{M}]+)*/gu;

interface Candidate extends QueryTerm {
  little: boolean;
}

/**
 * The words that carry a question: quoted ones stay together, little words go unless there is nothing else.
 * With `prefix`, the last word may still be being typed.
 */
export function queryTerms(text: string, prefix = false): QueryTerm[] {
  const read = text.slice(0, 2000);
  const japanese = hasKana(read);
  const terms: Candidate[] = [];
  let end = 0;
  for (const match of read.matchAll(/"([^"]+)"?|[^"]+/g)) {
    if (match[1] !== undefined) {
      terms.push({ text: match[1].trim(), prefix: false, quoted: true, little: isLittle(match[1].trim()) });
      continue;
    }
    for (const word of match[0].matchAll(wordPattern)) {
      terms.push(...termsOfWord(word[0], japanese));
      end = match.index + word.index + word[0].length;
    }
  }
  const last = terms.at(-1);
  if (prefix && last && end === text.length) {
    last.prefix = true;
  }
  const seen = new Set<string>();
  const distinct = terms.filter(
    term => /[\p{L}\p{N}]/u.test(term.text) && !seen.has(fold(term.text)) && seen.add(fold(term.text)),
  );
  const telling = distinct.filter(term => term.prefix || !term.little);
  const useful = telling.some(term => !term.little) ? telling : distinct;
  return useful.slice(0, 24).map(({ little, ...term }) => term);
}

function termsOfWord(word: string, japanese: boolean): Candidate[] {
  const segments = segmentsOf(word);
  if (segments.every(({ unspaced }) => !unspaced)) {
    return [{ text: word, prefix: false, little: isLittle(word) }];
  }
  return segments.flatMap(({ text, unspaced }): Candidate[] => {
    const telling = unspaced ? tellingRuns(text, japanese) : [text];
    const little = telling.length === 0 || (!unspaced && isLittle(text));
    return (little ? [text] : telling).map(text => ({ text, prefix: false, little }));
  });
}

/** A letter of mathematics looks like a little word, and is none. */
const isLittle = (word: string) => !/[^\p{sc=Latin}\p{M}'’_.-]/u.test(word) && isStopWord(fold(word));

const isAscii = /^[ -~]*$/;
/** Sorting endless marks takes a normaliser the square of their number. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;
/** Accents and optional vowels; what hangs on a letter in Thai or Hindi is part of the word. */
const accents = /[[\p{M}&&[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u3099\u309a]]/gv;

/** Lower case without accents, so that « été » and "ete" meet, and so do full and half width. */
export function fold(text: string): string {
  // Most words are plain: a search folds some ten thousand of them.
  if (isAscii.test(text)) {
    return text.toLowerCase();
  }
  const plain = text.replace(manyMarks, '$1').normalize('NFKD').replace(accents, '').normalize('NFC');
  return plain.toLowerCase().replaceAll('ς', 'σ');
}

/** A word as the index knows it before its ending goes: taking apart `½` must not make two words of it. */
export function foldWord(word: string): string {
  return isAscii.test(word) ? word.toLowerCase() : fold(word).replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** What words of one family have in common: retry, retries, retried → retri. */
export const stem = (word: string): string => porter(foldWord(word));

/** The words that `retryWithBackoff` is made of; none for a plain word. */
export function identifierParts(name: string): string[] {
  if (!/.\p{Lu}/su.test(name)) {
    return [];
  }
  const parts = name.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length > 1 ? parts : [];
}
