/** A line and how much of it is read. Tabs are spread out where they are taken, so that a place is a column. */
export class LineInColumns {
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
