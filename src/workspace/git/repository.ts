import { isAbsolute, normalisePath } from '../../util/paths.ts';
import type { FolderReader } from '../folders/folderReader.ts';
import { remoteInConfig } from './config.ts';

/** Paths as in URIs: '/' separated, a drive after the first '/'. */
export interface Repository {
  root: string;
  /** Where its settings are: those of all its work trees. */
  gitDir: string;
  /** Where its HEAD is. */
  headDir: string;
}

/** The repository that a folder belongs to. Throws when there is one that cannot be read. */
export async function findRepository(reader: FolderReader, folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = parentOf(root)) {
    const dot = `${root === '/' ? '' : root}/.git`;
    // What lies above the folder is others' business where it cannot be looked at.
    const stats = await reader.stat(dot).catch(error => {
      if (root === folder) {
        throw error;
      }
      return undefined;
    });
    if (stats) {
      return stats.isFolder ? { root, gitDir: dot, headDir: dot } : await linkedRepository(reader, root, dot);
    }
    if (parentOf(root) === root) {
      return undefined;
    }
  }
}

/** A work tree's `.git` is a file that names its own folder, which names the common one; a submodule's names the one. */
async function linkedRepository(reader: FolderReader, root: string, dot: string): Promise<Repository> {
  const named = /^gitdir:\s*(.+)$/m.exec((await reader.read(dot)) ?? '')?.[1]?.trim();
  const headDir = named === undefined ? undefined : resolvePath(root, named);
  if (headDir === undefined || !(await reader.stat(headDir))?.isFolder) {
    throw new Error(`${dot} names no folder that is there`);
  }
  const common = (await reader.read(`${headDir}/commondir`))?.trim();
  return { root, gitDir: common ? resolvePath(headDir, common) : headDir, headDir };
}

/** The address of `origin`, or of the first remote. */
export async function remoteOf(reader: FolderReader, { gitDir }: Repository): Promise<string | undefined> {
  return remoteInConfig((await reader.read(`${gitDir}/config`)) ?? '');
}

/** Nothing was committed yet on the branch that HEAD names. */
export async function isUnborn(reader: FolderReader, { gitDir, headDir }: Repository): Promise<boolean> {
  const head = await reader.read(`${headDir}/HEAD`);
  const branch = /^ref:\s*(refs\/\S+)/.exec(head ?? '')?.[1];
  // Another way to keep branches has a made-up name there.
  if (branch === undefined || branch === 'refs/heads/.invalid') {
    return head === undefined;
  }
  if (await reader.stat(`${gitDir}/${branch}`)) {
    return false;
  }
  const packed = (await reader.read(`${gitDir}/packed-refs`)) ?? '';
  return !packed.split('\n').some(line => line.endsWith(` ${branch}`));
}

/** How the history of a repository began in this very folder, as far as its log still tells. */
export interface Beginning {
  how: 'here' | 'cloned';
  /** In milliseconds. */
  at: number;
}

export async function beginningOf(reader: FolderReader, { gitDir }: Repository): Promise<Beginning | undefined> {
  return readBeginning((await reader.read(`${gitDir}/logs/HEAD`)) ?? '');
}

/** The first line of `.git/logs/HEAD`: `<from> <to> <who> <seconds> <zone>\t<what>`. */
export function readBeginning(log: string): Beginning | undefined {
  const line = log.slice(0, 4000).split('\n', 1)[0] ?? '';
  const [head = '', what = ''] = line.split('\t');
  const seconds = Number(head.split(' ').at(-2));
  const how = what.startsWith('commit (initial)') ? 'here' : what.startsWith('clone:') ? 'cloned' : undefined;
  return how && /^0+ /.test(head) && Number.isFinite(seconds) ? { how, at: seconds * 1000 } : undefined;
}

/** The roots of all work trees of a repository, its first one included. */
export async function workTreesOf(reader: FolderReader, { gitDir }: Repository): Promise<string[]> {
  const main = gitDir.endsWith('/.git') ? [parentOf(gitDir)] : [];
  const names = (await reader.list(`${gitDir}/worktrees`).catch(() => undefined)) ?? [];
  const linked = await Promise.all(
    names.map(async name => {
      const dot = (await reader.read(`${gitDir}/worktrees/${name}/gitdir`).catch(() => undefined))?.trim();
      return dot ? [parentOf(resolvePath(`${gitDir}/worktrees/${name}`, dot))] : [];
    }),
  );
  return [...main, ...linked.flat()];
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** Git writes the paths of its own machine: `C:/x` is `/C:/x` in a URI. */
function resolvePath(base: string, path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const full = isAbsolute(slashed) ? slashed : `${base}/${slashed}`;
  const plain = normalisePath(full) ?? '/';
  return plain.startsWith('/') ? plain : `/${plain}`;
}
