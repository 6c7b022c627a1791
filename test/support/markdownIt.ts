import { createRequire } from 'node:module';
import * as z from 'zod';

/** The reader of VS Code's preview, by the few members that are used; vsce brings it along. */
export interface Token {
  type: string;
  content: string;
  info: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
}

interface Inline {
  src: string;
  pos: number;
  push(type: string, tag: string, nesting: number): Token;
}

interface Lines {
  src: string;
  bMarks: number[];
  tShift: number[];
  eMarks: number[];
  line: number;
  push(type: string, tag: string, nesting: number): Token;
}

interface Ruler<Rule> {
  after(name: string, own: string, rule: Rule, options?: { alt: string[] }): void;
}

interface Preview {
  inline: { ruler: Ruler<(state: Inline, silent: boolean) => boolean> };
  block: { ruler: Ruler<(state: Lines, start: number, end: number, silent: boolean) => boolean> };
  linkify: { set(options: { fuzzyLink: boolean }): void };
  parse(text: string, env: object): Token[];
}

const readerSchema = z.custom<new (options: object) => Preview>(given => typeof given === 'function');
const Reader = readerSchema.parse(createRequire(import.meta.url)('markdown-it'));

const preview = makePreview();

function makePreview(): Preview {
  const reader = Object.assign(new Reader({ html: true, linkify: true }), { validateLink: () => true });
  reader.linkify.set({ fuzzyLink: false });
  // Preview and chat typeset formulas, each by rules of its own. Here all is one that either might take for one.
  reader.inline.ruler.after('escape', 'math', readFormula);
  reader.block.ruler.after('blockquote', 'math', readFormulaBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  return reader;
}

export function readAsPreview(text: string): Token[] {
  return preview.parse(`${text}\n`, {}).flatMap(token => [token, ...(token.children ?? [])]);
}

function readFormula(state: Inline, silent: boolean): boolean {
  const [formula] = /^\$[\s\S]+?\$(?![A-Za-z0-9])/.exec(state.src.slice(state.pos)) ?? [];
  if (formula === undefined) {
    return false;
  }
  if (!silent) {
    state.push('math', 'math', 0).content = formula;
  }
  state.pos += formula.length;
  return true;
}

function readFormulaBlock(state: Lines, start: number, _end: number, silent: boolean): boolean {
  const line = state.src.slice(state.bMarks[start]! + state.tShift[start]!, state.eMarks[start]);
  if (!/^\$(?:\$|\s*$)/.test(line)) {
    return false;
  }
  if (!silent) {
    state.push('math', 'math', 0).content = line;
    state.line = start + 1;
  }
  return true;
}

/** What would load, run, be obeyed or be typeset; empty for a text that is only read. */
export function alive(text: string): string[] {
  return readAsPreview(text).flatMap(token => {
    const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
    const leads = /^(?!https?:|mailto:)[^/?#]*:/i.test(href);
    const typeset = token.type === 'math' || (token.type === 'fence' && /^\s*math\s*$/i.test(token.info));
    return leads || typeset || /^(?:image|html_inline|html_block)$/.test(token.type)
      ? [`${token.type} ${href}${token.content}`]
      : [];
  });
}

/** All that is more than words in a line. */
export function markup(text: string): string[] {
  return readAsPreview(text)
    .map(({ type }) => type)
    .filter(type => !/^(?:inline|text|paragraph_open|paragraph_close)$/.test(type));
}

/** The words that are read. */
export function shownText(text: string): string {
  return readAsPreview(text)
    .filter(({ type }) => /^(?:text|code_inline)$/.test(type))
    .map(({ content }) => content)
    .join('');
}

/** The code in it, as it is shown. */
export function shownCode(text: string): string[] {
  return readAsPreview(text)
    .filter(({ type }) => /^(?:fence|code_block|code_inline)$/.test(type))
    .map(({ content }) => content);
}
