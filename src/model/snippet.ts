import { fold, identifierParts, type QueryTerm, stem } from './words.ts';

export interface Snippet {
  snippet: string;
  /** Matched words: start and end offsets in order, apart from each other. */
  highlights: [number, number][];
  /** How many different terms it shows. */
  matched: number;
}

interface Match {
  start: number;
  end: number;
  term: number;
  /** The term is a word by itself, not a part of an identifier. */
  whole: boolean;
}

/** How far into a text matches are looked for: enough for people, bounded for pasted logs. */
const READ = 60_000;

/** The stretch of the text that shows most of the terms, on one line, with those words marked. */
export function makeSnippet(text: string, terms: readonly QueryTerm[], width = 140): Snippet {
  const source = text.slice(0, READ);
  const matches = findTerms(source, terms);
  const best = densest(matches, width);
  const from = best ? startOfWord(source, Math.max(0, best.start - Math.round(width / 4))) : firstWord(source);
  const to = endOfWord(source, Math.min(source.length, from + width));
  const lead = from > firstWord(source) ? '…' : '';
  const shown = matches.filter(match => match.start >= from && match.end <= to);
  const parts: string[] = [lead];
  const highlights: [number, number][] = [];
  let at = from;
  let length = lead.length;
  const push = (piece: string) => {
    const flat = piece.replace(/\s+/g, ' ');
    parts.push(flat);
    length += flat.length;
  };
  for (const match of shown) {
    push(source.slice(at, match.start));
    const start = length;
    push(source.slice(match.start, match.end));
    highlights.push([start, length]);
    at = match.end;
  }
  push(source.slice(at, to).trimEnd());
  if (source.slice(to).trim() !== '') {
    parts.push('…');
  }
  return { snippet: parts.join(''), highlights, matched: new Set(shown.map(match => match.term)).size };
}

/** Where the terms stand in a text, in order and without overlap. */
export function findTerms(text: string, terms: readonly QueryTerm[]): Match[] {
  const matcher = matcherOf(terms);
  const found: Match[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const hit = matcher(match[0]);
    if (hit) {
      found.push({ start: match.index, end: match.index + match[0].length, ...hit });
    }
  }
  return found;
}

type Matcher = (word: string) => Pick<Match, 'term' | 'whole'> | undefined;

/** One search looks through many texts for the same terms, and texts use the same words again and again. */
const matchers = new WeakMap<readonly QueryTerm[], Matcher>();

function matcherOf(terms: readonly QueryTerm[]): Matcher {
  const ready = matchers.get(terms);
  if (ready) {
    return ready;
  }
  const match = makeMatcher(terms);
  const known = new Map<string, ReturnType<Matcher>>();
  const matcher: Matcher = word => {
    if (!known.has(word)) {
      known.set(word, match(word));
    }
    return known.get(word);
  };
  matchers.set(terms, matcher);
  return matcher;
}

function makeMatcher(terms: readonly QueryTerm[]): Matcher {
  const wanted = terms.map((term, index) => ({
    index,
    words: [...term.text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(([word]) => ({
      start: term.prefix ? fold(word) : stem(word),
      prefix: term.prefix,
    })),
  }));
  return word => {
    const names = [word, ...identifierParts(word)].map(fold);
    for (const { index, words } of wanted) {
      const name = names.findIndex(name => words.some(word => isOfFamily(name, word)));
      if (name >= 0) {
        return { term: index, whole: name === 0 };
      }
    }
    return undefined;
  };
}

const usualEnding = /^(?:ations?|ions?|ings?|ying|ies|ied|ed|e?s|ers?|ly|y|e|)$/;

/** Words of one family share their beginning and differ by a usual ending: "retr" is in retries, not in retrieve. */
function isOfFamily(word: string, { start, prefix }: { start: string; prefix: boolean }): boolean {
  return word.startsWith(start) && (prefix || usualEnding.test(word.slice(start.length)));
}

function densest(matches: readonly Match[], width: number): Match | undefined {
  let best: Match | undefined;
  let bestScore = 0;
  matches.forEach((first, index) => {
    const terms = new Set<number>();
    for (let i = index; i < matches.length && matches[i]!.end - first.start <= width * 0.75; i++) {
      terms.add(matches[i]!.term);
    }
    if (terms.size > bestScore) {
      best = first;
      bestScore = terms.size;
    }
  });
  return best;
}

function firstWord(text: string): number {
  return Math.max(0, text.search(/\S/));
}

function startOfWord(text: string, at: number): number {
  if (at === 0) {
    return firstWord(text);
  }
  const space = text.slice(at, at + 30).search(/\s\S/);
  return space === -1 ? at : at + space + 1;
}

function endOfWord(text: string, at: number): number {
  const rest = text.slice(at, at + 30).search(/\s|$/);
  return at + Math.max(0, rest);
}
