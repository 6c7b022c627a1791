import type { MentionedFile } from '../../model/file.ts';
import { extractMentions } from './extract.ts';

/** Where a mention leads; undefined when it is no file that is known. */
export type HrefOf = (mention: { path: string; line?: number | undefined }) => string | undefined;

/** Turns the file mentions of a Markdown text into links. What stands in code blocks stays as it is. */
export function linkFiles(markdown: string, hrefOf: HrefOf): string {
  const taken = fences(markdown);
  const edits: { start: number; end: number; text: string }[] = [];
  for (const { path, line, start, end } of extractMentions(markdown)) {
    const href = start === undefined || end === undefined ? undefined : hrefOf({ path, line });
    if (href === undefined || taken.some(span => span.start < end! && start! < span.end)) {
      continue;
    }
    const edit = editAt(markdown, start!, end!, href);
    if (edit) {
      edits.push(edit);
      taken.push(edit);
    }
  }
  return applied(markdown, edits);
}

interface Span {
  start: number;
  end: number;
}

function editAt(text: string, start: number, end: number, href: string): (Span & { text: string }) | undefined {
  const from = text.lastIndexOf('\n', start) + 1;
  const to = text.indexOf('\n', end);
  const line = text.slice(from, to < 0 ? text.length : to);
  const around = (pattern: RegExp) =>
    [...line.matchAll(pattern)]
      .map(match => ({ start: from + match.index, end: from + match.index + match[0].length, match }))
      .find(span => span.start <= start && end <= span.end);
  const link = around(/\[([^\]\n]*)\]\(([^)\n]*)\)/g);
  if (link) {
    const target = link.end - 1 - (link.match[2]?.length ?? 0);
    return start >= target ? { start: target, end: link.end - 1, text: href } : undefined;
  }
  const code = around(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g);
  return code
    ? { start: code.start, end: code.end, text: `[${code.match[0]}](${href})` }
    : { start, end, text: `[${text.slice(start, end).replace(/[\\*_[\]~]/g, '\\$&')}](${href})` };
}

function fences(text: string): Span[] {
  const found: Span[] = [];
  let open: { mark: string; start: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && !open) {
      open = { mark, start: at };
    } else if (mark && open && mark.startsWith(open.mark)) {
      found.push({ start: open.start, end: at + line.length });
      open = undefined;
    }
    at += line.length + 1;
  }
  return open ? [...found, { start: open.start, end: text.length }] : found;
}

function applied(text: string, edits: readonly (Span & { text: string })[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The file that a turn's mention was linked to, by the path that it had then. Deleted ones lead nowhere. */
export function linkedFile(path: string, mentioned: readonly MentionedFile[]): string | undefined {
  const ends = (longer: string, shorter: string) => longer === shorter || longer.endsWith(`/${shorter}`);
  const found = mentioned.find(({ file, path_then }) =>
    [path_then, file.path].some(known => ends(known, path) || ends(path, known)),
  );
  return found && !found.file.deleted_at ? found.file.path : undefined;
}
