import type { MentionedFile } from '../../model/file/file.ts';
import { readBlocks } from '../../model/text/markdownBlocks.ts';
import { mentionedAs } from '../../model/turn/turnFiles.ts';
import { inlinePieces } from '../markdown/markdownInline.ts';
import { extractMentions } from './reading/extract.ts';

/** Where a mention leads; undefined when it is no file that is known. */
export type HrefOf = (mention: { path: string; line?: number | undefined }) => string | undefined;

/** Turns the file mentions of a Markdown text into links. What stands in code blocks stays as it is. */
export function linkFiles(markdown: string, hrefOf: HrefOf): string {
  const edits: Edit[] = [];
  let lineAt: ((offset: number) => ProseLine | undefined) | undefined;
  for (const { path, line, start, end } of extractMentions(markdown)) {
    const href = start === undefined || end === undefined ? undefined : hrefOf({ path, line });
    if (href === undefined) {
      continue;
    }
    lineAt ??= proseLines(markdown);
    const place = lineAt(start!);
    const edit = place && editAt(markdown, place, { start: start!, end: end! }, href);
    if (edit) {
      edits.push(edit);
      place.taken = edit.end;
    }
  }
  return applied(markdown, edits);
}

interface Span {
  start: number;
  end: number;
}

interface Edit extends Span {
  text: string;
}

/** A line of running text, with what is in it besides words. */
interface ProseLine extends Span {
  links: (Span & { target: number })[];
  code: Span[];
  /** Where the last edit ends: mentions come in their order. */
  taken: number;
}

function editAt(text: string, line: ProseLine, { start, end }: Span, href: string): Edit | undefined {
  const around = <S extends Span>(spans: readonly S[]) => {
    const span = lastBefore(spans, start + 1);
    return span && end <= span.end ? span : undefined;
  };
  // A dollar that is escaped would come to life with the backslash escaped.
  if (start < line.start || end > line.end || start < line.taken || text.slice(start, end).includes('\\$')) {
    return undefined;
  }
  const link = around(line.links);
  if (link) {
    return start >= link.target ? { start: link.target, end: link.end - 1, text: href } : undefined;
  }
  const code = around(line.code);
  // Code over two lines is left alone, and no link may become an image.
  const overLines = code && (code.start < line.start || code.end > line.end);
  const overCode = !code && (lastBefore(line.code, end)?.end ?? 0) > start;
  if (overLines || text[(code?.start ?? start) - 1] === '!' || overCode) {
    return undefined;
  }
  return code
    ? { ...code, text: `[${text.slice(code.start, code.end)}](${href})` }
    : { start, end, text: `[${text.slice(start, end).replace(/[\\*_[\]~]/g, '\\$&')}](${href})` };
}

/** The last of the spans that begins before the offset; they stand in order, apart from each other. */
function lastBefore<S extends Span>(spans: readonly S[], offset: number): S | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = spans[middle]!.start < offset ? [middle + 1, high] : [low, middle];
  }
  return spans[low - 1];
}

/** Tells the line at an offset; each is looked into once, however much it mentions. */
function proseLines(text: string): (offset: number) => ProseLine | undefined {
  const { lines: read, prose } = readBlocks(text);
  const lines: ProseLine[] = [];
  for (const { first, contents } of prose) {
    const starts = contents.map((content, index) => read[first + index]!.end - content.length);
    const code = codeSpans(contents, starts);
    let next = 0;
    for (const [index, content] of contents.entries()) {
      const [start, end] = [starts[index]!, read[first + index]!.end];
      while (next < code.length && code[next]!.end <= start) {
        next += 1;
      }
      let after = next;
      while (after < code.length && code[after]!.start < end) {
        after += 1;
      }
      lines.push({ start, end, links: linksIn(content, start), code: code.slice(next, after), taken: 0 });
    }
  }
  return offset => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = lines[middle]!.end <= offset ? [middle + 1, high] : [low, middle];
    }
    return lines[low];
  };
}

function codeSpans(contents: readonly string[], starts: readonly number[]): Span[] {
  let line = 0;
  let before = 0;
  const inText = (at: number) => {
    while (at > before + contents[line]!.length) {
      before += contents[line]!.length + 1;
      line += 1;
    }
    return starts[line]! + at - before;
  };
  const spans: Span[] = [];
  for (const { kind, start, end } of inlinePieces(contents.join('\n'))) {
    if (kind === 'code') {
      spans.push({ start: inText(start), end: inText(end) });
    }
  }
  return spans;
}

function linksIn(line: string, offset: number): ProseLine['links'] {
  return [...line.matchAll(/\[[^\]\n]{0,300}\]\(([^)\n]{0,2000})\)/g)].map(({ 0: link, 1: target = '', index }) => {
    const end = offset + index + link.length;
    return { start: offset + index, end, target: end - 1 - target.length };
  });
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The file that a turn's mention was linked to. Deleted ones lead nowhere. */
export function linkedFile(path: string, mentioned: readonly MentionedFile[]): string | undefined {
  const mention = mentionedAs(path, mentioned);
  return mention && !mention.file.deleted_at ? mention.file.path : undefined;
}
