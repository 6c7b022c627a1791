interface FileAt {
  uuid: string;
  path: string;
}

export interface FileMove {
  uuid: string;
  to: string;
  /** The file that memory knew at the new path: what was said about it is said about this one now. */
  joins: string | undefined;
}

/** Where the known files at a path, or below it, are when that path has moved: one after the other. */
export function movesOf(knownFiles: readonly FileAt[], from: string, to: string): FileMove[] {
  const byPath = new Map(knownFiles.map(({ path, uuid }) => [path, uuid]));
  const moved = knownFiles.filter(({ path }) => from !== to && (path === from || path.startsWith(`${from}/`)));
  return moved.flatMap(({ uuid, path }) => {
    if (byPath.get(path) !== uuid) {
      // One that moved before it has taken its place, and all that was said about it.
      return [];
    }
    const target = `${to}${path.slice(from.length)}`;
    const joins = byPath.get(target);
    byPath.delete(path);
    byPath.set(target, uuid);
    return [{ uuid, to: target, joins }];
  });
}
