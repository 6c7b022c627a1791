import { type Prose, readBlocks } from '../../model/text/markdownBlocks.ts';
import { inlinePieces, type Piece, quietTail } from './markdownInline.ts';

/** Remembered text is data: shown as Markdown it must not load an image, run a command or hide what follows. */

/** Keeps formatting and code; takes the life out of HTML, images and links that do more than open a page. */
export function quietMarkdown(text: string): string {
  const { lines: read, prose, open } = readBlocks(text);
  const lines = read.map(line => (line.kind === 'fence' ? quietFence(line.text) : line.text));
  for (const block of prose) {
    for (const [offset, quiet] of quietProse(block).entries()) {
      const index = block.first + offset;
      const line = lines[index]!;
      const marked = read[index]!.odd ? quiet.replace(/[-+*=|:.)]/, '\\$&') : quiet;
      lines[index] = line.slice(0, line.length - block.contents[offset]!.length) + marked;
    }
  }
  return [...lines, ...(open === undefined ? [] : [open])].join('\n');
}

/** Above a row of dashes, a fence with a bar would be the head of a table; and code is not typeset. */
const quietFence = (line: string) => line.replaceAll('|', '&#124;').replace(/(?<=[`~][ \t]*)math(?=[ \t]*$)/i, 'latex');

const definitionPattern = /^\[[^\][\\`<]+\]:[ \t]+https?:\/\/[^\s<>`\\()&$]+[ \t]*$/;

/** What ends a formula, in code too; a price and a variable end none. */
const mayBeMath = /\$(?![A-Za-z0-9])/;

function quietProse({ kind, contents, table }: Prose): string[] {
  if (kind === 'paragraph' && contents.every(line => definitionPattern.test(line))) {
    return contents;
  }
  const text = contents.join('\n');
  const math = mayBeMath.test(text);
  const quiet = table ? contents.map(row => quietRow(row, math)) : quietText(text, math).split('\n');
  // A link defined here would be one that the text is not read for.
  const defines = contents.some(line => line.includes(']:'));
  return defines ? quiet.map((line, index) => (index === 0 || table ? line.replace(/^\[/, '\\[') : line)) : quiet;
}

/** Cell by cell: no code goes over the end of one. */
function quietRow(row: string, math: boolean): string {
  let inAddress = false;
  const cells = row.split(/((?<!(?<!\\)\\)\|)/).map(cell => {
    const quiet = quietText(cell, math, inAddress);
    const word = lastWord(cell);
    inAddress = word.includes('://') || (inAddress && word === cell);
    return quiet;
  });
  return cells.join('');
}

/** What follows the last blank; all of it when there is none. */
function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && !/\s/.test(text[start - 1]!)) {
    start -= 1;
  }
  return text.slice(start);
}

/** Most lines and cells have nothing in them but words. */
const anyMark = /[\\`<$]|!\[|\]\(/;

function quietText(text: string, math: boolean, inAddress = false): string {
  if (!anyMark.test(text)) {
    return text;
  }
  const quiet: string[] = [];
  let at = 0;
  for (const piece of inlinePieces(text, inAddress)) {
    quiet.push(text.slice(at, piece.start), quietPiece(text.slice(piece.start, piece.end), piece, math));
    at = piece.end;
  }
  return quiet.join('') + text.slice(at);
}

function quietPiece(piece: string, { kind, address }: Piece, math: boolean): string {
  switch (kind) {
    case 'ticks':
      return piece.replaceAll('`', address ? '&#96;' : '\\`');
    case 'html':
      return '&lt;';
    case 'image':
      return address ? '\\!\\[' : '\\![';
    case 'tail':
      return piece.endsWith(')') ? quietTail(piece) : ']\\(';
    case 'dollar':
      return math ? (address ? '&#36;' : '\\$') : piece;
    case 'escape':
      return quietEscape(piece, address);
    default:
      return piece;
  }
}

/** A bare address would take the backslash with it. */
function quietEscape(piece: string, address: boolean): string {
  if (piece === '\\<') {
    return '&lt;';
  }
  return address && /[!`]/.test(piece) ? `&#${piece.charCodeAt(1)};` : piece;
}

/** As a quote block. */
export function quoteMarkdown(text: string): string {
  return quietMarkdown(text)
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** As it stands, letter by letter: for titles and names. No address in it becomes a link. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|<>~$]/g, '\\$&')
    .replace(/\/\/|(?<=\S)@(?=\S)|(?<=www)\.|&(?=#?\w{1,32};)/gi, mark => mark.replace(/./g, '\\$&'))
    .replace(/\s+/g, ' ')
    .replace(/^ ?[-=]|(?<=^ ?\d{1,9})\.(?= |$)/, mark => mark.replace(/\S/, '\\$&'));
}

/** As code in a line of text, which it cannot leave: for paths. */
export function codeSpan(text: string): string {
  return `\`${text.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll('`', "'") || ' '}\``;
}

/** In a code block that the text itself cannot close. */
export function codeBlock(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, run.length);
  }
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A link that runs a command with these arguments. The text is Markdown already. */
export function commandLink(text: string, command: string, ...args: unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args)).replace(/[()']/g, c => `%${c.charCodeAt(0).toString(16)}`);
  return `[${text}](command:${command}?${query})`;
}
