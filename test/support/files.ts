import type { KnownFile, LinksOfSummary } from '../../src/model/file/file.ts';
import type { FileLink, ScopeLink } from '../../src/model/file/mention.ts';
import type { Summary } from '../../src/model/summary/summary.ts';
import type { Turn } from '../../src/model/turn/turn.ts';
import type { Store } from '../../src/store/store.ts';

export async function fileAt(store: Store, workspace_id: string, path: string): Promise<KnownFile | undefined> {
  return (await store.files.known(workspace_id, [path]))[0];
}

export async function makeFile(store: Store, workspace_id: string, path: string): Promise<KnownFile> {
  await store.files.change(workspace_id, [{ kind: 'there', path }]);
  return (await fileAt(store, workspace_id, path))!;
}

export async function moveFile(store: Store, workspace_id: string, path: string, to: string): Promise<void> {
  await store.files.change(workspace_id, [{ kind: 'moved', path, to }]);
}

export async function deleteFile(store: Store, workspace_id: string, path: string, at: string): Promise<void> {
  await store.files.change(workspace_id, [{ kind: 'deleted', path, at }]);
}

export async function linksOf(store: Store, summary_id: string): Promise<LinksOfSummary> {
  return (await store.files.linksOf([summary_id]))[0]!;
}

/** A summary mentions these files and symbols. */
export async function mentionIn(
  store: Store,
  { uuid: summary_id, conversation_id }: Pick<Summary, 'uuid' | 'conversation_id'>,
  files: readonly string[],
  scopes: readonly ScopeLink[] = [],
): Promise<void> {
  await store.mentions.linkSummary({ summary_id, conversation_id }, { files, scopes });
}

/** The question of a turn mentions these files. */
export async function mentionFiles(store: Store, turn: Turn, ...paths: string[]): Promise<void> {
  const message_id = turn.user.uuid;
  const files = paths.map((path): FileLink => ({ message_id, path, kind: 'prose', line: null, symbol: null }));
  await store.mentions.linkTurns([{ ref: turn, links: { message_ids: [message_id], files, open: [] } }]);
}
