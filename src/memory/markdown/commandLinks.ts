import { readBlocks } from '../../model/text/markdownBlocks.ts';
import { inlinePieces } from './markdownInline.ts';

/** `[text](command:…)` becomes its text. In code it is no link, and stays as it is. */
export function withoutCommandLinks(text: string): string {
  if (!text.includes('command:')) {
    return text;
  }
  const { lines, prose } = readBlocks(text);
  const kept: string[] = [];
  let at = 0;
  for (const { first, contents } of prose) {
    const plain = withoutLinks(contents.join('\n')).split('\n');
    for (const [offset, content] of contents.entries()) {
      const { end } = lines[first + offset]!;
      kept.push(text.slice(at, end - content.length), plain[offset]!);
      at = end;
    }
  }
  return kept.join('') + text.slice(at);
}

/** The text of an image, which is no link. */
const NO_LINK = -1;
const commandTail = /^\]\([ \t]*<?command:/i;

function withoutLinks(text: string): string {
  /** Where brackets that may begin a link's text stand. */
  const open: number[] = [];
  const cuts: [from: number, to: number][] = [];
  let at = 0;
  const readBrackets = (end: number) => {
    for (; at < end; at++) {
      if (text[at] === '[') {
        open.push(at);
      } else if (text[at] === ']') {
        open.pop();
      }
    }
  };
  for (const { kind, start, end } of inlinePieces(text)) {
    readBrackets(start);
    if (kind === 'image') {
      open.push(NO_LINK);
    } else if (kind === 'tail') {
      const bracket = open.pop() ?? NO_LINK;
      if (bracket !== NO_LINK && text.endsWith(')', end) && commandTail.test(text.slice(start, end))) {
        cuts.push([bracket, bracket + 1], [start, end]);
      }
    }
    at = end;
  }
  return without(text, cuts);
}

function without(text: string, cuts: readonly [number, number][]): string {
  let kept = '';
  let at = 0;
  for (const [from, to] of cuts.toSorted((a, b) => a[0] - b[0])) {
    kept += text.slice(at, from);
    at = to;
  }
  return kept + text.slice(at);
}
