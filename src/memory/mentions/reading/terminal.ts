import type { MentionKind } from '../../../model/file/mention.ts';
import { type Found, foundAt } from './found.ts';
import { endsLikeFile } from './names.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const escapes = /\x1b(?:\[[\d;?]{0,40}[A-Za-z]|\]8;[^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\))/g;

/** Reads a text without its colours and the targets of terminal links, so that a path and its place stand together. */
export function withoutColours(text: string, read: (plain: string) => Found[]): Found[] {
  if (!text.includes('\x1b')) {
    return read(text);
  }
  // Each piece that stays: where it begins in the plain text, and how much was left out before it.
  const pieces = [{ from: 0, left: 0 }];
  const plain = text.replace(escapes, (sequence, at: number) => {
    const left = pieces.at(-1)!.left;
    pieces.push({ from: at - left, left: left + sequence.length });
    return '';
  });
  let piece = 0;
  const inText = (offset: number, isEnd: boolean) => {
    while (piece + 1 < pieces.length && pieces[piece + 1]!.from < offset + (isEnd ? 0 : 1)) {
      piece++;
    }
    return offset + pieces[piece]!.left;
  };
  const mentions = read(plain);
  for (const mention of mentions) {
    mention.start = inText(mention.start, false);
    mention.end = inText(mention.end, true);
  }
  return mentions;
}

/** The head of a line that grep shows around a match, `src/a.ts-13-`: the line that matched is the place, not this one. */
export function contextMention(line: string, offset: number, kind: MentionKind): Found | undefined {
  const [head = '', path = '', number = ''] = /^([^\s:"'`]{1,400}?\.[A-Za-z]\w{0,9})-(\d{1,7})-/.exec(line) ?? [];
  if (!head || !endsLikeFile(path)) {
    return undefined;
  }
  // A file name may hold such a number itself.
  const [token = ''] = /^[^\s:#(]{1,1000}/.exec(line) ?? [];
  const [mention] = endsLikeFile(token) ? [] : foundAt(path, offset, kind, 'prose');
  return mention && { ...mention, end: mention.end + 1 + number.length };
}
