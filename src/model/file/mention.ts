import * as z from 'zod/mini';

/** How a mention was made, the most telling first. */
export const mentionKind = z.enum(['reference', 'tool', 'diff', 'trace', 'link', 'code', 'prose', 'model']);
export type MentionKind = z.infer<typeof mentionKind>;

/** A file that is named somewhere, not yet matched to a file of the workspace. */
export const fileMentionSchema = z.object({
  /** '/' separated, without './' or quotes, URIs decoded; absolute paths stay absolute. */
  path: z.string().check(z.minLength(1)),
  /** One-based. */
  line: z.optional(z.int().check(z.positive())),
  column: z.optional(z.int().check(z.positive())),
  end_line: z.optional(z.int().check(z.positive())),
  /** A function or a class named together with the file. */
  symbol: z.optional(z.string()),
  kind: mentionKind,
  /** Where in the text it stands; only for mentions in texts. */
  start: z.optional(z.int().check(z.nonnegative())),
  end: z.optional(z.int().check(z.nonnegative())),
});
export type FileMention = z.infer<typeof fileMentionSchema>;

/** What a mention says about its place in the file. */
export const mentionPlaceSchema = z.object({
  kind: mentionKind,
  /** One-based. */
  line: z.nullable(z.int().check(z.positive())),
  symbol: z.nullable(z.string()),
});
export type MentionPlace = z.infer<typeof mentionPlaceSchema>;

/** A message's mention, matched to a file of the workspace. */
export interface FileLink extends MentionPlace {
  message_id: string;
  /** Workspace-relative. */
  path: string;
  /** Memory knows the file, and it is not there now: it stays deleted where it is. */
  gone?: boolean;
}

/** A mention that several files could be meant by: a person is asked which one. */
export interface OpenMention extends MentionPlace {
  message_id: string;
  /** As it was written. */
  path: string;
  /** Workspace-relative paths. */
  candidates: string[];
}

/** A mention of a file that is not there, and may be made later. */
export interface UnmatchedMention extends MentionPlace {
  message_id: string;
  /** As it was written. */
  path: string;
}

/** The name under which a mention waits until a file of that name is made. */
export function waitingName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

/** What a turn's messages mention. */
export interface TurnLinks {
  /** The messages that were read, whether they mention anything or not. */
  message_ids: string[];
  files: FileLink[];
  open: OpenMention[];
  /** Kept until a file of that name is made. */
  unmatched?: UnmatchedMention[];
  /** Mentions that waited for their file until now. */
  settled?: Pick<UnmatchedMention, 'message_id' | 'path'>[];
}

/** A symbol that a summary mentions, in a file of the workspace. */
export interface ScopeLink {
  path: string;
  name: string;
  kind: string;
  start_line: number | null;
  end_line: number | null;
  content_hash: string | null;
}

/** Names as a summariser gave them, to be matched to files and symbols. */
export const givenNamesSchema = z.object({ files: z.array(z.string()), scopes: z.array(z.string()) });
export type GivenNames = z.infer<typeof givenNamesSchema>;
