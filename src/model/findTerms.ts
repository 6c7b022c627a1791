import { fold, identifierParts, type QueryTerm, stem } from './words.ts';

export interface Match {
  start: number;
  end: number;
  term: number;
  /** The term is a word by itself, not a part of an identifier. */
  whole: boolean;
}

/** Where the terms stand in a text, in order and without overlap. */
export function findTerms(text: string, terms: readonly QueryTerm[]): Match[] {
  const { match, begins } = matcherOf(terms);
  const found: Match[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    const { end, kind } = wordAt(text, start);
    at = end > start ? end : start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
    // Most words begin with other letters than any of the terms: they need no closer look.
    if (end > start && (kind === 'other' || mayMatch(text, start, end, kind, begins))) {
      const hit = match(text.slice(start, end));
      if (hit) {
        found.push({ start, end, ...hit });
      }
    }
  }
  return found;
}

/** Of ASCII letters and digits only: without capitals inside, or with some; else other. */
type WordKind = 'plain' | 'capitals' | 'other';

const letters = /[\p{L}\p{N}\p{M}]+/gu;
const lettersHere = new RegExp(letters.source, 'uy');
const [NONE, SMALL, CAPITAL] = [0, 1, 2];
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Z]/.test(char) ? CAPITAL : /[a-z0-9]/.test(char) ? SMALL : NONE;
});

/** The word that begins here; empty when none does. */
function wordAt(text: string, start: number): { end: number; kind: WordKind } {
  let kind: WordKind = 'plain';
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 128) {
      lettersHere.lastIndex = start;
      return { end: lettersHere.test(text) ? lettersHere.lastIndex : start, kind: 'other' };
    }
    if (ascii[code] === NONE) {
      break;
    }
    if (ascii[code] === CAPITAL && end > start) {
      kind = 'capitals';
    }
  }
  return { end, kind };
}

/** Whether the word begins as one of the terms does, or one of its parts, which begin with a capital. */
function mayMatch(text: string, start: number, end: number, kind: WordKind, begins: Uint8Array): boolean {
  if (begins[pairAt(text, start, end)] === 1) {
    return true;
  }
  for (let at = start + 1; kind === 'capitals' && at < end; at++) {
    if (ascii[text.charCodeAt(at)] === CAPITAL && begins[pairAt(text, at, end)] === 1) {
      return true;
    }
  }
  return false;
}

/** Two letters, as small ones, in one number: in ASCII a small letter is its capital with one bit more. */
function pairAt(word: string, at: number, end: number): number {
  return ((word.charCodeAt(at) | 32) << 7) | (at + 1 < end ? word.charCodeAt(at + 1) | 32 : 0);
}

type WordMatcher = (word: string) => Pick<Match, 'term' | 'whole'> | undefined;

interface Matcher {
  match: WordMatcher;
  /** By the first two letters of a word of ASCII: 1 when it can match. */
  begins: Uint8Array;
}

/** One search looks through many texts for the same terms, and texts use the same words again and again. */
const matchers = new WeakMap<readonly QueryTerm[], Matcher>();

function matcherOf(terms: readonly QueryTerm[]): Matcher {
  const ready = matchers.get(terms);
  if (ready) {
    return ready;
  }
  const matcher = makeMatcher(terms);
  const known = new Map<string, ReturnType<WordMatcher>>();
  const match: WordMatcher = word => {
    if (!known.has(word)) {
      known.set(word, matcher.match(word));
    }
    return known.get(word);
  };
  matchers.set(terms, { ...matcher, match });
  return { ...matcher, match };
}

function makeMatcher(terms: readonly QueryTerm[]): Matcher {
  const wanted = terms.map((term, index) => ({
    index,
    words: [...term.text.matchAll(letters)].map(([word]) => ({
      start: term.prefix ? fold(word) : stem(word),
      prefix: term.prefix,
    })),
  }));
  const begins = beginsOf(wanted.flatMap(({ words }) => words.map(({ start }) => start)));
  const match: WordMatcher = word => {
    const names = [word, ...identifierParts(word)].map(fold);
    for (const { index, words } of wanted) {
      const name = names.findIndex(name => words.some(word => isOfFamily(name, word)));
      if (name >= 0) {
        return { term: index, whole: name === 0 };
      }
    }
    return undefined;
  };
  return { match, begins };
}

function beginsOf(starts: readonly string[]): Uint8Array {
  const begins = new Uint8Array(128 * 128);
  for (const start of starts) {
    const pair = pairAt(start, 0, start.length);
    if (start === '') {
      begins.fill(1);
    } else if (start.length === 1) {
      begins.fill(1, pair, pair + 128);
    } else {
      begins[pair] = 1;
    }
  }
  return begins;
}

const usualEnding = /^(?:ations?|ions?|ings?|ying|ies|ied|ed|e?s|ers?|ly|y|e|)$/;

/** Words of one family share their beginning and differ by a usual ending: "retr" is in retries, not in retrieve. */
function isOfFamily(word: string, { start, prefix }: { start: string; prefix: boolean }): boolean {
  return word.startsWith(start) && (prefix || usualEnding.test(word.slice(start.length)));
}
