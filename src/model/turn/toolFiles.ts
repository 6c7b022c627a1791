/** The names under which tools of all kinds take a path. */
const pathKeys = new Set(['path', 'file', 'filepath', 'file_path', 'filename', 'uri', 'target', 'paths', 'files']);

/** Paths that tool arguments name, by the shape of the arguments. */
export function filesOfTools(argumentsOfCalls: readonly unknown[]): string[] {
  const paths = new Set<string>();
  for (const args of argumentsOfCalls) {
    if (typeof args !== 'object' || args === null) {
      continue;
    }
    for (const [key, value] of Object.entries(args)) {
      if (!pathKeys.has(key.toLowerCase())) {
        continue;
      }
      for (const path of Array.isArray(value) ? value : [value]) {
        if (typeof path === 'string' && path.length <= 300 && /[\w)]\.\w+$/.test(path) && !path.includes('\n')) {
          paths.add(path.replace(/^\.\//, ''));
        }
      }
    }
  }
  return [...paths];
}
