import { openedFence } from '../../../model/text/fence.ts';
import { MarkdownReader } from '../../../model/text/markdownLines.ts';

/** As many letters as tell whether a line may open a code block. */
const MARK_LENGTH = 3;

/** Where in its Markdown an answer has come to, read once from its beginning on. */
export class AnswerPlace {
  readonly #reader = new MarkdownReader();
  #line = '';
  #mark = '';
  #mayOpen = false;
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
    return this.#reader.fence !== undefined || this.#mayOpen || this.#ticks % 2 === 1;
  }

  get inLink(): boolean {
    return this.#bracket || this.#target || this.#angle;
  }

  get inWord(): boolean {
    return /[\p{L}\p{N}_]$/u.test(this.#last);
  }

  #readSign(sign: string): void {
    if (sign === '\n') {
      this.#reader.read(this.#line.replace(/\r$/, ''));
      this.#line = this.#mark = '';
      this.#mayOpen = false;
      this.#ticks = 0;
      this.#bracket = this.#target = this.#angle = false;
    } else {
      this.#readMark(sign);
    }
    // Two halves of a letter are one letter.
    this.#last = /[\udc00-\udfff]/.test(sign) ? this.#last.slice(-1) + sign : sign;
  }

  #readMark(sign: string): void {
    this.#line += sign;
    if (this.#mark.length < MARK_LENGTH) {
      this.#mark = (this.#mark + sign).trimStart();
      this.#mayOpen = this.#mark.length === MARK_LENGTH && openedFence(this.#mark) !== undefined;
    } else if (sign === '`' && this.#last !== '`' && this.#mark.startsWith('`')) {
      // Back-ticks that end on their line are code in running text.
      this.#mayOpen = false;
    }
    this.#ticks += sign === '`' ? 1 : 0;
    this.#bracket = sign === '[' || (this.#bracket && sign !== ']');
    this.#target = (sign === '(' && this.#last === ']') || (this.#target && sign !== ')');
    this.#angle = sign === '<' || (this.#angle && sign !== '>' && !/\s/.test(sign));
  }
}
