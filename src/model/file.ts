import * as z from 'zod';
import { storedDate } from './conversation.ts';

export const fileSchema = z.object({
  uuid: z.string(),
  workspace_id: z.string(),
  /** Workspace-relative, '/' separated. */
  path: z.string(),
  deleted_at: storedDate.nullable(),
});
export type File = z.infer<typeof fileSchema>;

/** A symbol of a file, with the range and the hash it had when it was talked about. */
export const scopeSchema = z.object({
  uuid: z.string(),
  file_id: z.string(),
  name: z.string(),
  kind: z.string(),
  start_line: z.number().nullable(),
  end_line: z.number().nullable(),
  content_hash: z.string().nullable(),
});
export type Scope = z.infer<typeof scopeSchema>;

/** Who mentions a file or a symbol: a turn (by its user or assistant message) or a summary. */
export const mentionSourceSchema = z.union([
  z.object({ message_id: z.string() }),
  z.object({ summary_id: z.string() }),
]);
export type MentionSource = z.infer<typeof mentionSourceSchema>;
