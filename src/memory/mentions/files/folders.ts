/** No system has longer paths; to look up the many folders of one would take long. */
export const LONGEST_PATH = 4096;

/** Whether one of the folders holds the file, however deep. */
export function isBelowAny(file: string, folders: ReadonlySet<string>): boolean {
  for (let slash = file.indexOf('/'); slash >= 0 && slash < LONGEST_PATH; slash = file.indexOf('/', slash + 1)) {
    if (folders.has(file.slice(0, slash))) {
      return true;
    }
  }
  return false;
}

/** Without those that lie below another of them. */
export function topmost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter(path => !isBelowAny(path, all));
}
