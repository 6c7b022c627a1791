const MAX_NEAR = 64;

const foldersOf = (path: string) => path.split('/').slice(0, -1);

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Steps between the folders of two files; undefined when only the workspace itself holds both. */
function distance(file: string, other: string): number | undefined {
  if (file === other) {
    return -1;
  }
  const [a, b] = [foldersOf(file), foldersOf(other)];
  let common = 0;
  while (common < a.length && a[common] === b[common]) {
    common++;
  }
  const steps = a.length - common + (b.length - common);
  return common > 0 || steps === 0 ? steps : undefined;
}

/** The one candidate that lies nearest to any of the files nearby; undefined when two lie equally near. */
export function nearest(candidates: readonly string[], near: readonly string[]): string | undefined {
  let best: { file: string | undefined; steps: number } = { file: undefined, steps: Number.POSITIVE_INFINITY };
  for (const file of candidates) {
    for (const other of near.slice(-MAX_NEAR)) {
      const steps = distance(file, other);
      if (steps !== undefined && steps < best.steps) {
        best = { file, steps };
      } else if (steps === best.steps && file !== best.file) {
        best = { file: undefined, steps };
      }
    }
  }
  return best.file;
}

/** The same without looking at every candidate: only in the folders of the files nearby, and those above them. */
export function nearestBelow(
  near: readonly string[],
  find: (folder: string) => string | undefined,
): string | undefined {
  let folders = near.slice(-MAX_NEAR).map(folderOf);
  while (folders.length > 0) {
    // Those in one folder climb as one.
    folders = [...new Set(folders.filter(Boolean))];
    const found = new Set(folders.flatMap(folder => find(folder) ?? []));
    if (found.size > 0) {
      return found.size === 1 ? [...found][0] : undefined;
    }
    folders = folders.map(folderOf);
  }
  return undefined;
}
