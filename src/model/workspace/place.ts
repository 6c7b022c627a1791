import * as z from 'zod/mini';

/** A folder of this computer as it was when it was last open, once for each workspace that it has been. */
export const placeSchema = z.object({
  /** Its address as `workspaceIdOfFolder` has it: where it lies on a disk is nobody's business. */
  folder_id: z.string(),
  workspace_id: z.string(),
  /** When the folder and its `.git` were made, in milliseconds. */
  born: z.optional(z.number()),
  git_born: z.optional(z.number()),
  /** Noted once it is settled whether the workspace shares a memory with others that begin so. */
  first_commit: z.optional(z.string()),
  /** 0: nobody noted when. */
  seen_ms: z.number(),
});
export type Place = z.infer<typeof placeSchema>;
