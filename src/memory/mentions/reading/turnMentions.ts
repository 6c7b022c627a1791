import { type FileMention, mentionKind } from '../../../model/file/mention.ts';
import type { Reference, Turn } from '../../../model/turn/turn.ts';
import { normalisePath } from '../../../util/paths.ts';
import { isHostile, pathOfUri } from '../files/path.ts';
import { extractMentions } from './extract.ts';
import { mentionsOfTool } from './toolMentions.ts';

/** What one turn may link to at most; a turn that names more is a listing. */
const MAX_MENTIONS = 500;

/** The files of a turn, each once: what was attached, what tools took and gave, what was said. */
export function mentionsOfTurn({ user, assistant, tools }: Turn): FileMention[] {
  const inWords = [user.content, assistant?.content ?? ''].flatMap(extractMentions);
  return mergedMentions([
    ...[...user.references, ...(assistant?.references ?? [])].flatMap(mentionOfReference),
    ...inWords,
    ...tools.flatMap(mentionsOfTool),
  ]).slice(0, MAX_MENTIONS);
}

function mentionOfReference({ path: written, start_line, end_line }: Reference): FileMention[] {
  const path = normalisePath(pathOfUri(written) ?? '');
  if (!path || isHostile(path)) {
    return [];
  }
  return [{ path, ...(start_line && { line: start_line }), ...(end_line && { end_line }), kind: 'reference' }];
}

const rank = (mention: FileMention) => mentionKind.options.indexOf(mention.kind);

/** One mention a path: the most telling kind, and the first line and symbol that any of them tells. */
export function mergedMentions(mentions: readonly FileMention[]): FileMention[] {
  const merged = new Map<string, FileMention>();
  for (const { start: _start, end: _end, ...mention } of mentions) {
    const earlier = merged.get(mention.path);
    if (!earlier) {
      merged.set(mention.path, mention);
      continue;
    }
    const { line, column, end_line } = earlier.line === undefined ? mention : earlier;
    const symbol = earlier.symbol ?? mention.symbol;
    merged.set(mention.path, {
      path: mention.path,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(end_line !== undefined && { end_line }),
      ...(symbol !== undefined && { symbol }),
      kind: rank(mention) < rank(earlier) ? mention.kind : earlier.kind,
    });
  }
  return [...merged.values()];
}
