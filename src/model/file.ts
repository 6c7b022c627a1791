import * as z from 'zod/mini';
import { type Conversation, storedDate } from './conversation.ts';
import type { MentionPlace } from './mention.ts';
import type { Summary } from './summary.ts';
import type { MessageRole, TurnRef } from './turn.ts';

export const fileSchema = z.object({
  uuid: z.string(),
  workspace_id: z.string(),
  /** Workspace-relative, '/' separated. */
  path: z.string(),
  deleted_at: z.nullable(storedDate),
});
export type File = z.infer<typeof fileSchema>;

/** A symbol of a file, with the range and the hash it had when it was talked about. */
export const scopeSchema = z.object({
  uuid: z.string(),
  file_id: z.string(),
  name: z.string(),
  kind: z.string(),
  start_line: z.nullable(z.number()),
  end_line: z.nullable(z.number()),
  content_hash: z.nullable(z.string()),
  /** Since when its code is known to differ from what was talked about, or to be gone. */
  changed_at: z.nullable(storedDate),
});
export type Scope = z.infer<typeof scopeSchema>;

export type ScopeDraft = Omit<Scope, 'uuid' | 'changed_at'>;

/** Who mentions a file or a symbol: a turn (by its user or assistant message) or a summary. */
export const mentionSourceSchema = z.union([
  z.object({ message_id: z.string() }),
  z.object({ summary_id: z.string() }),
]);
export type MentionSource = z.infer<typeof mentionSourceSchema>;

/** A file with how one message of a turn mentions it. */
export interface MentionedFile extends MentionPlace {
  file: File;
  turn_index: number;
  role: MessageRole;
  /** The path it had when it was mentioned. */
  path_then: string;
}

/** A turn that mentions a file, for lists. */
export interface TalkTurn extends TurnRef, MentionPlace {
  /** First line of what the person said. */
  label: string;
  timestamp: string;
}

/** What one conversation says about a file or a symbol. */
export interface FileTalk {
  conversation: Conversation;
  /** Newest first; `turn_count` tells how many there are. */
  turns: TalkTurn[];
  turn_count: number;
  /** Highest level first, then newest. */
  summaries: Summary[];
}

/** A file and how much was said about it. */
export interface BusyFile {
  file: File;
  turns: number;
  conversations: number;
  /** When it was last mentioned. */
  last: string;
}

/** A symbol and in how many conversations it was talked about. */
export interface DiscussedScope {
  name: string;
  conversations: number;
}

/** The content a file had when it was last looked at, to know it again under another name. */
export interface FileContent {
  path: string;
  content_hash: string;
}
