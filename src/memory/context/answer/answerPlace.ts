const fence = /^ {0,3}(?:```|~~~)/;
/** As much of a line as tells whether it is a fence. */
const HEAD = 6;

/** Where in its Markdown an answer has come to, read once from its beginning on. */
export class AnswerPlace {
  #head = '';
  #fenced = false;
  #inBlock = false;
  #ticks = 0;
  #bracket = false;
  #target = false;
  #angle = false;
  #last = '';

  /** Letter by letter: a name may begin after any of them. */
  read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      this.#readSign(text[at]!);
    }
  }

  get inCode(): boolean {
    return this.#inBlock || this.#ticks % 2 === 1;
  }

  get inLink(): boolean {
    return this.#bracket || this.#target || this.#angle;
  }

  get inWord(): boolean {
    return /[\p{L}\p{N}_]$/u.test(this.#last);
  }

  #readSign(sign: string): void {
    if (sign === '\n') {
      this.#head = '';
      this.#fenced = false;
      this.#ticks = 0;
      this.#bracket = this.#target = this.#angle = false;
    } else {
      this.#readMark(sign);
    }
    // Two halves of a letter are one letter.
    this.#last = /[\udc00-\udfff]/.test(sign) ? this.#last.slice(-1) + sign : sign;
  }

  #readMark(sign: string): void {
    if (this.#head.length < HEAD) {
      this.#head += sign;
      if (!this.#fenced && fence.test(this.#head)) {
        this.#fenced = true;
        this.#inBlock = !this.#inBlock;
      }
    }
    this.#ticks += sign === '`' ? 1 : 0;
    this.#bracket = sign === '[' || (this.#bracket && sign !== ']');
    this.#target = (sign === '(' && this.#last === ']') || (this.#target && sign !== ')');
    this.#angle = sign === '<' || (this.#angle && sign !== '>' && !/\s/.test(sign));
  }
}
