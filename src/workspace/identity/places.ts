import type { Place } from '../../model/workspace/place.ts';
import type { FolderIdentity } from './identify.ts';

/** What a folder was when it was last open. `places` are all that it has been, the last one first. */
export function placeIn(places: readonly Place[]): Place | undefined {
  return places.find(({ seen_ms }) => seen_ms > 0);
}

/** The ids under which a folder may have a memory besides its own: what it was before, when last open, and its place. */
export function formerIds(folder_id: string, places: readonly Place[], id: string): string[] {
  const [last, before] = places.filter(({ seen_ms }) => seen_ms > 0);
  const undated = places.filter(({ seen_ms }) => seen_ms === 0);
  const ids = [...[before, last, ...undated].flatMap(place => place?.workspace_id ?? []), folder_id];
  // Another repository's memory is nobody's former one.
  return [...new Set(ids.filter(other => other !== id && !other.startsWith('git:')))];
}

/** What is to be noted of a folder that is open now; undefined when nothing is. */
export function placeToNote(
  { id, born, git_born }: FolderIdentity,
  seen: Pick<Place, 'folder_id' | 'first_commit' | 'seen_ms'>,
  place: Place | undefined,
): Place | undefined {
  const isKnown = place?.workspace_id === id;
  // A folder that was made anew at the place of another is not taken for it later.
  if (isKnown && id.startsWith('folder:') && place.born !== born) {
    return undefined;
  }
  // When it was seen tells something only of a folder without a repository.
  const isSame = isKnown && place.born === born && place.git_born === git_born && git_born !== undefined;
  if (isSame && (seen.first_commit === undefined || seen.first_commit === place.first_commit)) {
    return undefined;
  }
  return { ...seen, workspace_id: id, born, git_born };
}
