import { type FileLink, mentionKind } from '../../model/file/mention.ts';

const rank = ({ kind }: FileLink) => mentionKind.options.indexOf(kind);

/** Two ways to write a file are one link: the most telling kind, with the place that any of them tells. */
export function oneEach(links: readonly FileLink[]): FileLink[] {
  const merged = new Map<string, FileLink>();
  for (const link of links) {
    const key = `${link.message_id}\n${link.path}`;
    const known = merged.get(key) ?? link;
    const kind = rank(link) < rank(known) ? link.kind : known.kind;
    merged.set(key, { ...known, kind, line: known.line ?? link.line, symbol: known.symbol ?? link.symbol });
  }
  return [...merged.values()];
}
