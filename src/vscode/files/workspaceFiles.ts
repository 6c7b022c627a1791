import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { FileIndex, type Match } from '../../memory/mentions/fileIndex.ts';
import { globFilter } from '../../memory/mentions/globs.ts';
import { isAbsolute, normalisePath, pathOfUri as plainPath } from '../../memory/mentions/path.ts';
import { gitFiles, notIgnored } from './gitFiles.ts';

/** So many paths are taken in before others get their turn. */
const SLICE = 2000;
const MOST_FILES = 500_000;

/** The files of the open folders. Read when first needed; then it follows what happens to them. */
export class WorkspaceFiles implements vscode.Disposable {
  #index: Promise<FileIndex> | undefined;
  readonly #folders = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    this.#index = undefined;
  });

  get isFilled(): boolean {
    return this.#index !== undefined;
  }

  async match(path: string, near: readonly string[]): Promise<Match> {
    const roots = folders().map(({ uri }) => uri.toString(true));
    const index = await this.index();
    // A file that was made a moment ago may not have been told of yet.
    return (
      index.match(path, { roots, near }) ?? ((await this.#isNew(path)) ? index.match(path, { roots, near }) : undefined)
    );
  }

  /** Resolves when all files are known. */
  index(): Promise<FileIndex> {
    this.#index ??= fill();
    return this.#index;
  }

  async add(uris: readonly vscode.Uri[]): Promise<string[]> {
    const index = await this.index();
    const added: string[] = [];
    for (const folder of folders()) {
      const inside = uris.filter(uri => vscode.workspace.getWorkspaceFolder(uri)?.index === folder.index);
      const excluded = globFilter(excludes(folder.uri));
      const relative = inside.map(uri => uri.path.slice(folder.uri.path.length + 1)).filter(path => !excluded(path));
      for (const path of relative.length > 0 ? await notIgnored(folder.uri, relative) : []) {
        const full = prefixed(folder, path);
        index.add(full);
        added.push(full);
      }
    }
    return added;
  }

  async remove(path: string): Promise<void> {
    (await this.index()).remove(path);
  }

  async rename(from: string, to: string): Promise<void> {
    (await this.index()).rename(from, to);
  }

  async #isNew(written: string): Promise<boolean> {
    const path = normalisePath(plainPath(written) ?? '') ?? '';
    const absolute = isAbsolute(path) ? vscode.Uri.file(path) : undefined;
    const uri = absolute ? vscode.workspace.getWorkspaceFolder(absolute) && absolute : uriOfPath(path);
    try {
      const found = path && uri && (await vscode.workspace.fs.stat(uri));
      return found ? found.type === vscode.FileType.File && (await this.add([uri])).length > 0 : false;
    } catch {
      return false;
    }
  }

  dispose(): void {
    this.#folders.dispose();
  }
}

const folders = () => vscode.workspace.workspaceFolders ?? [];

/** As memory names it: relative to its folder; with several folders, after the folder's name. */
export function pathOfUri(uri: vscode.Uri): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const path = folder && uri.path.slice(folder.uri.path.length + 1);
  return path ? prefixed(folder, path) : undefined;
}

/** Where a path of memory lies now; undefined when it leads outside of all folders. */
export function uriOfPath(path: string): vscode.Uri | undefined {
  const [first, ...others] = folders();
  if (!first || path.split('/').includes('..') || path.startsWith('/') || path.includes('\\')) {
    return undefined;
  }
  const named = others.length > 0 ? folders().find(({ name }) => path.startsWith(`${name}/`)) : undefined;
  return named
    ? vscode.Uri.joinPath(named.uri, path.slice(named.name.length + 1))
    : vscode.Uri.joinPath(first.uri, path);
}

function prefixed(folder: vscode.WorkspaceFolder, path: string): string {
  return folders().length > 1 ? `${folder.name}/${path}` : path;
}

function excludes(folder: vscode.Uri): string[] {
  const set = vscode.workspace.getConfiguration('files', folder).get<Record<string, unknown>>('exclude', {});
  return Object.keys(set).filter(glob => set[glob] === true);
}

async function fill(): Promise<FileIndex> {
  const index = new FileIndex({ caseInsensitive: await ignoresCase(folders()[0]?.uri) });
  for (const folder of folders()) {
    const excluded = globFilter(excludes(folder.uri));
    const take = async (paths: string[]) => {
      for (let at = 0; at < paths.length && index.size < MOST_FILES; at += SLICE) {
        for (const path of paths.slice(at, at + SLICE)) {
          if (!excluded(path)) {
            index.add(prefixed(folder, path));
          }
        }
        await new Promise(done => setImmediate(done));
      }
    };
    if (!(await gitFiles(folder.uri, take))) {
      // Without an exclude of ours, the person's files.exclude holds.
      const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*'), undefined, MOST_FILES);
      await take(found.map(uri => uri.path.slice(folder.uri.path.length + 1)));
    }
  }
  return index;
}

/** Whether the folder is still itself when its name is written in other letters. */
async function ignoresCase(folder: vscode.Uri | undefined): Promise<boolean> {
  if (folder?.scheme !== 'file') {
    return false;
  }
  const path = folder.fsPath;
  const lower = path.toLowerCase();
  const other = lower === path ? path.toUpperCase() : lower;
  if (other === path) {
    return process.platform === 'win32' || process.platform === 'darwin';
  }
  const [here, there] = await Promise.all([stat(path), stat(other)].map(found => found.catch(() => undefined)));
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev;
}
