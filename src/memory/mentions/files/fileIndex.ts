import { isAbsolute, normalisePath } from '../../../util/paths.ts';
import { foreignRoots, packageFolders, systemFolders } from '../reading/names.ts';
import { isBelowAny } from './folders.ts';
import { nearest, nearestBelow } from './nearness.ts';
import { isHostile, pathOfUri } from './path.ts';
import { type Root, underPrefix } from './roots.ts';

export interface MatchContext {
  roots?: readonly Root[];
  /** Other files of the conversation, as memory names them: they settle which of two is meant. */
  near?: readonly string[];
  /** The path is one of memory's own, so another root's file of that path is not meant. */
  known?: boolean;
}

export type Match = { file: string } | { candidates: string[] } | undefined;

const MAX_CANDIDATES = 50;
/** Of the files nearby, so many of the last ones count. */
const MAX_NEAR = 64;
/** From here on, files of one name are also kept by the folder they lie in. */
const CROWD = 64;
/** So many folders are quicker compared one by one. */
const FEW_FOLDERS = 8;

/** The workspace's files, by path and by name. Paths are those of memory, each with the prefix of its root. */
export class FileIndex {
  readonly #fold: (text: string) => string;
  /** By folded path. */
  readonly #files = new Map<string, string>();
  /** By folded base name: one path, or several. The strings are those of #files. */
  readonly #named = new Map<string, string | Set<string>>();
  /** For names that very many files have: by the last two parts. Made when asked for. */
  readonly #crowds = new Map<string, Map<string, string[]>>();
  /** Folded. Made when a path that is no file is removed; folders that became empty stay in it. */
  #folders: Set<string> | undefined;

  constructor({ caseInsensitive }: { caseInsensitive: boolean }) {
    this.#fold = caseInsensitive ? text => text.toLowerCase() : text => text;
  }

  get size(): number {
    return this.#files.size;
  }

  /** Paths that lead outside are not taken. */
  add(path: string): void {
    const file = insidePath(path);
    const key = file && this.#fold(file);
    if (!key || this.#files.has(key)) {
      return;
    }
    this.#files.set(key, file);
    if (this.#folders) {
      addFolders(this.#folders, key);
    }
    const name = this.#fold(baseOf(file));
    const others = this.#named.get(name);
    if (others === undefined) {
      this.#named.set(name, file);
    } else if (typeof others === 'string') {
      this.#named.set(name, new Set([others, file]));
    } else {
      others.add(file);
    }
    this.#crowds.delete(name);
  }

  /** A file, or a folder with all that is in it. */
  remove(path: string): void {
    this.removeAll([path]);
  }

  removeAll(paths: readonly string[]): void {
    for (const file of this.#filesAt(paths)) {
      this.#files.delete(this.#fold(file));
      const name = this.#fold(baseOf(file));
      const others = this.#named.get(name);
      if (typeof others === 'object' && others.size > 1) {
        others.delete(file);
      } else {
        this.#named.delete(name);
      }
      this.#crowds.delete(name);
    }
  }

  /** A file, or a folder with all that is in it. */
  rename(from: string, to: string): void {
    const source = insidePath(from);
    const target = insidePath(to);
    if (!source) {
      return;
    }
    const moved = this.#filesAt([source]);
    this.remove(source);
    for (const file of target ? moved : []) {
      this.add(`${target}${file.slice(source.length)}`);
    }
  }

  paths(): Iterable<string> {
    return this.#files.values();
  }

  has(path: string): boolean {
    const file = insidePath(path);
    return file !== undefined && this.#files.has(this.#fold(file));
  }

  /** Exact first, then the only file that ends so; several are settled by the files nearby, or all told. */
  match(path: string, { roots = [], near = [], known = false }: MatchContext = {}): Match {
    const wantedPath = normalisePath(pathOfUri(path) ?? '');
    if (!wantedPath || isHostile(wantedPath)) {
      return undefined;
    }
    if (isAbsolute(wantedPath) || wantedPath.startsWith('~/')) {
      return asMatch(this.#absolute(wantedPath, roots) ?? (known ? undefined : this.#inClone(wantedPath, roots)));
    }
    if (/^\.\.(?:\/|$)/.test(wantedPath)) {
      return this.#above(wantedPath.replace(/^(?:\.\.(?:\/|$))+/, ''), roots, near);
    }
    const exact = known || roots.length < 2 ? this.#exact(wantedPath) : undefined;
    if (exact) {
      return { file: exact };
    }
    const below = this.#belowRoots(wantedPath, roots);
    if (below.length > 0) {
      const settled = below.length === 1 ? below[0] : this.#settled(below, wantedPath, near);
      return settled ? { file: settled } : { candidates: below.sort() };
    }
    return this.#ending(wantedPath, roots, near);
  }

  #ending(wantedPath: string, roots: readonly Root[], near: readonly string[]): Match {
    const ending = this.#endingWith(wantedPath);
    if (ending.length > 1) {
      const settled = this.#settled(ending, wantedPath, near);
      return settled ? { file: settled } : { candidates: ending.slice(0, MAX_CANDIDATES).sort() };
    }
    return asMatch(ending[0] ?? this.#underRootName(wantedPath, roots));
  }

  /** The one that the conversation names in full, or that lies nearest to what it names. */
  #settled(candidates: readonly string[], wantedPath: string, nearby: readonly string[]): string | undefined {
    const near = nearby.slice(-MAX_NEAR);
    const named = new Set(near.filter(file => this.#endsWith(file, wantedPath) && candidates.includes(file)));
    if (named.size > 0) {
      return named.size === 1 ? [...named][0] : undefined;
    }
    return candidates.length <= CROWD
      ? nearest(candidates, near)
      : nearestBelow(candidates, near, folder => this.#exact(`${folder}/${wantedPath}`));
  }

  #exact(path: string): string | undefined {
    return this.#files.get(this.#fold(path));
  }

  #endingWith(path: string): readonly string[] {
    const name = this.#fold(baseOf(path));
    const files = this.#named.get(name);
    if (files === undefined || typeof files === 'string') {
      return files && this.#endsWith(files, path) ? [files] : [];
    }
    if (files.size <= CROWD) {
      return [...files].filter(file => this.#endsWith(file, path));
    }
    const crowd = this.#crowd(name, files).get(this.#fold(lastTwo(path))) ?? [];
    return path === lastTwo(path) ? crowd : crowd.filter(file => this.#endsWith(file, path));
  }

  #endsWith(file: string, path: string): boolean {
    return this.#fold(`/${file}`).endsWith(this.#fold(`/${path}`));
  }

  #crowd(name: string, files: ReadonlySet<string>): Map<string, string[]> {
    const cached = this.#crowds.get(name);
    if (cached) {
      return cached;
    }
    const crowd = new Map<string, string[]>([[name, [...files]]]);
    for (const file of files) {
      const key = this.#fold(lastTwo(file));
      const others = crowd.get(key);
      if (key !== name) {
        others ? others.push(file) : crowd.set(key, [file]);
      }
    }
    this.#crowds.set(name, crowd);
    return crowd;
  }

  /** A path from a root on, in each root that has it. */
  #belowRoots(path: string, roots: readonly Root[]): string[] {
    const full = [path, ...roots.map(({ prefix }) => underPrefix(prefix, path))];
    return [...new Set(full.flatMap(candidate => this.#exact(candidate) ?? []))];
  }

  #filesAt(paths: readonly string[]): string[] {
    const files: string[] = [];
    const folders = new Set<string>();
    for (const file of paths.flatMap(path => insidePath(path) ?? [])) {
      const exact = this.#exact(file);
      if (exact) {
        files.push(exact);
      } else if (this.#isFolder(this.#fold(file))) {
        folders.add(this.#fold(file));
      }
    }
    if (folders.size > 0) {
      const starts = folders.size <= FEW_FOLDERS ? [...folders].map(folder => `${folder}/`) : undefined;
      for (const [key, file] of this.#files) {
        if (starts ? starts.some(start => key.startsWith(start)) : isBelowAny(key, folders)) {
          files.push(file);
        }
      }
    }
    return files;
  }

  #isFolder(key: string): boolean {
    if (!this.#folders) {
      this.#folders = new Set();
      for (const file of this.#files.keys()) {
        addFolders(this.#folders, file);
      }
    }
    return this.#folders.has(key);
  }

  /** Below a root; else from the root on (`/src/a.ts`), or in the same repository at another place. */
  #absolute(wantedPath: string, roots: readonly Root[]): string | undefined {
    const folders = roots.flatMap(({ uri, name, prefix }) => {
      const path = rootPath({ uri });
      return path ? { path, prefix, names: [...new Set([baseOf(path), name])] } : [];
    });
    for (const { path, prefix } of folders.toSorted((a, b) => b.path.length - a.path.length)) {
      if (this.#isBelow(wantedPath, path)) {
        return this.#exact(underPrefix(prefix, wantedPath.slice(path.length + 1)));
      }
    }
    const [, first = ''] = /^\/([^/]+)\//.exec(wantedPath) ?? [];
    const fromRoot = first && !systemFolders.has(first) ? this.#belowRoots(wantedPath.slice(1), roots) : [];
    return fromRoot.length === 1 ? fromRoot[0] : this.#elsewhere(wantedPath, folders);
  }

  /** From a folder that nobody told, up and down again: only what a folder and a name say is taken. */
  #above(rest: string, roots: readonly Root[], near: readonly string[]): Match {
    const [first = '', ...others] = rest.split('/');
    return others.length > 0 && !foreignRoots.has(first) ? this.#ending(rest, roots, near) : undefined;
  }

  /** In a clone or a work tree of any name, a file has the path it has here: from a root on, and no other ends so. */
  #inClone(wantedPath: string, roots: readonly Root[]): string | undefined {
    const parts = wantedPath
      .replace(/^[A-Za-z]:/, '')
      .split('/')
      .filter(Boolean);
    const isForeign = foreignRoots.has(parts[0] ?? '') || parts.some(part => packageFolders.has(part));
    if (isForeign || roots.some(root => this.#isBelow(wantedPath, rootPath(root)))) {
      return undefined;
    }
    for (let from = parts[0] === '~' ? 2 : 1; from < parts.length - 1; from++) {
      const tail = parts.slice(from).join('/');
      const [file] = this.#belowRoots(tail, roots);
      if (file) {
        return this.#endingWith(tail).length === 1 ? file : undefined;
      }
    }
    return undefined;
  }

  #elsewhere(wantedPath: string, folders: readonly { prefix: string; names: string[] }[]): string | undefined {
    for (const { prefix, names } of folders) {
      for (const name of names) {
        const at = this.#fold(wantedPath).lastIndexOf(this.#fold(`/${name}/`));
        const inside = at < 0 ? '' : wantedPath.slice(at + name.length + 2);
        const file = inside && this.#exact(underPrefix(prefix, inside));
        if (file) {
          return file;
        }
      }
    }
    return undefined;
  }

  #underRootName(wantedPath: string, roots: readonly Root[]): string | undefined {
    const slash = wantedPath.indexOf('/');
    const first = this.#fold(wantedPath.slice(0, Math.max(slash, 0)));
    const named = ({ uri, name }: Root) =>
      this.#fold(name) === first || this.#fold(baseOf(rootPath({ uri }))) === first;
    const root = first ? roots.find(named) : undefined;
    return root && this.#exact(underPrefix(root.prefix, wantedPath.slice(slash + 1)));
  }

  #isBelow(path: string, root: string): boolean {
    const drive = (text: string) => text.replace(/^[A-Za-z]:/, letter => letter.toLowerCase());
    return this.#fold(drive(path)).startsWith(`${this.#fold(drive(root))}/`);
  }
}

const rootPath = ({ uri }: Pick<Root, 'uri'>) => normalisePath(pathOfUri(uri) ?? '') ?? '';

const asMatch = (file: string | undefined): Match => (file ? { file } : undefined);

/** A folder that is known has known folders above it. */
function addFolders(folders: Set<string>, file: string): void {
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
    const folder = file.slice(0, slash);
    if (folders.has(folder)) {
      return;
    }
    folders.add(folder);
  }
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** `folder/name`, or the name alone where there is no folder. */
function lastTwo(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? path : path.slice(path.lastIndexOf('/', slash - 1) + 1);
}

/** A workspace-relative path, or undefined when it leads outside. */
function insidePath(path: string): string | undefined {
  const file = normalisePath(path);
  return file && !isAbsolute(file) && !/^\.\.(?:\/|$)/.test(file) ? file : undefined;
}
