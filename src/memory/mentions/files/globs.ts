import { LONGEST_PATH } from './folders.ts';

/** A test for paths from globs as in `files.exclude`: a folder that matches takes all in it along. */
export function globFilter(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.flatMap(glob => toPattern(glob) ?? []);
  if (patterns.length === 0) {
    return () => false;
  }
  const pattern = new RegExp(`^(?:${patterns.join('|')})(?:/|$)`);
  return path => path.length <= LONGEST_PATH && pattern.test(path);
}

function toPattern(glob: string): string | undefined {
  let pattern = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (glob.startsWith('**/', at)) {
      pattern += '(?:[^/]+/)*';
      at += 2;
    } else if (glob.startsWith('**', at)) {
      pattern += '.*';
      at += 1;
    } else if (char === '*') {
      pattern += '[^/]*';
    } else if (char === '?') {
      pattern += '[^/]';
    } else if (char === '[' && glob.indexOf(']', at + 2) > 0) {
      const end = glob.indexOf(']', at + 2);
      const inside = glob.slice(at + 1, end).replace(/[\\[\]]/g, '\\$&');
      pattern += `(?!/)[${inside.replace(/^[!^]/, '^')}]`;
      at = end;
    } else if (char === '{') {
      pattern += '(?:';
      depth++;
    } else if (char === '}' && depth > 0) {
      pattern += ')';
      depth--;
    } else if (char === ',' && depth > 0) {
      pattern += '|';
    } else {
      pattern += char.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    }
  }
  return depth === 0 && pattern !== '' ? pattern.replace(/\/$/, '') : undefined;
}
