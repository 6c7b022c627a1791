import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { posix } from 'node:path';
import * as vscode from 'vscode';

/** Files below a folder that git knows or would take and that are there, those of repositories inside included. False: git cannot tell. */
export async function gitFiles(folder: vscode.Uri, onFiles: (paths: string[]) => Promise<void>): Promise<boolean> {
  const [listed, deleted] = await Promise.all([
    lines(folder, ['ls-files', '-z', '--stage', '--others', '--exclude-standard']),
    lines(folder, ['ls-files', '-z', '--deleted']),
  ]);
  if (!listed) {
    return false;
  }
  const gone = new Set(deleted);
  const files: string[] = [];
  const nested: string[] = [];
  for (const line of listed) {
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
    const inside = vscode.Uri.joinPath(folder, path);
    if (await hasGit(inside)) {
      await gitFiles(inside, below => onFiles(below.map(file => `${path}/${file}`)));
    }
  }
  return true;
}

/** Those of the paths that git does not ignore; all of them when git cannot tell. What lies beyond a link is known at its own place. */
export async function notIgnored(folder: vscode.Uri, paths: readonly string[]): Promise<string[]> {
  if (!mayRun(folder)) {
    return [...paths];
  }
  const homes = new Map<string, Promise<string | undefined>>([['.', Promise.resolve('')]]);
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

async function notIgnoredIn(folder: vscode.Uri, home: string, paths: readonly string[]): Promise<string[]> {
  const inside = home === '' ? paths : paths.map(path => path.slice(home.length + 1));
  const repository = home === '' ? folder : vscode.Uri.joinPath(folder, home);
  const ignored = new Set(await lines(repository, ['check-ignore', '-z', '--stdin'], inside.join('\0')));
  return paths.filter((_, at) => !ignored.has(inside[at]!));
}

/** The repository inside the folder that a folder of it belongs to, '' for none; undefined beyond a symbolic link. */
function homeOf(
  folder: vscode.Uri,
  path: string,
  known: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
  const found = known.get(path) ?? findHome(folder, path, known);
  known.set(path, found);
  return found;
}

async function findHome(
  folder: vscode.Uri,
  path: string,
  known: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
  const above = await homeOf(folder, posix.dirname(path), known);
  const here = vscode.Uri.joinPath(folder, path);
  if (above === undefined || (await lstat(here.fsPath).catch(() => undefined))?.isSymbolicLink()) {
    return undefined;
  }
  return (await hasGit(here)) ? path : above;
}

async function hasGit(folder: vscode.Uri): Promise<boolean> {
  return (await lstat(vscode.Uri.joinPath(folder, '.git').fsPath).catch(() => undefined)) !== undefined;
}

/** Renames that git saw, from the newest back: staged ones, those of the last checkout, those of the last commits. */
export async function gitRenames(folder: vscode.Uri): Promise<{ from: string; to: string }[]> {
  const options = ['-M', '--diff-filter=R', '--name-status', '-z', '--relative'];
  const ask = async (...args: string[]) => (await lines(folder, [...args, ...options])) ?? [];
  const staged = await ask('diff', 'HEAD');
  // Back to a branch where a file has its old name.
  const checkedOut = await ask('diff', 'HEAD@{1}', 'HEAD');
  const committed = await ask('log', '-n', '300', '--format=');
  const output = [...staged, ...checkedOut, ...committed].map(line => `${line}\0`).join('');
  return [...output.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g)].map(([, from = '', to = '']) => ({ from, to }));
}

/** In a folder that is not trusted nothing is run: its own settings could name a program. */
const mayRun = (folder: vscode.Uri) => folder.scheme === 'file' && vscode.workspace.isTrusted;

/** What git says, cut at its NULs; undefined when it cannot tell. */
function lines(folder: vscode.Uri, args: readonly string[], input = ''): Promise<string[] | undefined> {
  if (!mayRun(folder)) {
    return Promise.resolve(undefined);
  }
  return new Promise(resolve => {
    const child = spawn('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: folder.fsPath, timeout: 60_000 });
    const found: string[] = [];
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\0');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        found.push(part);
      }
    });
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(undefined));
    // check-ignore ends with 1 when nothing is ignored, and what it said before it stumbled is right.
    child.on('close', code => resolve(code === 0 || args[0] === 'check-ignore' ? found : undefined));
    child.stdin.end(input);
  });
}
