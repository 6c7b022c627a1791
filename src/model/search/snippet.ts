import { findTerms } from '../words/findTerms.ts';
import type { Match } from '../words/match.ts';
import type { QueryTerm } from '../words/words.ts';

export interface Snippet {
  snippet: string;
  /** Matched words: start and end offsets in order, apart from each other. */
  highlights: [number, number][];
  /** How many different terms it shows. */
  matched: number;
}

/** How far into a text matches are looked for: enough for people, bounded for pasted logs. */
const CHARS_READ = 60_000;

/** The stretch of the text that shows most of the terms, on one line, with those words marked. */
export function makeSnippet(text: string, terms: readonly QueryTerm[], width = 140): Snippet {
  const source = text.slice(0, betweenCharacters(text, CHARS_READ));
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
  const space = text.slice(at, at + 30).search(/[\s、。，．！？；：]\S/);
  return betweenCharacters(text, space === -1 ? at : at + space + 1);
}

function endOfWord(text: string, at: number): number {
  const rest = text.slice(at, at + 30).search(/[\s、。，．！？；：]/);
  return betweenCharacters(text, rest === -1 ? (at + 30 < text.length ? at : text.length) : at + rest);
}

/** More marks than these on one letter are no writing. */
const MOST_MARKS = 8;

/** This place, or the next one before which a character ends: none is cut in two, nor parted from its marks. */
function betweenCharacters(text: string, at: number): number {
  let place = at;
  for (let marks = 0; marks <= MOST_MARKS && place < text.length && goesOn(text, place); marks++) {
    place++;
  }
  return isLowSurrogate(text, place) ? place + 1 : place;
}

function goesOn(text: string, at: number): boolean {
  return isLowSurrogate(text, at) || /^\p{M}/u.test(text.slice(at, at + 2));
}

function isLowSurrogate(text: string, at: number): boolean {
  return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
