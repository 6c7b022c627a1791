import { createRequire } from 'node:module';
import * as z from 'zod';

/** The reader of VS Code's preview, by the few members that are used; vsce brings it along. */
export interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
}

const readerSchema = z.custom<new (options: object) => { parse(text: string, env: object): Token[] }>(
  given => typeof given === 'function',
);
const Reader = readerSchema.parse(createRequire(import.meta.url)('markdown-it'));

export function readAsPreview(text: string): Token[] {
  const reader = Object.assign(new Reader({ html: true, linkify: true }), { validateLink: () => true });
  return reader.parse(`${text}\n`, {}).flatMap(token => [token, ...(token.children ?? [])]);
}

/** What would load, run or be obeyed; empty for a text that is only read. */
export function alive(text: string): string[] {
  return readAsPreview(text).flatMap(token => {
    const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
    const leads = /^(?!https?:|mailto:)[^/?#]*:/i.test(href);
    return leads || /^(?:image|html_inline|html_block)$/.test(token.type)
      ? [`${token.type} ${href}${token.content}`]
      : [];
  });
}

/** The code in it, as it is shown. */
export function shownCode(text: string): string[] {
  return readAsPreview(text)
    .filter(({ type }) => /^(?:fence|code_block|code_inline)$/.test(type))
    .map(({ content }) => content);
}
