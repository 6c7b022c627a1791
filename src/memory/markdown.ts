import { type Prose, readBlocks } from './markdownBlocks.ts';
import { inlinePieces, type Piece, quietTail } from './markdownInline.ts';

/** Remembered text is data: shown as Markdown it must not load an image, run a command or hide what follows. */

/** Keeps formatting and code; takes the life out of HTML, images and links that do more than open a page. */
export function quietMarkdown(text: string): string {
  const { lines, prose, odd, fences, open } = readBlocks(text);
  for (const index of fences) {
    // Above a row of dashes, a fence with a bar would be the head of a table.
    lines[index] = lines[index]!.replaceAll('|', '&#124;');
  }
  for (const block of prose) {
    for (const [offset, quiet] of quietProse(block).entries()) {
      const index = block.first + offset;
      const line = lines[index]!;
      const marked = odd.has(index) ? quiet.replace(/[-+*=|:.)]/, '\\$&') : quiet;
      lines[index] = line.slice(0, line.length - block.contents[offset]!.length) + marked;
    }
  }
  return [...lines, ...(open === undefined ? [] : [open])].join('\n');
}

const definitionPattern = /^\[[^\][\\`<]+\]:[ \t]+https?:\/\/[^\s<>`\\()&$]+[ \t]*$/;

function quietProse({ kind, contents, table }: Prose): string[] {
  if (kind === 'paragraph' && contents.every(line => definitionPattern.test(line))) {
    return contents;
  }
  const quiet = table ? contents.map(quietRow) : quietText(contents.join('\n')).split('\n');
  // A link defined here would be one that the text is not read for.
  const defines = contents.some(line => line.includes(']:'));
  return defines ? quiet.map((line, index) => (index === 0 || table ? line.replace(/^\[/, '\\[') : line)) : quiet;
}

/** Cell by cell: no code goes over the end of one. */
function quietRow(row: string): string {
  let inAddress = false;
  const cells = row.split(/((?<!(?<!\\)\\)\|)/).map(cell => {
    const quiet = quietText(cell, inAddress);
    inAddress = /:\/\/\S*$/.test(cell) || (inAddress && !/\s/.test(cell));
    return quiet;
  });
  return cells.join('');
}

function quietText(text: string, inAddress = false): string {
  let quiet = '';
  let at = 0;
  for (const piece of inlinePieces(text, inAddress)) {
    quiet += text.slice(at, piece.start) + quietPiece(text.slice(piece.start, piece.end), piece);
    at = piece.end;
  }
  return quiet + text.slice(at);
}

function quietPiece(piece: string, { kind, address }: Piece): string {
  switch (kind) {
    case 'ticks':
      return piece.replaceAll('`', address ? '&#96;' : '\\`');
    case 'html':
      return '&lt;';
    case 'image':
      return address ? '\\!\\[' : '\\![';
    case 'tail':
      return piece.endsWith(')') ? quietTail(piece) : ']\\(';
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

/** As it stands, letter by letter: for titles and names. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** In a code block that the text itself cannot close. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A link that runs a command with these arguments. The text is Markdown already. */
export function commandLink(text: string, command: string, ...args: unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args)).replace(/[()']/g, c => `%${c.charCodeAt(0).toString(16)}`);
  return `[${text}](command:${command}?${query})`;
}
