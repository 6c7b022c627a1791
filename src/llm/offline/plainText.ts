/** A sentence longer than this is never quoted whole, so the rest of it need not be read. */
const READ = 1000;

/** A sentence as it is quoted: on one line, without Markdown's marks. Undefined when nothing is left to read. */
export function plainSentence(raw: string): string | undefined {
  const text = clip(raw, READ)
    ?.replace(/^\s*(?:(?:[-*+•>]|\d{1,3}[.)]|\[[ xX~-]\])\s+)+/, '')
    .split(/(`+[^`]+`+)/)
    .map((piece, index) => (index % 2 === 1 ? withoutTicks(piece) : withoutMarkdown(piece)))
    .join('')
    .replace(/`|\*\*+/g, '')
    .replace(strayEmphasis, '')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return text ? begun(text, raw) : undefined;
}

/** Of a pair whose other half stands in another sentence. A glob or a product keeps its asterisk. */
const strayEmphasis = /(?<=^[\s"“(]*)\*(?=[\p{L}\p{N}"“(])|(?<=[.!?…:)"”])\*(?=\s*$)|(?<=\p{L})\*(?=[.!?…]\s*$)/gu;

/** An item of a list begins small; as a sentence it does not, unless its first word is code. */
function begun(text: string, raw: string): string {
  const isWord = /^\p{Ll}+[\s,]/u.test(text) && !/^[^\p{L}]*`/u.test(raw);
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words in code, such as a test's name, would run into the sentence without their marks. */
function withoutTicks(code: string): string {
  const inner = code.replace(/^`+|`+$/g, '');
  return /^\p{L}[\p{L},'’-]*(?:\s+[\p{L},'’-]+){2,}$/u.test(inner) ? `"${inner}"` : inner;
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
    .replace(/<\/?(?:details|summary|br|p|b|i|em|strong|code|sub|sup|kbd|div|span|a|img|hr)\b[^<>]*>/gi, ' ')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1');
}

/** At most `max` characters, cut between words and marked so. Undefined when it cannot be cut without breaking a word. */
export function clip(text: string, max: number): string | undefined {
  if (text.length <= max) {
    return text;
  }
  const head = text.slice(0, max - 1);
  const end = clauseEnd(head) ?? wordEnd(text, head.length);
  const kept = end === undefined ? '' : head.slice(0, end).replace(/[\s,;:(–—-]+$/, '');
  return kept === '' ? undefined : `${kept}…`;
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
  const trimmed = text.replace(/[\s,;:–—-]+$/, '') || text;
  return /[.!?…。！？؟।]["'”’»)]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** A long text without its middle, so many characters of it. */
export function bothEnds(text: string, chars: number): string {
  const half = Math.floor(chars / 2);
  return text.length <= chars ? text : `${text.slice(0, half)}\n…\n${text.slice(-half)}`.toWellFormed();
}
