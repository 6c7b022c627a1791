import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { onDisk, partsOfAddress } from '../folders/address.ts';
import { askGit } from './askGit.ts';

/** Files below a folder that git knows or would take and that are there, those of repositories inside included. False: git cannot tell. */
export async function gitFiles(folder: string, onFiles: (paths: string[]) => Promise<void>): Promise<boolean> {
  const [listed, deleted] = await Promise.all([
    askGit(folder, ['ls-files', '-z', '--stage', '--others', '--exclude-standard']),
    askGit(folder, ['ls-files', '-z', '--deleted']),
  ]);
  if (listed.problem !== undefined) {
    return false;
  }
  const gone = new Set(deleted.problem === undefined ? deleted.parts : []);
  const files: string[] = [];
  const nested: string[] = [];
  for (const line of listed.parts) {
    const [, mode, tracked] = /^(\d{6}) [0-9a-f]+ \d\t(.+)$/s.exec(line) ?? [];
    const path = tracked ?? line;
    if (mode === '160000' || path.endsWith('/')) {
      nested.push(path.replace(/\/$/, ''));
    } else if (!gone.has(path)) {
      files.push(path);
    }
  }
  await onFiles(files);
  for (const path of nested) {
    const inside = join(folder, path);
    if (await hasGit(inside)) {
      await gitFiles(inside, below => onFiles(below.map(file => `${path}/${file}`)));
    }
  }
  return true;
}

/** Those of the paths that git does not ignore; all of them when git cannot tell. What lies beyond a link is known at its own place. */
export async function notIgnored(folder: string, paths: readonly string[]): Promise<string[]> {
  const homes: Homes = new Map([['.', Promise.resolve('')]]);
  const byHome = new Map<string, string[]>();
  for (const path of paths) {
    const home = await homeOf(folder, posix.dirname(path), homes);
    if (home !== undefined) {
      const others = byHome.get(home);
      others ? others.push(path) : byHome.set(home, [path]);
    }
  }
  const kept = new Set<string>();
  // The outer ones first: a repository in an ignored folder is ignored with it.
  for (const home of [...byHome.keys()].sort()) {
    const isTaken = home === '' || (await notIgnored(folder, [home])).length > 0;
    for (const path of isTaken ? await notIgnoredIn(folder, home, byHome.get(home) ?? []) : []) {
      kept.add(path);
    }
  }
  return paths.filter(path => kept.has(path));
}

async function notIgnoredIn(folder: string, home: string, paths: readonly string[]): Promise<string[]> {
  const inside = home === '' ? paths : paths.map(path => path.slice(home.length + 1));
  // It ends as if it had failed when nothing is ignored.
  const { parts } = await askGit(join(folder, home), ['check-ignore', '-z', '--stdin'], { input: inside.join('\0') });
  const ignored = new Set(parts);
  return paths.filter((_, at) => !ignored.has(inside[at]!));
}

/** By the path of a folder, the repository inside that it belongs to. */
type Homes = Map<string, Promise<string | undefined>>;

/** The repository inside the folder that a folder of it belongs to, '' for none; undefined beyond a symbolic link. */
function homeOf(folder: string, path: string, homes: Homes): Promise<string | undefined> {
  const home = homes.get(path) ?? findHome(folder, path, homes);
  homes.set(path, home);
  return home;
}

async function findHome(folder: string, path: string, homes: Homes): Promise<string | undefined> {
  const above = await homeOf(folder, posix.dirname(path), homes);
  const here = join(folder, path);
  if (above === undefined || (await lstat(here).catch(() => undefined))?.isSymbolicLink()) {
    return undefined;
  }
  return (await hasGit(here)) ? path : above;
}

async function hasGit(folder: string): Promise<boolean> {
  return (await lstat(join(folder, '.git')).catch(() => undefined)) !== undefined;
}

/** Renames that git saw, from the newest back: staged ones, those of the last checkout, those of the last commits. */
export async function gitRenames(folder: string): Promise<{ from: string; to: string }[]> {
  const options = ['-M', '--diff-filter=R', '--name-status', '-z', '--relative'];
  const ask = async (...args: string[]) => {
    const { parts, problem } = await askGit(folder, [...args, ...options]);
    return problem === undefined ? parts : [];
  };
  const staged = await ask('diff', 'HEAD');
  // Back to a branch where a file has its old name.
  const checkedOut = await ask('diff', 'HEAD@{1}', 'HEAD');
  const committed = await ask('log', '-n', '300', '--format=');
  const output = [...staged, ...checkedOut, ...committed].map(line => `${line}\0`).join('');
  return [...output.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g)].map(([, from = '', to = '']) => ({ from, to }));
}

/** The path of the repository's folder, also from one inside of it; of the folder itself where there is none. At once. */
export function repositoryAround(address: string): string {
  const { path: folder } = partsOfAddress(address);
  for (let path = folder; ; path = posix.dirname(path)) {
    const here = onDisk(address, path);
    if (here !== undefined && existsSync(join(here, '.git'))) {
      return path;
    }
    if (here === undefined || posix.dirname(path) === path) {
      return folder;
    }
  }
}
