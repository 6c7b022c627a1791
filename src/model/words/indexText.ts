import { charactersOf, segmentsOf } from './scripts.ts';
import { foldWord, identifierParts } from './words.ts';

/** Words, and what lies between them: the index takes private and unknown characters for letters. */
const wordsAndOthers = /([\p{L}\p{N}\p{M}]+)|[^\0-\x7f\p{L}\p{N}\p{M}]+/gu;
const isAscii = /^[\0-\x7f]*$/;
/** `retryWith` or `HTTPServer`; not `3F2A`. */
const isIdentifier = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/**
 * A text as the word index reads it: words folded, scripts without blanks by pairs of characters so that each part of a
 * run is found, and behind it the parts of identifiers, which answer to them as well.
 */
export function indexText(text: string): string {
  const parts = [...partsOfIdentifiers(text)].map(part => indexWord(part, false)).join(' ');
  const words = isAscii.test(text)
    ? text
    : text.replace(wordsAndOthers, (_, word?: string) => (word ? indexWord(word, false) : ' '));
  return parts === '' ? words : `${words}\n${parts}`;
}

export interface Phrase {
  text: string;
  /** Its last character may be the first one of a pair. */
  open: boolean;
}

/** What is looked for, as the index has it: its last run may go on. */
export function indexPhrase(text: string): Phrase {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const parts = words.map((word, index) => indexWord(word, index === words.length - 1));
  const run = segmentsOf(words.at(-1) ?? '').at(-1);
  return { text: parts.join(' '), open: run?.unspaced === true && charactersOf(run.text).length === 1 };
}

/** Every character with the next one, and the last one alone: each of them begins one word of the index. */
export function pairsOf(run: string): string[] {
  const characters = charactersOf(run).map(foldWord);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function indexWord(word: string, goesOn: boolean): string {
  if (isAscii.test(word)) {
    return word;
  }
  const segments = segmentsOf(word);
  return segments
    .map(({ text, unspaced }, index) => {
      if (!unspaced) {
        return foldWord(text);
      }
      const pairs = pairsOf(text);
      return (goesOn && index === segments.length - 1 && pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ');
    })
    .join(' ');
}

/** Longer names are made by programs. */
const LONGEST_NAME = 80;

function partsOfIdentifiers(text: string): Set<string> {
  const parts = new Set<string>();
  for (const name of namesIn(text)) {
    for (const part of name.length <= LONGEST_NAME && isIdentifier.test(name) ? identifierParts(name) : []) {
      parts.add(part);
    }
  }
  return parts;
}

const [OTHER, SMALL, CAPITAL, BEYOND] = [0, 1, 2, 3];
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Z]/.test(char) ? CAPITAL : /[a-z0-9]/.test(char) ? SMALL : OTHER;
});

/** Words with a capital inside; a loop, for a text is mostly words without one. */
function* namesIn(text: string): Generator<string> {
  let start = 0;
  let inner = false;
  let beyond = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const kind = code < 128 ? ascii[code]! : BEYOND;
    if (kind !== OTHER) {
      inner ||= kind === CAPITAL && at > start;
      beyond ||= kind === BEYOND;
      continue;
    }
    if (beyond) {
      yield* namesBeyondAscii(text.slice(start, at));
    } else if (inner) {
      yield text.slice(start, at);
    }
    start = at + 1;
    inner = false;
    beyond = false;
  }
}

function* namesBeyondAscii(word: string): Generator<string> {
  for (const [letters] of word.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const { text, unspaced } of segmentsOf(letters)) {
      if (!unspaced) {
        yield text;
      }
    }
  }
}
