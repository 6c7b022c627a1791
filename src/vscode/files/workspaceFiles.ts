import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { FileIndex, type Match } from '../../memory/mentions/files/fileIndex.ts';
import { topmost } from '../../memory/mentions/files/folders.ts';
import { globFilter } from '../../memory/mentions/files/globs.ts';
import { pathOfUri as plainPath } from '../../memory/mentions/files/path.ts';
import { underPrefix } from '../../memory/mentions/files/roots.ts';
import { inTurns } from '../../util/inTurns.ts';
import { isAbsolute, normalisePath } from '../../util/paths.ts';
import { gitFiles, notIgnored } from './gitFiles.ts';
import { type OpenRoot, openRoots, rootOfUri } from './places.ts';

/** So many paths are taken in before others get their turn. */
const PATHS_A_SLICE = 2000;
const MOST_INDEXED_FILES = 500_000;
/** Of one new folder where git cannot tell. */
const FOLDER_FILES = 50_000;
const FOLDERS_AT_ONCE = 8;

/** The files of the open folders. Read when first needed; then it follows what happens to them. */
export class WorkspaceFiles implements vscode.Disposable {
  #index: Promise<FileIndex> | undefined;
  readonly #disposables = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => this.forget()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => this.forget()),
    vscode.workspace.onDidChangeConfiguration(change => change.affectsConfiguration('files.exclude') && this.forget()),
  ];

  get isFilled(): boolean {
    return this.#index !== undefined;
  }

  /** `known`: the path is one of memory's own. */
  async match(path: string, near: readonly string[], known = false): Promise<Match> {
    const roots = openRoots().map(({ folder: { uri, name }, prefix }) => ({ uri: uri.toString(), name, prefix }));
    const context = { roots, near, known };
    const index = await this.index();
    // A file that was made a moment ago may not have been told of yet.
    return index.match(path, context) ?? ((await this.#isNew(path)) ? index.match(path, context) : undefined);
  }

  /** Resolves when all files are known. */
  index(): Promise<FileIndex> {
    this.#index ??= fill();
    return this.#index;
  }

  /** What counts as a file of the workspace may have changed: it is read anew when next needed. */
  forget(): void {
    this.#index = undefined;
  }

  /** New files, and the files of new folders, as far as they are not left out; as memory names them. */
  async add(uris: readonly vscode.Uri[]): Promise<string[]> {
    const index = await this.index();
    const added: string[] = [];
    const byRoot = Map.groupBy(
      uris.flatMap(uri => rootOfUri(uri) ?? []),
      ({ folder }) => folder.index,
    );
    for (const places of byRoot.values()) {
      const [root] = places;
      const excluded = globFilter(excludes(root!.folder.uri));
      const inside = places.flatMap(place => (place.inside && !excluded(place.inside) ? place.inside : []));
      // A new folder is told of with all that is in it: only the uppermost is looked into, and not when it is ignored.
      const paths = inside.length > 0 ? await notIgnored(root!.folder.uri, topmost(inside)) : [];
      const files = await inTurns(paths, FOLDERS_AT_ONCE, path => filesAt(root!, path));
      for (const path of files.flat().filter(file => !excluded(file))) {
        const full = underPrefix(root!.prefix, path);
        index.add(full);
        added.push(full);
      }
    }
    return added;
  }

  async remove(paths: readonly string[]): Promise<void> {
    (await this.index()).removeAll(paths);
  }

  async rename(from: string, to: string): Promise<void> {
    (await this.index()).rename(from, to);
  }

  async #isNew(written: string): Promise<boolean> {
    const path = normalisePath(plainPath(written) ?? '') ?? '';
    if (!path || path.startsWith('..')) {
      return false;
    }
    const places = isAbsolute(path)
      ? [vscode.Uri.file(path)].filter(uri => rootOfUri(uri))
      : openRoots().map(({ folder }) => vscode.Uri.joinPath(folder.uri, path));
    const files = await Promise.all(
      places.map(async uri => ((await typeOf(uri)) === vscode.FileType.File ? [uri] : [])),
    );
    return files.flat().length > 0 && (await this.add(files.flat())).length > 0;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}

/** The file itself, or all files of the folder. */
async function filesAt({ folder }: OpenRoot, path: string): Promise<string[]> {
  const uri = vscode.Uri.joinPath(folder.uri, path);
  const type = await typeOf(uri);
  if (type !== vscode.FileType.Directory) {
    return type === undefined ? [] : [path];
  }
  const files: string[] = [];
  const take = async (below: string[]) => {
    for (const file of below) {
      files.push(`${path}/${file}`);
    }
  };
  await listFiles(uri, FOLDER_FILES, take);
  return files;
}

async function listFiles(folder: vscode.Uri, most: number, take: (paths: string[]) => Promise<void>): Promise<void> {
  if (!(await gitFiles(folder, take))) {
    // Without an exclude of ours, the person's files.exclude holds.
    const uris = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, '**/*'), undefined, most);
    await take(uris.map(uri => uri.path.slice(folder.path.length + 1)));
  }
}

function excludes(folder: vscode.Uri): string[] {
  const setting = vscode.workspace.getConfiguration('files', folder).get<Record<string, unknown>>('exclude', {});
  return Object.keys(setting).filter(glob => setting[glob] === true);
}

async function fill(): Promise<FileIndex> {
  const index = new FileIndex({ caseInsensitive: await ignoresCase(openRoots()[0]?.folder.uri) });
  for (const { folder, prefix } of openRoots()) {
    const excluded = globFilter(excludes(folder.uri));
    await listFiles(folder.uri, MOST_INDEXED_FILES, async paths => {
      for (let at = 0; at < paths.length && index.size < MOST_INDEXED_FILES; at += PATHS_A_SLICE) {
        for (const path of paths.slice(at, at + PATHS_A_SLICE)) {
          if (!excluded(path)) {
            index.add(underPrefix(prefix, path));
          }
        }
        await new Promise(done => setImmediate(done));
      }
    });
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
  const [here, there] = await Promise.all([stat(path), stat(other)].map(reading => reading.catch(() => undefined)));
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev;
}
