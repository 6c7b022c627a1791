import * as vscode from 'vscode';
import { beginningOf, findRepository, isUnborn, type Repository, remoteOf } from '../../memory/identity/repository.ts';
import type { FolderTraces } from '../../memory/identity/sameFolder.ts';
import { NO_WORKSPACE } from '../../model/reach.ts';
import { workspaceIdOfCommit, workspaceIdOfFolder, workspaceIdOfRemote } from '../../model/workspaceId.ts';
import { messageOf } from '../../util/errors.ts';
import { type Logger, silentLogger } from '../../util/logger.ts';
import { firstCommit } from './firstCommit.ts';
import { folderReader } from './folderReader.ts';

export interface WorkspaceIdentity {
  /** Whose memory is used and searched. */
  id: string;
  /** Under which the workspace records: another one where it shares a memory. */
  own: string;
  name: string;
}

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

export interface MemoryOwners {
  /** Whose memory a workspace uses. */
  memoryOf(id: string): Promise<string>;
  /** Called before a folder's id is used for the first time; resolves to the id to use, which is the last one where it is not sure. */
  keep(folder: vscode.Uri, found: FolderIdentity): Promise<string>;
}

const nobody: MemoryOwners = { memoryOf: async id => id, keep: async (_, { id }) => id };

/** What could not be read is tried again after so long. */
const AGAIN_MS = 30_000;
/** A disk or a machine that is away must not keep a question from being recorded. */
const PATIENCE_MS = 6000;

/** Which memory belongs to this window: the repository's, so that moving or cloning a folder does not lose it. */
export class Workspaces implements vscode.Disposable {
  readonly #known = new Map<string, { id: Promise<string>; until: number }>();
  readonly #owners: MemoryOwners;
  readonly #log: Logger;
  readonly #told = new Set<string>();
  readonly #trust = vscode.workspace.onDidGrantWorkspaceTrust(() => this.#known.clear());

  constructor(owners: MemoryOwners = nobody, log: Logger = silentLogger) {
    this.#owners = owners;
    this.#log = log;
  }

  dispose(): void {
    this.#trust.dispose();
  }

  async current(): Promise<WorkspaceIdentity> {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (!folder) {
      return { id: NO_WORKSPACE, own: NO_WORKSPACE, name: 'no folder' };
    }
    const own = await this.#own(folder.uri);
    return { id: await this.#owners.memoryOf(own), own, name: folder.name };
  }

  #own(folder: vscode.Uri): Promise<string> {
    const key = folder.toString();
    const known = this.#known.get(key);
    if (known && Date.now() < known.until) {
      return known.id;
    }
    const entry = { id: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    entry.id = identify(folder).then(async found => {
      if (found.problem !== undefined) {
        entry.until = Date.now() + AGAIN_MS;
        this.#tell(found.problem);
      }
      return await this.#owners.keep(folder, found);
    });
    this.#known.set(key, entry);
    return entry.id;
  }

  #tell(problem: string): void {
    if (!this.#told.has(problem)) {
      this.#told.add(problem);
      this.#log.warn(`The repository cannot be read; recording goes on: ${problem}`);
    }
  }
}

export async function workspaceIdOf(folder: vscode.Uri): Promise<string> {
  return (await identify(folder)).id;
}

/** Never throws, and never waits long. */
export async function identify(folder: vscode.Uri): Promise<FolderIdentity> {
  const fallback = { id: workspaceIdOfFolder(folder.toString()), unsure: true };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<FolderIdentity>(resolve => {
    timer = setTimeout(() => resolve({ ...fallback, problem: 'its files did not answer in time' }), PATIENCE_MS);
  });
  const found = readIdentity(folder).catch(error => ({ ...fallback, problem: messageOf(error) }));
  return await Promise.race([found, late]).finally(() => clearTimeout(timer));
}

async function readIdentity(folder: vscode.Uri): Promise<FolderIdentity> {
  const reader = folderReader(folder);
  const byPlace = workspaceIdOfFolder(folder.toString());
  const born = (await reader.stat(folder.path))?.born;
  const repository = await findRepository(reader, folder.path);
  if (!repository) {
    return { id: byPlace, born };
  }
  const git_born = (await reader.stat(repository.gitDir))?.born;
  const found = { born, git_born, repository };
  const remote = workspaceIdOfRemote((await remoteOf(reader, repository)) ?? '');
  if (remote || folder.scheme !== 'file' || (await isUnborn(reader, repository))) {
    return { ...found, id: remote ?? byPlace };
  }
  if (!vscode.workspace.isTrusted) {
    return { ...found, id: byPlace, unsure: true };
  }
  try {
    return { ...found, id: workspaceIdOfCommit(await firstCommit(onDisk(folder, repository))) };
  } catch (error) {
    return { ...found, id: byPlace, unsure: true, problem: messageOf(error) };
  }
}

/** What a repository has in common with its forks; undefined where git may not be run, or cannot tell. */
export async function commitOf(folder: vscode.Uri, { repository }: FolderIdentity): Promise<string | undefined> {
  // In a folder that is not trusted git is not run: its own settings could name a program.
  return repository && folder.scheme === 'file' && vscode.workspace.isTrusted
    ? await firstCommit(onDisk(folder, repository)).catch(() => undefined)
    : undefined;
}

const onDisk = (folder: vscode.Uri, { root }: Repository) => folder.with({ path: root }).fsPath;

/** How the folder's repository began in it. */
export async function beginningIn(folder: vscode.Uri, { repository }: FolderIdentity) {
  return repository && (await beginningOf(folderReader(folder), repository).catch(() => undefined));
}
