import { spawn } from 'node:child_process';
import * as vscode from 'vscode';

/** Files that git knows or would take, below a folder; undefined when it is no repository or git may not be run. */
export async function gitFiles(folder: vscode.Uri, onFiles: (paths: string[]) => Promise<void>): Promise<boolean> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const pending: string[] = [];
  let rest = '';
  const done = await git(folder, args, '', chunk => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    pending.push(...parts);
  });
  if (done) {
    await onFiles(pending);
  }
  return done;
}

/** Those of the paths that git does not ignore; all of them when git cannot tell. */
export async function notIgnored(folder: vscode.Uri, paths: readonly string[]): Promise<string[]> {
  let output = '';
  const done = await git(folder, ['check-ignore', '-z', '--stdin'], paths.join('\0'), chunk => {
    output += chunk;
  });
  const ignored = new Set(output.split('\0'));
  return done ? paths.filter(path => !ignored.has(path)) : [...paths];
}

/** In a folder that is not trusted nothing is run: its own settings could name a program. */
function git(
  folder: vscode.Uri,
  args: readonly string[],
  input: string,
  onOutput: (text: string) => void,
): Promise<boolean> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted) {
    return Promise.resolve(false);
  }
  return new Promise(resolve => {
    const child = spawn('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: folder.fsPath, timeout: 60_000 });
    child.stdout.setEncoding('utf8').on('data', onOutput);
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(false));
    // check-ignore ends with 1 when nothing is ignored.
    child.on('close', code => resolve(code === 0 || (code === 1 && args[0] === 'check-ignore')));
    child.stdin.end(input);
  });
}

/** Renames that git saw, from the newest back: staged ones, then those of the last commits. */
export async function gitRenames(folder: vscode.Uri): Promise<{ from: string; to: string }[]> {
  const options = ['-M', '--diff-filter=R', '--name-status', '-z', '--relative'];
  let output = '';
  const read = (chunk: string) => {
    output += chunk;
  };
  await git(folder, ['diff', 'HEAD', ...options], '', read);
  await git(folder, ['log', '-n', '300', '--format=', ...options], '', read);
  return [...output.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g)].map(([, from = '', to = '']) => ({ from, to }));
}
