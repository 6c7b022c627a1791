import { firstChars } from '../../util/text.ts';
import { codeSpans } from './codeSpans.ts';
import { beginsItem } from './itemMarks.ts';
import { isHeading, type LineKind, markdownLines } from './markdownLines.ts';

/** How much of a text is read unless more is asked for: enough for people, bounded for pasted logs. */
const CHARS_READ = 60_000;

/** A paragraph longer than this is taken apart between its lines. */
const LONGEST_BLOCK = 4000;

/** What is code by its indent alone counts as prose: people indent what they write. A bare mark may be an answer: `8.` */
const proseKinds: ReadonlySet<LineKind> = new Set(['paragraph', 'code', 'blank']);
/** Nothing, a row of a table, a row of marks. */
const rowPattern = /^(?:$|\||[-=*_]{3,}$)/;

/** A stretch of prose without line breaks: a paragraph or an item of a list. */
export interface Block {
  text: string;
  item: boolean;
}

/** Paragraphs and items, without code blocks, headings and tables; one after the other, in linear time. */
export function* proseBlocks(text: string): Generator<Block> {
  let open: OpenBlock | undefined;
  for (const line of markdownLines(text)) {
    const content = line.content.trim();
    const whole = text.slice(line.start, line.end).trim();
    const isBreak = !proseKinds.has(line.kind) || isHeading(content) || rowPattern.test(whole);
    const item = line.marked || beginsItem(content);
    // A wrapped line goes on in small letters; a new line that does not is a new thought.
    const isNew = isBreak || item || !/^\p{Ll}/u.test(content);
    if (open && !isNew && open.length < LONGEST_BLOCK && !/[.!?…:]$/.test(open.lines.at(-1)!.slice(-1))) {
      open.lines.push(whole);
      open.length += whole.length + 1;
      continue;
    }
    if (open) {
      yield closed(open);
    }
    open = isBreak ? undefined : { lines: [whole], length: whole.length, item };
  }
  if (open) {
    yield closed(open);
  }
}

/** A block that may go on; its text is made once, or each line would copy all before it. */
interface OpenBlock extends Pick<Block, 'item'> {
  lines: string[];
  length: number;
}

const closed = ({ lines, item }: OpenBlock): Block => ({ text: lines.join(' '), item });

/** After these a full stop ends no sentence, nor after the number of an item. */
const abbreviated =
  /(?:^|[\s("'“])(?:e\.g|i\.e|etc|vs|cf|approx|p\.\s?ex|c\.-à-d|resp|Mr|Mrs|Dr|M|Mme|Fig|\p{Lu})\.$|^\d{1,3}\.$/u;
const boundary = /(?<=[.!?…][)"'”’»*_`]{0,3})\s+(?=[\p{Lu}\p{N}\p{Lo}"'`*“«(])|(?<=[。！？])/gu;

/** One stretch of prose as its sentences. */
export function sentencesOfBlock(block: string): string[] {
  const sentences: string[] = [];
  let pieces: string[] = [];
  let end = '';
  for (const piece of splitOutsideCode(block)) {
    if (pieces.length > 0 && !abbreviated.test(end)) {
      sentences.push(pieces.join(' '));
      pieces = [];
    }
    end = (pieces.length > 0 ? `${end} ${piece}` : piece).slice(-12);
    pieces.push(piece);
  }
  sentences.push(pieces.join(' '));
  return sentences.map(sentence => sentence.trim()).filter(sentence => /[\p{L}\p{N}]/u.test(sentence));
}

/** A full stop inside code ends no sentence. */
function splitOutsideCode(block: string): string[] {
  const spans = codeSpans(block);
  const pieces: string[] = [];
  let from = 0;
  let span = 0;
  for (const { index, 0: gap } of block.matchAll(boundary)) {
    while (span < spans.length && spans[span]![1] <= index) {
      span++;
    }
    if (index > 0 && index < block.length && !(span < spans.length && spans[span]![0] < index)) {
      pieces.push(block.slice(from, index));
      from = index + gap.length;
    }
  }
  return [...pieces, block.slice(from)];
}

/** Sentences and list items, without code blocks and headings. */
export function splitSentences(text: string): string[] {
  return [...proseBlocks(firstChars(text, CHARS_READ))].flatMap(block => sentencesOfBlock(block.text));
}
