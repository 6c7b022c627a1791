import { type FileLink, mentionKind } from '../../model/file/mention.ts';

const rank = ({ kind }: FileLink) => mentionKind.options.indexOf(kind);

/** Two ways to write a file are one link: the most telling kind, with the place that any of them tells. */
export function oneEach(links: readonly FileLink[]): FileLink[] {
  const merged = new Map<string, FileLink>();
  for (const link of links) {
    const key = `${link.message_id}\n${link.path}`;
    const earlier = merged.get(key) ?? link;
    const kind = rank(link) < rank(earlier) ? link.kind : earlier.kind;
    merged.set(key, { ...earlier, kind, line: earlier.line ?? link.line, symbol: earlier.symbol ?? link.symbol });
  }
  return [...merged.values()];
}
