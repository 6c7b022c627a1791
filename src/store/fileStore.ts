import type {
  BusyFile,
  DiscussedScope,
  File,
  FileChange,
  FileMentions,
  FileTalk,
  KnownFile,
  LinksOfSummary,
  Scope,
} from '../model/file/file.ts';
import type { Reach } from '../model/reach.ts';

export interface TalkQuery {
  /** How many conversations. */
  limit: number;
  offset?: number;
  /** Only what is said about that symbol of the file: `retry` also stands for `Upload.retry`. */
  symbol?: string;
}

/** A file or symbol goes with the last turn or summary that mentions it. */
export interface FileStore {
  /** The files of a workspace that memory knows, by path, deleted ones too; of those at these paths, if some are given. */
  known(workspace_id: string, paths?: readonly string[]): Promise<KnownFile[]>;
  /** One after the other, all of them or none. What has only been seen is nobody's news. */
  change(workspace_id: string, changes: readonly FileChange[]): Promise<void>;
  /** Conversations that mention a file, the one that did so last first. */
  about(workspace_id: string, path: string, query: TalkQuery): Promise<FileTalk[]>;
  /** The files most turns have mentioned since that instant. */
  busiest(reach: Reach, since: number, limit: number): Promise<BusyFile[]>;
  /** All that mention the files at these paths; files that memory does not know are left out. */
  mentionsOf(workspace_id: string, paths: readonly string[]): Promise<FileMentions[]>;
  /** What each summary is tied to, in the order they are asked for. */
  linksOf(summary_ids: readonly string[]): Promise<LinksOfSummary[]>;
  /** The files that a conversation mentions, in its turns or its summaries; the one mentioned last at the end. */
  ofConversation(conversation_id: string): Promise<File[]>;
  /** All symbols kept of a file, as they were when they were talked about. */
  scopesIn(workspace_id: string, path: string): Promise<Scope[]>;
  /** The symbols of a file that were talked about, each with as many conversations as `about` lists for it. */
  discussedScopes(workspace_id: string, path: string): Promise<DiscussedScope[]>;
  /** Since when the code of each differs from what was talked about; null when it is the same again. All or none. */
  markScopes(marks: readonly { uuid: string; changed_at: string | null }[]): Promise<void>;
}
