import type { File, MentionSource, Scope } from '../model/file.ts';

export interface FileStore {
  /** The file at that path of the workspace, made when it is new; a deleted one is there again. */
  ensure(workspace_id: string, path: string): Promise<File>;
  find(workspace_id: string, path: string): Promise<File | undefined>;
  /** The memory of a file follows it to its new path. */
  rename(workspace_id: string, from: string, to: string): Promise<void>;
  markDeleted(workspace_id: string, path: string, at: string): Promise<void>;
  mention(source: MentionSource, file_id: string): Promise<void>;
  /** The files that a turn's message or a summary mentions. */
  mentionedBy(source: MentionSource): Promise<File[]>;
  /** The messages and summaries that mention a file. */
  mentionsOf(file_id: string): Promise<MentionSource[]>;
  ensureScope(scope: Omit<Scope, 'uuid'>): Promise<Scope>;
  mentionScope(summary_id: string, scope_id: string): Promise<void>;
  scopesOf(summary_id: string): Promise<Scope[]>;
}
