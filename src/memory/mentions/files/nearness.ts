const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** How many folders, from the top on, hold both files. */
function shared(file: string, other: string): number {
  let count = 0;
  for (let at = 0; at < file.length && file[at] === other[at]; at++) {
    if (file[at] === '/') {
      count++;
    }
  }
  return count;
}

/**
 * The one candidate that shares more folders with a file nearby than any other does; undefined when there is none. A
 * folder that several candidates lie in tells nothing about which of them is meant.
 */
export function nearest(candidates: readonly string[], near: readonly string[]): string | undefined {
  let best: { file: string | undefined; folders: number } = { file: undefined, folders: 0 };
  for (const file of candidates) {
    const folders = Math.max(0, ...near.map(other => shared(file, other)));
    if (folders > best.folders) {
      best = { file, folders };
    } else if (folders === best.folders) {
      best = { file: undefined, folders };
    }
  }
  return best.file;
}

/** The same without comparing every candidate: only the folders of the files nearby, and those above them, are looked into. */
export function nearestBelow(
  candidates: readonly string[],
  near: readonly string[],
  find: (folder: string) => string | undefined,
): string | undefined {
  const seen = new Set<string>();
  let best = { file: '', folder: '', depth: 0 };
  for (const other of near) {
    for (let folder = folderOf(other); folder && !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const file = find(folder);
      const depth = file ? folder.split('/').length : 0;
      if (file && depth >= best.depth) {
        best = { file: depth > best.depth ? file : '', folder, depth };
      }
    }
  }
  const inside = (file: string) => file !== best.file && file.startsWith(`${best.folder}/`);
  return best.file && !candidates.some(inside) ? best.file : undefined;
}
