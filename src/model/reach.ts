import * as z from 'zod/mini';

/** What a reading covers: one workspace (the default everywhere) or all of a person's memory. */
export const reachSchema = z.union([z.object({ workspace_id: z.string() }), z.literal('all')]);
export type Reach = z.infer<typeof reachSchema>;

/** The workspace of a window without a folder. */
export const NO_WORKSPACE = 'none';
