import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { workspaceIdOfCommit, workspaceIdOfFolder } from '../../model/workspace/workspaceId.ts';
import type { WorkspaceStore } from '../../store/workspaceStore.ts';

/** Whose memory is used instead of a workspace's own. */
const SAME_KEY = 'workspaces.sameAs';
/** By its address, the id that a folder had when it was last open: before places were noted. */
const LAST_KEY = 'workspaces.last';
/** By its address, what a folder was when it was last open. */
const PLACES_KEY = 'workspaces.places';
/** The workspaces that were seen, by their first commit. */
const SEEN_KEY = 'workspaces.seen';

const idsSchema = z.record(z.string(), z.string());
const placesSchema = z.record(
  z.string(),
  z.object({
    id: z.string(),
    born: z.optional(z.number()),
    git_born: z.optional(z.number()),
    seen_at: z.number(),
    /** What it was before that. */
    before: z.optional(z.string()),
  }),
);
const seenSchema = z.record(z.string(), z.array(z.string()));

/** What earlier versions kept about identity beside the memory goes into it, once; what the memory knows already stays. */
export async function carryOverIdentity(state: vscode.Memento, workspaces: WorkspaceStore): Promise<void> {
  const older = [SAME_KEY, LAST_KEY, PLACES_KEY, SEEN_KEY].filter(key => state.get(key) !== undefined);
  if (older.length === 0) {
    return;
  }
  await carryChoices(idsSchema.safeParse(state.get(SAME_KEY)).data ?? {}, workspaces);
  await carryPlaces(placesSchema.safeParse(state.get(PLACES_KEY)).data ?? {}, workspaces);
  await carryLast(idsSchema.safeParse(state.get(LAST_KEY)).data ?? {}, workspaces);
  for (const [commit, ids] of Object.entries(seenSchema.safeParse(state.get(SEEN_KEY)).data ?? {})) {
    for (const workspace_id of ids) {
      // Where it lay was not kept.
      await workspaces.notePlace({
        folder_id: workspaceIdOfCommit(commit),
        workspace_id,
        first_commit: commit,
        seen_ms: 0,
      });
    }
  }
  for (const key of older) {
    await state.update(key, undefined);
  }
}

async function carryChoices(older: Record<string, string>, workspaces: WorkspaceStore): Promise<void> {
  const choices = await workspaces.choices();
  for (const [id, other] of Object.entries(older)) {
    if (id !== other && !choices.some(({ workspace_id }) => workspace_id === id)) {
      await workspaces.choose(id, other, 'same');
    }
  }
}

async function carryPlaces(older: z.infer<typeof placesSchema>, workspaces: WorkspaceStore): Promise<void> {
  for (const [address, { id, born, git_born, seen_at, before }] of Object.entries(older)) {
    const folder_id = workspaceIdOfFolder(address);
    const noted = await workspaces.places({ folder_id });
    if (noted.some(({ seen_ms }) => seen_ms > 0)) {
      continue;
    }
    await workspaces.notePlace({ folder_id, workspace_id: id, born, git_born, seen_ms: seen_at });
    if (before !== undefined && before !== id) {
      await workspaces.notePlace({ folder_id, workspace_id: before, seen_ms: seen_at - 1 });
    }
  }
}

async function carryLast(older: Record<string, string>, workspaces: WorkspaceStore): Promise<void> {
  for (const [address, workspace_id] of Object.entries(older)) {
    const folder_id = workspaceIdOfFolder(address);
    const noted = await workspaces.places({ folder_id });
    if (!noted.some(place => place.workspace_id === workspace_id)) {
      await workspaces.notePlace({ folder_id, workspace_id, seen_ms: 0 });
    }
  }
}
