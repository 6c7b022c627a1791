import { LineInColumns } from './columns.ts';
import { closesFence, type Fence, openedFence } from './fence.ts';

/** What a line is to Markdown. An underline makes a heading of the paragraph above it; `code` is code by its indent. */
export type LineKind =
  | 'blank'
  | 'paragraph'
  | 'heading'
  | 'underline'
  | 'rule'
  | 'code'
  | 'fence'
  | 'fenced'
  | 'fence end';

export interface MarkdownLine {
  kind: LineKind;
  /** The tabs that Markdown counts in columns have become blanks: quoted or moved, a line means the same. */
  text: string;
  /** What stands after quote marks, list marks and blanks; of code, with the blanks that are a part of it. */
  content: string;
  /** A quote mark or a list mark stands before the content. */
  marked: boolean;
  /** Belongs to the paragraph of the line before. */
  goesOn: boolean;
  /** Makes a table of its paragraph, or what some readers take for one. */
  table: boolean;
  /** Readers take it for different things, a table or not, unless its first mark is escaped. */
  odd: boolean;
  /** What is said of the code that begins here. */
  info?: string;
}

export interface PlacedLine extends MarkdownLine {
  /** Where in the text it stands, without its line break. */
  start: number;
  end: number;
}

/** Reads a text as CommonMark does, line by line: what is code, and in which quotes and lists. HTML counts as running text. */
export function markdownLines(text: string): Generator<PlacedLine> {
  return placedLines(text, new MarkdownReader());
}

export function* placedLines(text: string, reader: MarkdownReader): Generator<PlacedLine> {
  const breaks = /\r\n|\r|\n/g;
  for (let start = 0; ; start = breaks.lastIndex) {
    const lineBreak = breaks.exec(text);
    const end = lineBreak?.index ?? text.length;
    yield { ...reader.read(text.slice(start, end)), start, end };
    if (!lineBreak) {
      return;
    }
  }
}

/** `indent`: columns that the lines of a list item are moved in by; none for a quote. `bare`: nothing is in it so far. */
interface Container {
  indent?: number;
  bare?: boolean;
}

const headingPattern = /^#{1,6}(?:[ \t]|$)/;
const breakPattern = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const markPattern = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;
const blankPattern = /^[ \t]*$/;
const tableRule = /^[-:|][-:| \t]*$/;
/** Readers differ on what lies deeper, and each level costs time on every line: there, all is running text. */
const DEEPEST_CONTAINER = 32;

/** Whether a line, read from its first letter on, is a heading. */
export const isHeading = (line: string) => headingPattern.test(line);

/** Part of a code block between fences, the fences included. */
export const isFenced = ({ kind }: MarkdownLine) => kind === 'fence' || kind === 'fenced' || kind === 'fence end';

/** Takes one line after the other, as they come. */
export class MarkdownReader {
  readonly #containers: Container[] = [];
  /** The paragraph that the next line may belong to. */
  #paragraph: { table: boolean } | undefined;
  #fence: Fence | undefined;
  #before = '';
  /** The line before opened a list item. */
  #itemOpened = false;

  /** The code block that the next line may belong to. */
  get fence(): Fence | undefined {
    return this.#fence;
  }

  /** In no quote and no list. */
  get outermost(): boolean {
    return this.#containers.length === 0;
  }

  read(whole: string): MarkdownLine {
    const line = new LineInColumns(whole);
    const afterMark = this.#itemOpened;
    this.#itemOpened = false;
    const read: MarkdownLine = {
      kind: 'blank',
      text: whole,
      content: '',
      marked: false,
      goesOn: false,
      table: false,
      odd: false,
    };
    this.#readLine(line, read, afterMark);
    this.#before = line.text;
    read.text = line.text;
    read.content = read.kind === 'blank' || read.kind === 'fence end' ? line.afterBlanks() : line.rest();
    read.marked = /[^ \t]/.test(line.text.slice(0, line.at));
    return read;
  }

  #readLine(line: LineInColumns, read: MarkdownLine, afterMark: boolean): void {
    let depth = 0;
    while (depth < this.#containers.length && continues(this.#containers[depth]!, line)) {
      depth += 1;
    }
    if (this.#fence !== undefined && depth === this.#containers.length) {
      const closes = line.width() < 4 && closesFence(line.afterBlanks(), this.#fence.mark);
      read.kind = closes ? 'fence end' : 'fenced';
      this.#fence = closes ? undefined : this.#fence;
      return;
    }
    this.#fence = undefined;
    while (depth < DEEPEST_CONTAINER && this.#opens(line, depth)) {
      depth = this.#containers.length;
    }
    const blank = line.blank();
    if (depth >= DEEPEST_CONTAINER) {
      this.#readDeep(read, blank);
      return;
    }
    if (depth < this.#containers.length && (blank || !this.#paragraph || this.#startsLeaf(line))) {
      this.#containers.length = depth;
      this.#paragraph = undefined;
    }
    if (blank) {
      this.#paragraph = undefined;
    } else {
      this.#readLeaf(line, read, depth < this.#containers.length, afterMark);
    }
  }

  /** Line by line and cell by cell, so that nothing passes for code that a reader may take for something else. */
  #readDeep(read: MarkdownLine, blank: boolean): void {
    read.kind = blank ? 'blank' : 'paragraph';
    read.table = !blank;
    this.#paragraph = blank ? undefined : { table: true };
  }

  /** Takes the mark of a quote or of a list item, if one stands here. */
  #opens(line: LineInColumns, depth: number): boolean {
    const width = line.width();
    const rest = line.afterBlanks();
    const mark = markPattern.exec(rest);
    const quote = rest.startsWith('>');
    if (width > 3 || (!quote && (!mark || breakPattern.test(rest) || !this.#mayInterrupt(mark, rest, depth)))) {
      return false;
    }
    this.#containers.length = depth;
    this.#paragraph = undefined;
    line.take(width);
    line.at += mark?.[0].length ?? 1;
    const gap = line.width();
    if (!mark) {
      this.#containers.push({});
      line.take(Math.min(1, gap));
      return true;
    }
    const bare = line.blank();
    const taken = bare || gap > 4 ? 1 : gap;
    this.#containers.push({ indent: width + mark[0].length + taken, bare });
    line.take(bare ? 0 : taken);
    this.#itemOpened = true;
    return true;
  }

  /** Within a paragraph only a list that begins with 1 and has something in it. */
  #mayInterrupt(mark: RegExpExecArray, rest: string, depth: number): boolean {
    const within = this.#paragraph !== undefined && depth === this.#containers.length;
    const full = !blankPattern.test(rest.slice(mark[0].length));
    return !within || (full && (mark[1] === undefined || Number(mark[1]) === 1));
  }

  #readLeaf(line: LineInColumns, read: MarkdownLine, lazy: boolean, afterMark: boolean): void {
    const width = line.width();
    const paragraph = this.#paragraph;
    if (width > 3 && !paragraph) {
      line.take(4);
      read.kind = 'code';
      return;
    }
    const leaf = this.#startsLeaf(line);
    const dashes = this.#looksLikeTableRule(line);
    line.take(width);
    const rest = line.rest();
    if (width < 4 && paragraph && !paragraph.table && !lazy && !dashes && /^(?:=+|-+)[ \t]*$/.test(rest)) {
      read.kind = 'underline';
      this.#paragraph = undefined;
    } else if (leaf) {
      this.#paragraph = undefined;
      this.#fence = openedFence(rest);
      if (this.#fence) {
        read.kind = 'fence';
        read.info = this.#fence.info;
      } else {
        read.kind = isHeading(rest) ? 'heading' : 'rule';
      }
    } else {
      read.kind = 'paragraph';
      read.goesOn = paragraph !== undefined;
      this.#addToParagraph(rest, read, lazy || afterMark || dashes || !paragraph);
    }
  }

  /** What begins something new, also below a paragraph. */
  #startsLeaf(line: LineInColumns): boolean {
    const rest = line.afterBlanks();
    return (
      line.width() < 4 &&
      (openedFence(rest) !== undefined || isHeading(rest) || breakPattern.test(rest)) &&
      !this.#looksLikeTableRule(line)
    );
  }

  /** Dashes below a bar underline a heading, part the text or make a table of one column: then they are just dashes. */
  #looksLikeTableRule(line: LineInColumns): boolean {
    return /^-{2,}[ \t]*$/.test(line.afterBlanks()) && this.#before.includes('|');
  }

  /** `apart`: the line before is not in the same place, as the head of a table must be. */
  #addToParagraph(rest: string, read: MarkdownLine, apart: boolean): void {
    this.#paragraph ??= { table: false };
    const rule = tableRule.test(rest);
    read.odd = this.#paragraph.table ? /^(?:[-+*=]|\d{1,9}[.)])/.test(rest) : rule && apart;
    read.table = rule;
    this.#paragraph.table ||= rule;
  }
}

function continues(container: Container, line: LineInColumns): boolean {
  const width = line.width();
  const blank = line.blank();
  if (container.indent === undefined) {
    // However far in it stands: so VS Code reads it.
    const quoted = line.afterBlanks().startsWith('>');
    if (quoted) {
      line.take(width);
      line.at += 1;
      line.take(Math.min(1, line.width()));
    }
    return quoted;
  }
  if (blank ? container.bare : width < container.indent) {
    return false;
  }
  container.bare = false;
  line.take(Math.min(width, container.indent));
  return true;
}
