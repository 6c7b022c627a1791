import type { KnownMemory, MemoryChoice } from '../model/workspace/memoryChoice.ts';
import type { Place } from '../model/workspace/place.ts';

/** Which workspaces share a memory. Conversations know where they were recorded, so that each choice can be undone. */
export interface WorkspaceStore {
  choices(): Promise<MemoryChoice[]>;
  /**
   * `same`: what was and will be recorded in the workspace belongs to the memory of the other one, all of it or nothing.
   * Undefined takes a choice back: what was recorded in the workspace is its own memory again.
   */
  choose(workspace_id: string, other_id: string, choice: MemoryChoice['choice'] | undefined): Promise<void>;
  /** All memories with something in them, by where it was recorded; the one used last first. */
  memories(): Promise<KnownMemory[]>;
  /** What a folder was, or which workspaces begin with a commit; what was seen last first. */
  places(of: { folder_id: string } | { first_commit: string }): Promise<Place[]>;
  /** Takes the place of what was noted about the same folder and workspace; a commit that was known stays. */
  notePlace(place: Place): Promise<void>;
}
