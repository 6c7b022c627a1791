import type { FileMention, MentionKind } from '../../../model/file/mention.ts';
import { markdownLines, type PlacedLine } from '../../../model/text/markdownLines.ts';
import { type DiffState, diffMentions } from './diffs.ts';
import { type Found, foundAt } from './found.ts';
import { inlineMentions } from './inline.ts';
import { contextMention, withoutColours } from './terminal.ts';
import { traceMentions } from './traces.ts';

/** How much of a text is read: what matters in a long one stands at its ends. */
export const HEAD_CHARS = 96 * 1024;
export const TAIL_CHARS = 32 * 1024;

/** The files that a text mentions, in order: prose, Markdown, stack traces and diffs. */
export function extractMentions(text: string): FileMention[] {
  return readParts(text).flatMap(({ part, offset }) =>
    withoutColours(part, mentionsOfPart).map(mention => ({
      ...mention,
      start: mention.start + offset,
      end: mention.end + offset,
    })),
  );
}

/** The head and the tail of a long text, cut between lines where there are any. */
export function readParts(text: string): { part: string; offset: number }[] {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) {
    return [{ part: text, offset: 0 }];
  }
  const head = text.slice(0, HEAD_CHARS);
  const headEnd = head.lastIndexOf('\n') + 1 || HEAD_CHARS;
  const tail = text.slice(-TAIL_CHARS);
  const tailStart = text.length - TAIL_CHARS + tail.indexOf('\n') + 1;
  return [
    { part: head.slice(0, headEnd), offset: 0 },
    { part: text.slice(tailStart), offset: tailStart },
  ];
}

function mentionsOfPart(text: string): Found[] {
  const mentions: Found[] = [];
  const diff: DiffState = {};
  const lines = [...markdownLines(text)];
  const lineAt = (index: number) => text.slice(lines[index]?.start ?? 0, lines[index]?.end ?? 0);
  for (const [index, placed] of lines.entries()) {
    const line = unescaped(lineAt(index));
    for (const mention of mentionsOfLine(placed, line, lineAt(index - 1), lineAt(index + 1), diff)) {
      mentions.push(mention);
    }
  }
  return mentions;
}

function mentionsOfLine(placed: PlacedLine, line: string, before: string, after: string, diff: DiffState): Found[] {
  const { kind, start, end, info = '' } = placed;
  if (kind === 'fence') {
    return fenceMentions(line.slice(line.length - info.length), end - info.length);
  }
  if (kind === 'fence end') {
    return [];
  }
  return (
    diffMentions(line, start, after, diff) ??
    traceMentions(line, start, before) ??
    lineMentions(line, start, kind === 'fenced' ? 'code' : 'prose')
  );
}

function lineMentions(line: string, offset: number, kind: MentionKind): Found[] {
  const context = contextMention(line, offset, kind);
  const from = context ? context.end - offset : 0;
  return [...(context ? [context] : []), ...inlineMentions(line.slice(from), offset + from, kind)];
}

/** JSON quoted in a text keeps its line breaks as `\n`: they become blanks of the same length, so that offsets hold. */
function unescaped(line: string): string {
  return /(?<!\\)\\(?:"|n\\n|n[-#*\s"]|n[A-Z?]{1,2} )/.test(line) ? line.replace(/(?<!\\)\\[nrt"]/g, '  ') : line;
}

/** The head of a code block: `ts src/a.ts`, `ts:src/a.ts`, `12:20:src/a.ts`. */
function fenceMentions(info: string, offset: number): Found[] {
  const kind: MentionKind = 'code';
  const range = /^(\d{1,7}):(\d{1,7}):(\S.*)$/.exec(info.slice(0, 500));
  if (range) {
    const [, line = '', end = '', path = ''] = range;
    return foundAt(path, offset + info.length - path.length, kind, 'code', {
      line: Number(line),
      end_line: Number(end),
    });
  }
  const language = /^[\w+#-]+:(?=[^:/]*[./])/.exec(info)?.[0].length ?? 0;
  return inlineMentions(info.slice(language), offset + language, kind);
}
