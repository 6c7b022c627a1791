import { replaceMany } from './replaceMany.ts';

/** Text that the person marked private: it is taken out of the question, and kept out of the answer. */

export interface PrivateText {
  /** The text with each private stretch taken out. */
  text: string;
  /** What was taken out, to be kept out of the answer as well. Never stored. */
  removed: string[];
}

/** `<private-route>` is another tag. One whose `>` is missing goes up to that of the tag that closes it. */
const anyTag = /<(\/?)private(?=[\s/>])([^<>]*(?:<\/private[^<>]*)?)>/gi;
const attributes = /^(?:\s{1,20}[\w:-]{1,40}=(?:"[^"]*"|'[^']*'|[^\s"'=]{1,200}))*\s*\/?$/;

interface Tag {
  start: number;
  end: number;
  closing: boolean;
  /** It has words in it, as in `List<private String>`: only a tag that closes it tells that it is one. */
  doubtful: boolean;
}

function findTags(text: string): Tag[] {
  const tags: Tag[] = [];
  const open: Tag[] = [];
  const closed = new Set<Tag>();
  for (const { 0: whole, 1: slash, 2: words = '', index: start } of text.matchAll(anyTag)) {
    const closing = slash === '/';
    const doubtful = !closing && !words.includes('</') && !attributes.test(words);
    const tag = { start, end: start + whole.length, closing, doubtful };
    tags.push(tag);
    if (!closing) {
      open.push(tag);
    } else {
      const opening = open.pop();
      if (opening) {
        closed.add(opening);
      }
    }
  }
  return tags.filter(tag => !tag.doubtful || closed.has(tag));
}

/** Takes out `<private>…</private>`, nested ones too. A tag that is never closed hides all that follows. */
export function withoutPrivate(text: string): PrivateText {
  const kept: string[] = [];
  const removed: string[] = [];
  let depth = 0;
  let at = 0;
  for (const { start, end, closing } of findTags(text)) {
    if (closing && depth === 0) {
      continue;
    }
    (depth === 0 ? kept : removed).push(text.slice(at, start));
    depth += closing ? -1 : 1;
    at = end;
  }
  if (at === 0) {
    return { text, removed: [] };
  }
  (depth === 0 ? kept : removed).push(text.slice(at));
  const telling = removed.map(part => part.trim()).filter(part => part !== '');
  return { text: joinKept(kept, depth > 0), removed: [...new Set(telling)] };
}

/** Of the blanks on both sides of a seam one side's stay; elsewhere the text is as it was. */
function joinKept(kept: readonly string[], openEnd: boolean): string {
  const parts: string[] = [];
  /** Blanks before the seam, until it is known what follows. */
  let held = '';
  let lineStart = true;
  for (const [index, part] of kept.entries()) {
    const from = index === 0 ? 0 : blanksAtStart(part);
    const to = blanksAtEnd(part, from);
    const [lead, body] = [part.slice(0, from), part.slice(from, to)];
    if (body === '') {
      held ||= lineStart && index > 0 ? '' : part;
      continue;
    }
    if (!/^[\r\n]/.test(body)) {
      parts.push(held || (lineStart ? '' : lead));
    }
    parts.push(body);
    held = part.slice(to);
    lineStart = /[\r\n]$/.test(body.slice(-1));
  }
  const text = parts.join('');
  const endsPrivate = openEnd || kept.at(-1)?.trim() === '';
  const whole = endsPrivate ? text.trimEnd() : text + held;
  return kept[0]?.trim() === '' ? whole.replace(/^\s*\n/, '') : whole;
}

function blanksAtStart(text: string): number {
  let at = 0;
  while (isBlank(text[at])) {
    at++;
  }
  return at;
}

function blanksAtEnd(text: string, from: number): number {
  let at = text.length;
  while (at > from && isBlank(text[at - 1])) {
    at--;
  }
  return at;
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

/** Short words of every answer: to mask them would hide nothing and spoil the rest. */
const common = new Set(
  `all am an and any are as at be but by can day did do few for get go had has he her him his how if in is it its let
  may me my new no not now of off ok old on one or our out own per put say see she so the to too top try two up us use
  via was way we who why yes you`.split(/\s+/),
);

/** So many are sought one by one, which is quicker. */
const FEW = 30;

/** What was private in the question stays private when the answer repeats it. */
export function maskPrivate(text: string, removed: readonly string[]): string {
  const long = removed.filter(secret => secret.length >= 4);
  let masked = long.length > FEW ? replaceMany(text, long, '[private]') : text;
  for (const secret of removed) {
    if (secret.length >= 4) {
      masked = long.length > FEW ? masked : masked.replaceAll(secret, '[private]');
    } else if (secret.length > 1 && !common.has(secret.toLowerCase())) {
      masked = masked.replace(wholeWord(secret), '[private]');
    }
  }
  return masked;
}

function wholeWord(word: string): RegExp {
  const escaped = Array.from(word, sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join('');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'gu');
}
