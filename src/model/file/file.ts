import * as z from 'zod/mini';
import { type Conversation, storedDate } from '../conversation.ts';
import type { Summary } from '../summary/summary.ts';
import type { MessageRole, TurnRef } from '../turn/turn.ts';
import type { MentionPlace } from './mention.ts';

export const fileSchema = z.object({
  uuid: z.string(),
  workspace_id: z.string(),
  /** Workspace-relative, '/' separated. */
  path: z.string(),
  deleted_at: z.nullable(storedDate),
});
export type File = z.infer<typeof fileSchema>;

/** A file with the content it had when it was last looked at, to know it again under another name. */
export const knownFileSchema = z.extend(fileSchema, { content_hash: z.nullable(z.string()) });
export type KnownFile = z.infer<typeof knownFileSchema>;

/** What has happened to a file. */
export type FileChange =
  /** Made known when it is new; one that was deleted is there again. */
  | { kind: 'there'; path: string }
  /** A file, or a folder with all that is in it: what is known of them goes along. */
  | { kind: 'moved'; path: string; to: string }
  /** A file, or a folder with all that was in it. */
  | { kind: 'deleted'; path: string; at: string }
  /** It was looked at; nothing where the file is not known. */
  | { kind: 'seen'; path: string; content_hash: string };

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

/** What a summary is tied to. */
export interface LinksOfSummary {
  summary_id: string;
  /** By path. */
  files: File[];
  /** By name. */
  scopes: Scope[];
  /** Names, in their order whatever the case. */
  topics: string[];
}

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

/** A message that mentions a file. */
export interface TurnMention extends TurnRef, MentionPlace {
  message_id: string;
  conversation_title: string;
  /** When it was said, as an instant. */
  at: number;
}

/** A summary that mentions a file. */
export interface SummaryMention {
  conversation_id: string;
  summary_id: string;
  level: number;
  /** When the last turn it stands for was said, as an instant. */
  at: number;
}

/** All who mention one file, in any order. */
export interface FileMentions {
  path: string;
  turns: TurnMention[];
  summaries: SummaryMention[];
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
