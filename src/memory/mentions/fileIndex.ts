import { systemFolders } from './names.ts';
import { nearest, nearestBelow } from './nearness.ts';
import { isAbsolute, isHostile, normalisePath, pathOfUri } from './path.ts';

export interface MatchContext {
  /** The workspace's folders, as absolute paths or URIs. */
  roots?: readonly string[];
  /** Other files of the conversation, workspace-relative: they settle which of two is meant. */
  near?: readonly string[];
}

export type Match = { file: string } | { candidates: string[] } | undefined;

const MAX_CANDIDATES = 50;
/** From here on, files of one name are also kept by the folder they lie in. */
const CROWD = 64;

/**
 * The workspace's files, by path and by name. Paths are workspace-relative; with several roots they begin with the root's name,
 * as VS Code writes them.
 */
export class FileIndex {
  readonly #fold: (text: string) => string;
  /** By folded path. */
  readonly #files = new Map<string, string>();
  /** By folded base name: one path, or several. The strings are those of #files. */
  readonly #named = new Map<string, string | Set<string>>();
  /** For names that very many files have: by the last two parts. Made when asked for. */
  readonly #crowds = new Map<string, Map<string, string[]>>();

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
    for (const file of this.#filesAt(path)) {
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
    const moved = this.#filesAt(source);
    this.remove(source);
    for (const file of target ? moved : []) {
      this.add(`${target}${file.slice(source.length)}`);
    }
  }

  has(path: string): boolean {
    const file = insidePath(path);
    return file !== undefined && this.#files.has(this.#fold(file));
  }

  /** Exact first, then the only file that ends so; several are settled by the files nearby, or all told. */
  match(path: string, { roots = [], near = [] }: MatchContext = {}): Match {
    const wanted = normalisePath(pathOfUri(path) ?? '');
    if (!wanted || isHostile(wanted) || /^(?:\.\.|~)(?:\/|$)/.test(wanted)) {
      return undefined;
    }
    if (isAbsolute(wanted)) {
      return asMatch(this.#absolute(wanted, roots));
    }
    const exact = this.#exact(wanted);
    if (exact) {
      return { file: exact };
    }
    const ending = this.#endingWith(wanted);
    if (ending.length > 1) {
      const settled =
        ending.length <= CROWD
          ? nearest(ending, near)
          : nearestBelow(near, folder => this.#exact(`${folder}/${wanted}`));
      return settled ? { file: settled } : { candidates: ending.slice(0, MAX_CANDIDATES).sort() };
    }
    return asMatch(ending[0] ?? this.#underRootName(wanted, roots));
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
    const known = this.#crowds.get(name);
    if (known) {
      return known;
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

  #filesAt(path: string): string[] {
    const file = insidePath(path);
    if (!file) {
      return [];
    }
    const exact = this.#exact(file);
    const folder = `${this.#fold(file)}/`;
    return exact ? [exact] : [...this.#files].filter(([key]) => key.startsWith(folder)).map(([, known]) => known);
  }

  /** Below a root; else from the root on (`/src/a.ts`), or in the same repository at another place. */
  #absolute(wanted: string, roots: readonly string[]): string | undefined {
    const folders = roots.flatMap(root => normalisePath(pathOfUri(root) ?? '') ?? []);
    for (const root of folders.toSorted((a, b) => b.length - a.length)) {
      if (this.#isBelow(wanted, root)) {
        const inside = wanted.slice(root.length + 1);
        const withName = `${baseOf(root)}/${inside}`;
        const [first, second] = roots.length > 1 ? [withName, inside] : [inside, withName];
        return this.#exact(first) ?? this.#exact(second);
      }
    }
    const [, first = ''] = /^\/([^/]+)\//.exec(wanted) ?? [];
    const fromRoot = first && !systemFolders.has(first) ? this.#exact(wanted.slice(1)) : undefined;
    return fromRoot ?? this.#elsewhere(wanted, folders);
  }

  #elsewhere(wanted: string, folders: readonly string[]): string | undefined {
    for (const root of folders) {
      const name = `/${baseOf(root)}/`;
      const at = this.#fold(wanted).lastIndexOf(this.#fold(name));
      const inside = at < 0 ? '' : wanted.slice(at + name.length);
      const file = inside && (this.#exact(inside) ?? this.#exact(`${baseOf(root)}/${inside}`));
      if (file) {
        return file;
      }
    }
    return undefined;
  }

  #underRootName(wanted: string, roots: readonly string[]): string | undefined {
    const slash = wanted.indexOf('/');
    const name = this.#fold(wanted.slice(0, Math.max(slash, 0)));
    return name && roots.some(root => this.#fold(baseOf(normalisePath(pathOfUri(root) ?? '') ?? '')) === name)
      ? this.#exact(wanted.slice(slash + 1))
      : undefined;
  }

  #isBelow(path: string, root: string): boolean {
    const drive = (text: string) => text.replace(/^[A-Za-z]:/, letter => letter.toLowerCase());
    return this.#fold(drive(path)).startsWith(`${this.#fold(drive(root))}/`);
  }
}

const asMatch = (file: string | undefined): Match => (file ? { file } : undefined);

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
