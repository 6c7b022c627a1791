/** A piece of running text that means more than its letters. */
export interface Piece {
  kind: 'code' | 'ticks' | 'escape' | 'html' | 'image' | 'tail' | 'dollar';
  start: number;
  end: number;
  /** Within an address: readers that make links of bare addresses take marks up to the next blank for a part of it. */
  address: boolean;
}

const LONGEST_TARGET = 4000;

/** Finds code as CommonMark does: between equal runs of backticks, the first not escaped, nor in the target of a link. */
export function* inlinePieces(text: string, inAddress = false): Generator<Piece> {
  const runs = tickRuns(text);
  const breaks = breaksOf(text);
  const lastAddress = text.lastIndexOf('://');
  const marks = /\\[\s\S]|`+|<|!\[|\]\(|:\/\/|\$/g;
  let address = inAddress ? 0 : -1;
  /** Up to here no blank ends the address. */
  let readTo = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const start = match.index;
    if (address >= 0 && /\s/.test(text.slice(Math.max(address, readTo), start))) {
      address = -1;
    }
    readTo = start;
    const piece = (kind: Piece['kind'], end: number): Piece => ({ kind, start, end, address: address >= 0 });
    const [mark] = match;
    if (mark === '://') {
      address = address < 0 ? start : address;
    } else if (mark.startsWith('`')) {
      const end = address < 0 ? runs.after(mark.length, marks.lastIndex) : undefined;
      const code = end !== undefined && !breaks.between(start, end);
      yield code ? piece('code', end) : piece('ticks', marks.lastIndex);
      marks.lastIndex = code ? end : marks.lastIndex;
    } else if (mark === '](') {
      const end = tailEnd(text, start + 1);
      yield piece('tail', end ?? marks.lastIndex);
      const leads = end === undefined ? lastAddress >= start : text.slice(start, end).includes('://');
      address = leads ? start : address;
      marks.lastIndex = end ?? marks.lastIndex;
    } else {
      const kinds: Record<string, Piece['kind']> = { '<': 'html', '![': 'image', $: 'dollar' };
      yield piece(kinds[mark] ?? 'escape', marks.lastIndex);
    }
  }
}

interface TickRuns {
  /** Where the next run of this length ends. Asked from left to right. */
  after(length: number, from: number): number | undefined;
}

function tickRuns(text: string): TickRuns {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const sameLength = starts.get(run.length);
    sameLength ? sameLength.push(index) : starts.set(run.length, [index]);
  }
  const next = new Map<number, number>();
  return {
    after(length, from) {
      const sameLength = starts.get(length) ?? [];
      let at = next.get(length) ?? 0;
      while (at < sameLength.length && sameLength[at]! < from) {
        at += 1;
      }
      next.set(length, at);
      return at < sameLength.length ? sameLength[at]! + length : undefined;
    },
  };
}

interface Breaks {
  /** Whether a line between these begins so that code does not go over it. Asked from left to right. */
  between(start: number, end: number): boolean;
}

/** HTML, a fence or a formula that begins a line comes before code that goes over it. */
function breaksOf(text: string): Breaks {
  const starts = [...text.matchAll(/\n[ \t]*(?:<[a-z/!?]|```|\$(?=\$|[ \t]*(?:\n|$)))/gi)].map(
    ({ index, 0: line }) => ({
      from: index,
      to: index + line.length,
    }),
  );
  let next = 0;
  return {
    between(start, end) {
      while (next < starts.length && starts[next]!.from < start) {
        next += 1;
      }
      return next < starts.length && starts[next]!.to <= end;
    },
  };
}

const punctuation = /[!-/:-@[-`{-~]/;
const titlePattern = /[ \t]+(?:"[^"\n\\<`[\]$]*"|'[^'\n\\<`[\]$]*')[ \t]*\)|[ \t]*\)/y;

/** Where `(target "title")` ends; undefined if it is none, or not a simple one. */
function tailEnd(text: string, open: number): number | undefined {
  titlePattern.lastIndex = targetEnd(text, open + 1);
  return titlePattern.exec(text) ? titlePattern.lastIndex : undefined;
}

function targetEnd(text: string, start: number): number {
  const angled = /<[^<>\\\n]*>/y;
  angled.lastIndex = start;
  if (angled.exec(text)) {
    return angled.lastIndex;
  }
  let depth = 0;
  for (let at = start; at < text.length && at < start + LONGEST_TARGET; at++) {
    const sign = text[at]!;
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these end a target.
    if (depth < 0 || depth > 30 || /[\x00-\x20\x7f<]/.test(sign)) {
      return depth === 0 || depth < 0 ? at : text.length;
    }
    at += sign === '\\' && punctuation.test(text[at + 1] ?? '') ? 1 : 0;
  }
  return text.length;
}

/** The target and the title of a link's tail, `](target "title")`; a target that does more than open a page leads nowhere. */
export function quietTail(tail: string): string {
  const end = targetEnd(tail, 2);
  const raw = tail.slice(2, end);
  const angled = raw.startsWith('<');
  const target = (angled ? raw.slice(1, -1) : raw).replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const opensPage = /^(?:https?:|mailto:|#)/i.test(target) || !/^[^/?#]*:|&#?\w+;/.test(target);
  const plain = angled || raw.includes('\\') ? /[\s`<>\\$[\]()]/g : /[\s`<>\\$[\]]/g;
  const encoded = target.replace(plain, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  return `](${opensPage ? encoded : '#'}${tail.slice(end)}`;
}
