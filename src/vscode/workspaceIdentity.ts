import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { NO_WORKSPACE } from '../model/scope.ts';
import { remoteInConfig, workspaceIdOfCommit, workspaceIdOfFolder, workspaceIdOfRemote } from '../model/workspaceId.ts';

export interface WorkspaceIdentity {
  id: string;
  name: string;
}

export interface MemoryOwners {
  /** Whose memory a person wants to be used in a fork. */
  sameAs(id: string): string;
  /** Called before a folder's id is used for the first time: the folder may have had a memory under another one. */
  keep(folder: vscode.Uri, id: string): Promise<void>;
}

const nobody: MemoryOwners = { sameAs: id => id, keep: async () => {} };

/** Which memory belongs to this window: the repository's, so that moving or cloning a folder does not lose it. */
export class Workspaces implements vscode.Disposable {
  readonly #known = new Map<string, Promise<string>>();
  readonly #owners: MemoryOwners;
  readonly #trust = vscode.workspace.onDidGrantWorkspaceTrust(() => this.#known.clear());

  constructor(owners: MemoryOwners = nobody) {
    this.#owners = owners;
  }

  dispose(): void {
    this.#trust.dispose();
  }

  async current(): Promise<WorkspaceIdentity> {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (!folder) {
      return { id: NO_WORKSPACE, name: 'no folder' };
    }
    const key = folder.uri.toString();
    const known = this.#known.get(key) ?? this.#find(folder.uri);
    this.#known.set(key, known);
    return { id: this.#owners.sameAs(await known), name: folder.name };
  }

  async #find(folder: vscode.Uri): Promise<string> {
    const id = await workspaceIdOf(folder);
    await this.#owners.keep(folder, id);
    return id;
  }
}

/** The remote's address, else the first commit, else where the folder lies. */
export async function workspaceIdOf(folder: vscode.Uri): Promise<string> {
  const fallback = workspaceIdOfFolder(folder.toString());
  if (folder.scheme !== 'file') {
    return fallback;
  }
  const repository = await findRepository(folder.fsPath);
  if (!repository) {
    return fallback;
  }
  const config = await readFile(join(repository.gitDir, 'config'), 'utf8').catch(() => '');
  const remote = workspaceIdOfRemote(remoteInConfig(config) ?? '');
  if (remote) {
    return remote;
  }
  const commit = vscode.workspace.isTrusted ? await firstCommit(repository.root) : undefined;
  return commit ? workspaceIdOfCommit(commit) : fallback;
}

/** What a repository has in common with its forks; undefined where git may not be run. */
export async function firstCommitOf(folder: vscode.Uri): Promise<string | undefined> {
  const repository = folder.scheme === 'file' ? await findRepository(folder.fsPath) : undefined;
  return repository && vscode.workspace.isTrusted ? await firstCommit(repository.root) : undefined;
}

export async function findRepository(folder: string): Promise<{ root: string; gitDir: string } | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const dot = join(root, '.git');
    const found = await stat(dot).catch(() => undefined);
    if (found?.isDirectory()) {
      return { root, gitDir: dot };
    }
    if (found?.isFile()) {
      return { root, gitDir: await commonDir(root, dot) };
    }
    if (dirname(root) === root) {
      return undefined;
    }
  }
}

/** A work tree's `.git` is a file that names its own folder, which names the common one. */
async function commonDir(root: string, dot: string): Promise<string> {
  const own = /^gitdir:\s*(.+)$/m.exec(await readFile(dot, 'utf8'))?.[1]?.trim() ?? '.git';
  const gitDir = resolve(root, own);
  const common = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => '.');
  return resolve(gitDir, common.trim());
}

async function firstCommit(root: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-list', '--max-parents=0', 'HEAD'], {
      cwd: root,
      timeout: 5000,
    });
    return stdout.trim().split('\n').at(-1) || undefined;
  } catch {
    return undefined;
  }
}
