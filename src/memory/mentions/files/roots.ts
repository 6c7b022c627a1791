/** An open folder, and what stands before the paths of its files in memory. */
export interface Root {
  /** An absolute path or a URI. */
  uri: string;
  /** As people see it. */
  name: string;
  /** Without a '/' at its end; empty where the paths of memory begin. */
  prefix: string;
}

/** No folder is called so: what lies elsewhere is never taken for a folder of the repository. */
const ELSEWHERE = '...';

export const underPrefix = (prefix: string, path: string) => (prefix ? `${prefix}/${path}` : path);

/** The rest of a path below a folder; undefined when it does not lie there. */
export function belowFolder(folder: string, path: string): string | undefined {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path === folder ? '' : path.startsWith(start) ? path.slice(start.length) : undefined;
}

/**
 * The prefix of each open folder. Inside of `base`, the repository, it is the way there: a file has one path, whichever
 * folder of it is open. Other folders go by their names.
 */
export function prefixesOf(base: string, folders: readonly { path: string; name: string }[]): string[] {
  const taken = new Set<string>();
  return folders.map(({ path, name }) => {
    const inside = belowFolder(base, path);
    if (inside !== undefined) {
      return inside;
    }
    const plain = name.replace(/[\\/:*?"<>|`\p{Cc}]+/gu, '-') || 'folder';
    const parent = path.split('/').at(-2) ?? '';
    const names = [plain, `${parent}-${plain}`, ...folders.map((_, at) => `${plain}-${at + 2}`)];
    const free = names.find(candidate => !taken.has(candidate)) ?? plain;
    taken.add(free);
    return `${ELSEWHERE}/${free}`;
  });
}

/** The root that a path of memory belongs to, and the rest below it. What lies elsewhere belongs to the repository only when it is open. */
export function rootOf<R extends { prefix: string }>(
  roots: readonly R[],
  path: string,
): { root: R; inside: string } | undefined {
  const elsewhere = path.startsWith(`${ELSEWHERE}/`);
  const places = roots
    .filter(({ prefix }) => prefix !== '' || !elsewhere)
    .flatMap(root => {
      const inside = root.prefix === '' ? path : belowFolder(root.prefix, path);
      return inside ? { root, inside } : [];
    });
  return places.sort((a, b) => b.root.prefix.length - a.root.prefix.length)[0];
}
