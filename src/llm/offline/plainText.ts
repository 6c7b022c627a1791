import { codeOf, piecesByCode } from '../../model/text/codeSpans.ts';
import { withoutItemMarks } from '../../model/text/itemMarks.ts';
import { firstChars, lastChars } from '../../util/text.ts';
import { withoutEmphasis } from './emphasis.ts';

/** A sentence longer than this is never quoted whole, so the rest of it need not be read. */
const LONGEST_READ = 1000;

/** A sentence as it is quoted: on one line, without Markdown's marks, code as it stands. Undefined when nothing is left. */
export function plainSentence(raw: string): string | undefined {
  const sentence = withoutEmphasis(clip(raw, LONGEST_READ) ?? '');
  const item = withoutItemMarks(sentence);
  const pieces = piecesByCode(item);
  const text = pieces
    .map(piece => (piece.code ? withoutTicks(piece.text) : withoutMarkdown(piece.text)))
    .join('')
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .trim()
    .toWellFormed();
  if (text === '') {
    return undefined;
  }
  const startsWithCode = pieces[0]?.text.trim() === '' && pieces.length > 1;
  const whole = item !== sentence && !startsWithCode ? begun(text) : text;
  // Code that ends in a mark of its own would lose it for the full stop.
  return pieces.at(-1)?.text === '' && /[,;:–—-]$/.test(text) ? `${whole}.` : whole;
}

/** An item of a list begins small; as a sentence it does not. */
function begun(text: string): string {
  return /^\p{Ll}+[\s,]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words in code, such as a test's name, would run into the sentence without their marks. */
function withoutTicks(span: string): string {
  const code = codeOf(span);
  return /^\p{L}[\p{L},'’-]*(?:\s+[\p{L},'’-]+){2,}$/u.test(code) ? `"${code}"` : code;
}

/** Tags of HTML; a type such as `Map<a, b>` or `List<B>` is none. */
const attributes = String.raw`(?:\s+(?:open|[\w-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+)))*\s*/?>`;
const tags = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])<(?:p|b|i|a|em|code)${attributes}|</(?:p|b|i|a|em|code)>|</?(?:details|summary|br|strong|sub|sup|kbd|div|span|img|hr)${attributes}`,
  'giu',
);

function withoutMarkdown(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/(?<![\p{L}\p{N}_)\]])\[([^\]]+)\]\([^)\s]*\)|\[([^\]]+)\]\([^)\s]*[/.#:][^)\s]*\)/gu, '$1$2')
    .replace(tags, ' ')
    .replace(/\s+/g, ' ');
}

/** At most `max` characters, cut between words and marked so. Undefined when it cannot be cut without breaking a word. */
export function clip(text: string, max: number): string | undefined {
  if (text.length <= max) {
    return text;
  }
  const head = text.slice(0, max - 1);
  const end = clauseEnd(head) ?? wordEnd(text, head.length);
  const kept = end === undefined ? '' : withoutPause(head.slice(0, end));
  return kept === '' ? undefined : `${kept}…`;
}

/** Without the marks and blanks at its end, of which a dash or bracket is one only behind a blank. */
function withoutPause(text: string): string {
  let end = text.length;
  for (;;) {
    let at = end;
    while (at > 0 && /[\s,;:]/.test(text[at - 1]!)) {
      at--;
    }
    let dash = at;
    while (dash > 0 && /[(–—-]/.test(text[dash - 1]!)) {
      dash--;
    }
    if (dash < at && dash > 0 && /\s/.test(text[dash - 1]!)) {
      at = dash - 1;
    }
    if (at === end) {
      return text.slice(0, end);
    }
    end = at;
  }
}

/** Where a clause ends in the second half, so that what is kept is a whole thought. */
function clauseEnd(head: string): number | undefined {
  const last = [...head.matchAll(/[,;:](?=\s)|\s[–—(]/g)].at(-1)?.index ?? 0;
  return last > head.length * 0.6 ? last : undefined;
}

function wordEnd(text: string, max: number): number | undefined {
  const space = /\s/.test(text[max] ?? '') ? max : text.slice(0, max).search(/\s\S*$/);
  if (space > max / 3) {
    return space;
  }
  // Scripts without spaces: between two characters.
  for (const { index, segment } of [...graphemes.segment(text.slice(0, max + 20))].reverse()) {
    const before = text.slice(Math.max(0, index - 2), index);
    if (index <= max && index > max / 3 && isUnspaced.test(segment) && isUnspaced.test(before)) {
      return index;
    }
  }
  return space > 0 ? space : undefined;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const isUnspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{Extended_Pictographic}]/u;

/** Prose rather than code, a table, a log or a hash. */
export function isProse(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M}\s'’]/gu)?.length ?? 0;
  return letters >= text.length * 0.72 && (isUnspaced.test(text) || /\p{L}\s+\S*\p{L}/u.test(text));
}

/** A command, not a sentence: redirections, pipes and chains of them. */
export function isShellLine(text: string): boolean {
  return (
    /\s(?:\|\||&&|\|)\s|\d?>{1,2}\s*(?:&\d|\/dev\/null)/.test(text) && !/[.!?]\s+\p{Lu}|\p{L}{2}[.!?]$/u.test(text)
  );
}

/** With a full stop, if it has no end of its own. */
export function ended(text: string): string {
  const trimmed = withoutPause(text) || text;
  return /[.!?…。！？؟।]["'”’»)]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** A long text without its middle, so many characters of it. */
export function bothEnds(text: string, chars: number): string {
  const half = Math.floor(chars / 2);
  return text.length <= chars ? text : `${firstChars(text, half)}\n…\n${lastChars(text, half)}`;
}
