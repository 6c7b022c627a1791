import { Coverage, RunFinder, type TermRun } from './findRuns.ts';
import type { Match } from './match.ts';
import { porter } from './porter.ts';
import { ENOUGH_OF_RUN, readRun } from './runs.ts';
import { type Segment, segmentsOf } from './scripts.ts';
import { foldWord, identifierParts, type QueryTerm } from './words.ts';

/** Where the terms stand in a text, in order and without overlap. */
export function findTerms(text: string, terms: readonly QueryTerm[]): Match[] {
  const { match, begins, runs, runFinder } = matcherOf(terms);
  const matches: Match[] = [];
  const coverage = new Coverage();
  const foundRuns = new Set<number>();
  const look = (start: number, end: number) => {
    const hit = match(text.slice(start, end));
    if (hit) {
      matches.push({ start, end, ...hit });
    }
  };
  for (let at = 0; at < text.length; ) {
    const start = at;
    const { end, kind } = wordAt(text, start);
    at = end > start ? end : start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
    if (end === start) {
      continue;
    }
    if (kind === 'other') {
      for (const segment of segmentsOf(text.slice(start, end))) {
        if (segment.unspaced) {
          for (const stretch of runFinder.find(segment.text, start + segment.start, coverage)) {
            foundRuns.add(stretch.start);
            matches.push(stretch);
          }
        } else {
          look(start + segment.start, start + segment.start + segment.text.length);
        }
      }
      // Most words begin with other letters than any of the terms: they need no closer look.
    } else if (mayMatch(text, start, end, kind, begins)) {
      look(start, end);
    }
  }
  if (runs.length === 0) {
    return matches;
  }
  const enough = coverage.terms(runs, ENOUGH_OF_RUN);
  const all = coverage.terms(runs, 1);
  return matches
    .filter(({ term, start }) => enough.has(term) || !foundRuns.has(start))
    .map(match => (foundRuns.has(match.start) && all.has(match.term) ? { ...match, whole: true } : match));
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
  runs: readonly TermRun[];
  runFinder: RunFinder;
}

/** One search looks through many texts for the same terms, and texts use the same words again and again. */
const matchers = new WeakMap<readonly QueryTerm[], Matcher>();

function matcherOf(terms: readonly QueryTerm[]): Matcher {
  const ready = matchers.get(terms);
  if (ready) {
    return ready;
  }
  const matcher = makeMatcher(terms);
  const matchOf = new Map<string, ReturnType<WordMatcher>>();
  const match: WordMatcher = word => {
    if (!matchOf.has(word)) {
      matchOf.set(word, matcher.match(word));
    }
    return matchOf.get(word);
  };
  matchers.set(terms, { ...matcher, match });
  return { ...matcher, match };
}

interface WantedWord {
  stem: string;
  /** What a word may begin with: one that is still being typed. */
  start: string | undefined;
}

function makeMatcher(terms: readonly QueryTerm[]): Matcher {
  const segments = terms.map(term => [...term.text.matchAll(letters)].flatMap(([word]) => segmentsOf(word)));
  const termWords = terms.map((term, index) => ({ index, words: wantedWords(segments[index]!, term.prefix) }));
  const runs = terms.flatMap((term, index) => termRuns(segments[index]!, term, index));
  const match: WordMatcher = word => {
    const names = [word, ...identifierParts(word)].map(foldWord);
    for (const { index, words } of termWords) {
      const name = names.findIndex(name => words.some(word => isOfFamily(name, word)));
      if (name >= 0) {
        return { term: index, whole: name === 0 };
      }
    }
    return undefined;
  };
  const begins = beginsOf(termWords.flatMap(({ words }) => words.flatMap(({ stem, start }) => [stem, start ?? stem])));
  return { match, begins, runs, runFinder: new RunFinder(runs) };
}

function wantedWords(segments: readonly Segment[], prefix: boolean): WantedWord[] {
  const words = segments.filter(({ unspaced }) => !unspaced).map(({ text }) => foldWord(text));
  return words.filter(word => word !== '').map(word => ({ stem: porter(word), start: prefix ? word : undefined }));
}

function termRuns(segments: readonly Segment[], { quoted }: QueryTerm, term: number): TermRun[] {
  const runs = segments.filter(({ unspaced }) => unspaced);
  return runs.map(({ text }) => ({ ...readRun(text, quoted === true || segments.length > 1), term }));
}

function beginsOf(starts: readonly string[]): Uint8Array {
  const begins = new Uint8Array(128 * 128);
  for (const start of starts) {
    const pair = pairAt(start, 0, start.length);
    if (start.length === 1) {
      begins.fill(1, pair, pair + 128);
    } else {
      begins[pair] = 1;
      // "ays" has the stem "ai".
      begins[start[1] === 'i' ? pairAt(`${start[0]}y`, 0, 2) : pair] = 1;
    }
  }
  return begins;
}

/** Looking for a stem takes a while; it begins as the word does. */
function isOfFamily(name: string, { stem, start }: WantedWord): boolean {
  const isOf = name.charCodeAt(0) === stem.charCodeAt(0) && porter(name) === stem;
  return isOf || (start !== undefined && name.startsWith(start));
}
