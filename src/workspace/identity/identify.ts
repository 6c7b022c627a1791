import { workspaceIdOfCommit, workspaceIdOfFolder, workspaceIdOfRemote } from '../../model/workspace/workspaceId.ts';
import { messageOf } from '../../util/errors.ts';
import { onDisk, partsOfAddress } from '../folders/address.ts';
import type { Folder } from '../folders/folderReader.ts';
import { firstCommit } from '../git/firstCommit.ts';
import { type Beginning, beginningOf, findRepository, isUnborn, type Repository, remoteOf } from '../git/repository.ts';
import type { FolderTraces } from './sameFolder.ts';

/** What is known of a folder. */
export interface FolderIdentity extends FolderTraces {
  /** The remote's address, else the first commit, else where the folder lies. */
  id: string;
  repository?: Repository | undefined;
  /** What decides could not be read now; `id` is the folder's place. */
  unsure?: boolean;
  /** Why, where that is not as it should be. */
  problem?: string | undefined;
}

/** A disk or a machine that is away must not keep a question from being recorded. */
const IDENTIFY_PATIENCE_MS = 6000;

/** Never throws, and never waits long. */
export async function identify(folder: Folder, patienceMs = IDENTIFY_PATIENCE_MS): Promise<FolderIdentity> {
  const fallback = { id: workspaceIdOfFolder(folder.address), unsure: true };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<FolderIdentity>(resolve => {
    timer = setTimeout(() => resolve({ ...fallback, problem: 'its files did not answer in time' }), patienceMs);
  });
  const identity = readIdentity(folder).catch(error => ({ ...fallback, problem: messageOf(error) }));
  return await Promise.race([identity, late]).finally(() => clearTimeout(timer));
}

async function readIdentity({ address, reader, mayRunGit }: Folder): Promise<FolderIdentity> {
  const { path } = partsOfAddress(address);
  const byPlace = workspaceIdOfFolder(address);
  const born = (await reader.stat(path))?.born;
  const repository = await findRepository(reader, path);
  if (!repository) {
    return { id: byPlace, born };
  }
  const git_born = (await reader.stat(repository.gitDir))?.born;
  const traces = { born, git_born, repository };
  const remote = workspaceIdOfRemote((await remoteOf(reader, repository)) ?? '');
  const root = onDisk(address, repository.root);
  if (remote || root === undefined || (await isUnborn(reader, repository))) {
    return { ...traces, id: remote ?? byPlace };
  }
  if (!mayRunGit) {
    return { ...traces, id: byPlace, unsure: true };
  }
  try {
    return { ...traces, id: workspaceIdOfCommit(await firstCommit(root)) };
  } catch (error) {
    return { ...traces, id: byPlace, unsure: true, problem: messageOf(error) };
  }
}

/** What a repository has in common with its forks; undefined where git may not be run, or cannot tell. */
export async function commitOf(folder: Folder, { repository }: FolderIdentity): Promise<string | undefined> {
  const root = repository && folder.mayRunGit ? onDisk(folder.address, repository.root) : undefined;
  return root === undefined ? undefined : await firstCommit(root).catch(() => undefined);
}

/** How the folder's repository began in it. */
export async function beginningIn({ reader }: Folder, { repository }: FolderIdentity): Promise<Beginning | undefined> {
  return repository && (await beginningOf(reader, repository).catch(() => undefined));
}
