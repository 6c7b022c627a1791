/** Lines of running text that belong together: a paragraph, a heading. All other lines are code, rules or blank. */
export interface Prose {
  kind: 'paragraph' | 'heading' | 'underlined';
  first: number;
  /** Of each line what stands after quote marks, list marks and blanks. */
  contents: string[];
  /** Rows of a table, or what some readers take for them. */
  table: boolean;
}

export interface Blocks {
  /** The tabs that Markdown counts in columns have become blanks: quoted or moved, a line means the same. */
  lines: string[];
  prose: Prose[];
  /** Lines that readers take for different things, a table or not, unless their first mark is escaped. */
  odd: Set<number>;
  /** Lines that open a code block. */
  fences: Set<number>;
  /** The mark of a code block at the outermost level that never ends. */
  open: string | undefined;
}

/** `indent`: columns that the lines of a list item are moved in by; none for a quote. `bare`: nothing is in it so far. */
interface Container {
  indent?: number;
  bare?: boolean;
}

const fencePattern = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const breakPattern = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const markPattern = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;
const blankPattern = /^[ \t]*$/;
const tableRule = /^[-:|][-:| \t]*$/;
/** Readers differ on what lies deeper, and each level costs time on every line: there, all is running text. */
const DEEPEST = 32;

/** Reads a text as CommonMark does: what is code, and in which quotes and lists. HTML counts as running text. */
export function readBlocks(text: string): Blocks {
  const reader = new BlockReader();
  for (const line of text.split(/\r\n|\r|\n/)) {
    reader.read(new Line(line));
  }
  return reader.blocks();
}

class BlockReader {
  readonly #lines: string[] = [];
  readonly #prose: Prose[] = [];
  readonly #odd = new Set<number>();
  readonly #fences = new Set<number>();
  readonly #containers: Container[] = [];
  #paragraph: Prose | undefined;
  #fence: string | undefined;
  /** The line before opened a list item. */
  #marked = false;

  blocks(): Blocks {
    const open = this.#containers.length === 0 ? this.#fence : undefined;
    return { lines: this.#lines, prose: this.#prose, odd: this.#odd, fences: this.#fences, open };
  }

  read(line: Line): void {
    const afterMark = this.#marked;
    this.#marked = false;
    this.#readLine(line, afterMark);
    this.#lines.push(line.text);
  }

  #readLine(line: Line, afterMark: boolean): void {
    let depth = 0;
    while (depth < this.#containers.length && continues(this.#containers[depth]!, line)) {
      depth += 1;
    }
    if (this.#fence !== undefined && depth === this.#containers.length) {
      this.#fence = closes(line, this.#fence) ? undefined : this.#fence;
      return;
    }
    this.#fence = undefined;
    while (depth < DEEPEST && this.#opens(line, depth)) {
      depth = this.#containers.length;
    }
    const blank = line.blank();
    if (depth >= DEEPEST) {
      this.#readDeep(line, blank);
      return;
    }
    if (depth < this.#containers.length && (blank || !this.#paragraph || this.#startsLeaf(line))) {
      this.#containers.length = depth;
      this.#paragraph = undefined;
    }
    if (blank) {
      this.#paragraph = undefined;
    } else {
      this.#readLeaf(line, depth < this.#containers.length, afterMark);
    }
  }

  /** Line by line and cell by cell, so that nothing passes for code that a reader may take for something else. */
  #readDeep(line: Line, blank: boolean): void {
    this.#paragraph = blank
      ? undefined
      : { kind: 'paragraph', first: this.#lines.length, contents: [line.rest()], table: true };
    if (this.#paragraph) {
      this.#prose.push(this.#paragraph);
    }
  }

  /** Takes the mark of a quote or of a list item, if one stands here. */
  #opens(line: Line, depth: number): boolean {
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
    this.#marked = true;
    return true;
  }

  /** Within a paragraph only a list that begins with 1 and has something in it. */
  #mayInterrupt(mark: RegExpExecArray, rest: string, depth: number): boolean {
    const within = this.#paragraph !== undefined && depth === this.#containers.length;
    const full = !blankPattern.test(rest.slice(mark[0].length));
    return !within || (full && (mark[1] === undefined || Number(mark[1]) === 1));
  }

  #readLeaf(line: Line, lazy: boolean, afterMark: boolean): void {
    const width = line.width();
    const paragraph = this.#paragraph;
    if (width > 3 && !paragraph) {
      line.take(4);
      return;
    }
    const leaf = this.#startsLeaf(line);
    const dashes = this.#looksLikeTableRule(line);
    line.take(width);
    const rest = line.rest();
    const at = this.#lines.length;
    if (width < 4 && paragraph && !paragraph.table && !lazy && !dashes && /^(?:=+|-+)[ \t]*$/.test(rest)) {
      paragraph.kind = 'underlined';
      this.#paragraph = undefined;
    } else if (leaf) {
      this.#paragraph = undefined;
      const fence = fencePattern.exec(rest);
      this.#fence = fence?.[1] ?? fence?.[2];
      if (fence) {
        this.#fences.add(at);
      } else if (rest.startsWith('#')) {
        this.#prose.push({ kind: 'heading', first: at, contents: [rest], table: false });
      }
    } else {
      this.#addToParagraph(rest, lazy || afterMark || dashes || !paragraph);
    }
  }

  /** What begins something new, also below a paragraph. */
  #startsLeaf(line: Line): boolean {
    const rest = line.afterBlanks();
    return (
      line.width() < 4 &&
      (fencePattern.test(rest) || /^#{1,6}(?:[ \t]|$)/.test(rest) || breakPattern.test(rest)) &&
      !this.#looksLikeTableRule(line)
    );
  }

  /** Dashes below a bar underline a heading, part the text or make a table of one column: then they are just dashes. */
  #looksLikeTableRule(line: Line): boolean {
    return /^-{2,}[ \t]*$/.test(line.afterBlanks()) && (this.#lines.at(-1)?.includes('|') ?? false);
  }

  /** `apart`: the line before is not in the same place, as the head of a table must be. */
  #addToParagraph(rest: string, apart: boolean): void {
    const at = this.#lines.length;
    if (!this.#paragraph) {
      this.#paragraph = { kind: 'paragraph', first: at, contents: [], table: false };
      this.#prose.push(this.#paragraph);
    }
    const paragraph = this.#paragraph;
    const rule = tableRule.test(rest);
    if (paragraph.table ? /^(?:[-+*=]|\d{1,9}[.)])/.test(rest) : rule && apart) {
      this.#odd.add(at);
    }
    paragraph.table ||= rule;
    paragraph.contents.push(rest);
  }
}

function continues(container: Container, line: Line): boolean {
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

function closes(line: Line, fence: string): boolean {
  const rest = line.afterBlanks();
  const mark = /^(?:`+|~+)/.exec(rest)?.[0] ?? '';
  return line.width() < 4 && mark.startsWith(fence) && blankPattern.test(rest.slice(mark.length));
}

/** A line and how much of it is read. Tabs are spread out where they are taken, so that a place is a column. */
class Line {
  text: string;
  at = 0;
  /** Where the blanks end that stand here; it holds until `at` is beyond it. */
  #end: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  rest(): string {
    return this.text.slice(this.at);
  }

  afterBlanks(): string {
    return this.text.slice(this.#blanksEnd());
  }

  blank(): boolean {
    return this.#blanksEnd() === this.text.length;
  }

  /** Of the blanks that come next, in columns. */
  width(): number {
    let column = this.at;
    for (let at = this.at; at < this.#blanksEnd(); at++) {
      column += this.text[at] === '\t' ? 4 - (column % 4) : 1;
    }
    return column - this.at;
  }

  /** So many columns of blanks. */
  take(columns: number): void {
    const end = this.at + columns;
    const blanksEnd = this.#blanksEnd();
    let column = this.at;
    let at = this.at;
    let tabs = false;
    for (; column < end && at < blanksEnd; at++) {
      tabs ||= this.text[at] === '\t';
      column += this.text[at] === '\t' ? 4 - (column % 4) : 1;
    }
    if (tabs) {
      this.text = this.text.slice(0, this.at) + ' '.repeat(column - this.at) + this.text.slice(at);
      this.#end = undefined;
    }
    this.at = Math.min(end, column);
  }

  #blanksEnd(): number {
    if (this.#end === undefined || this.#end < this.at) {
      this.#end = this.at;
      while (this.text[this.#end] === ' ' || this.text[this.#end] === '\t') {
        this.#end += 1;
      }
    }
    return this.#end;
  }
}
