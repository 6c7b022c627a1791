import * as z from 'zod';

/** What a reading covers: one workspace (the default everywhere) or all of a person's memory. */
export const readScopeSchema = z.union([z.object({ workspace_id: z.string() }), z.literal('all')]);
export type ReadScope = z.infer<typeof readScopeSchema>;

/** The workspace of a window without a folder. */
export const NO_WORKSPACE = 'none';
