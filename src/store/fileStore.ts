import type {
  BusyFile,
  DiscussedScope,
  File,
  FileContent,
  FileTalk,
  MentionSource,
  Scope,
  ScopeDraft,
} from '../model/file.ts';
import type { Reach } from '../model/reach.ts';

export interface TalkQuery {
  /** How many conversations. */
  limit: number;
  offset?: number;
}

/** A file or symbol goes with the last turn or summary that mentions it. */
export interface FileStore {
  /** The file at that path of the workspace, made when it is new; a deleted one is there again. */
  ensure(workspace_id: string, path: string): Promise<File>;
  find(workspace_id: string, path: string): Promise<File | undefined>;
  /** The memory of a file, or of all files of a folder, follows to the new path. */
  rename(workspace_id: string, from: string, to: string): Promise<void>;
  /** A file, or a folder with all that was in it. */
  markDeleted(workspace_id: string, path: string, at: string): Promise<void>;
  mention(source: MentionSource, file_id: string): Promise<void>;
  /** The files that a turn's message or a summary mentions. */
  mentionedBy(source: MentionSource): Promise<File[]>;
  /** The messages and summaries that mention a file. */
  mentionsOf(file_id: string): Promise<MentionSource[]>;
  /** The files that a conversation mentions, in its turns or its summaries; the one mentioned last at the end. */
  ofConversation(conversation_id: string): Promise<File[]>;
  /** Conversations that mention a file, the one that did so last first. */
  about(workspace_id: string, path: string, query: TalkQuery): Promise<FileTalk[]>;
  /** The same for a symbol of the file: `retry` also stands for `Upload.retry`. */
  aboutScope(workspace_id: string, path: string, name: string, query: TalkQuery): Promise<FileTalk[]>;
  /** The files most turns have mentioned since that instant. */
  busiest(reach: Reach, since: number, limit: number): Promise<BusyFile[]>;
  ensureScope(scope: ScopeDraft): Promise<Scope>;
  mentionScope(summary_id: string, scope_id: string): Promise<void>;
  scopesOf(summary_id: string): Promise<Scope[]>;
  scopesOfConversation(conversation_id: string): Promise<Scope[]>;
  /** All symbols kept of a file, as they were when they were talked about. */
  scopesIn(workspace_id: string, path: string): Promise<Scope[]>;
  /** Since when the code of each differs from what was talked about; null when it is the same again. */
  markScopes(marks: { uuid: string; changed_at: string | null }[]): Promise<void>;
  /** The symbols of a file that were talked about. */
  discussedScopes(workspace_id: string, path: string): Promise<DiscussedScope[]>;
  /** Files that memory knows and that are not deleted, with the content they had. */
  contents(workspace_id: string): Promise<(Omit<FileContent, 'content_hash'> & { content_hash: string | null })[]>;
  /** Files that memory knows and that were deleted. */
  deleted(workspace_id: string): Promise<{ path: string; content_hash: string | null; deleted_at: string }[]>;
  noteContents(workspace_id: string, contents: FileContent[]): Promise<void>;
}
