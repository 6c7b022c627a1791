import * as z from 'zod';

/** How a mention was made, the most telling first. */
export const mentionKind = z.enum(['reference', 'tool', 'diff', 'trace', 'link', 'code', 'prose', 'model']);
export type MentionKind = z.infer<typeof mentionKind>;

/** A file that is named somewhere, not yet matched to a file of the workspace. */
export const fileMentionSchema = z.object({
  /** '/' separated, without './' or quotes, URIs decoded; absolute paths stay absolute. */
  path: z.string().min(1),
  /** One-based. */
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
  end_line: z.number().int().positive().optional(),
  /** A function or a class named together with the file. */
  symbol: z.string().optional(),
  kind: mentionKind,
  /** Where in the text it stands; only for mentions in texts. */
  start: z.number().int().nonnegative().optional(),
  end: z.number().int().nonnegative().optional(),
});
export type FileMention = z.infer<typeof fileMentionSchema>;
