import type { FileMention, MentionKind } from '../../../model/file/mention.ts';
import type { Strictness } from './names.ts';
import type { Place } from './place.ts';
import { readTarget } from './target.ts';

/** A mention in a text, with its offsets. */
export type Found = FileMention & { start: number; end: number };

/** A mention whose place is known already, as in traces and diffs. */
export function foundAt(
  raw: string,
  start: number,
  kind: MentionKind,
  strictness: Strictness,
  place: Omit<Place, 'length'> = {},
): Found[] {
  const target = readTarget(raw, strictness);
  return target ? [{ path: target.path, ...place, kind, start, end: start + raw.length }] : [];
}
