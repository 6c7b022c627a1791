import { decoded } from '../../../util/paths.ts';

/** Characters that no honest path holds: control, bidirectional and invisible ones, and those of markup and globs. */
const hostile = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF<>|"*?`]/u;

export const MAX_PATH = 400;

export const isHostile = (path: string) => path.length > MAX_PATH || hostile.test(path);

const fileScheme = /^(?:file|vscode-remote|vscode-local|webpack-internal|webpack):\/\//i;
const anyScheme = /^[a-z][a-z0-9+.-]+:/i;

/** The path of a URI that stands for a file; undefined for the others. Texts without a scheme come back as they are. */
export function pathOfUri(text: string): string | undefined {
  const scheme = fileScheme.exec(text)?.[0].toLowerCase();
  if (!scheme) {
    return anyScheme.test(text) && !/^[a-z]:/i.test(text) ? undefined : text;
  }
  const rest = decoded(text.slice(scheme.length));
  if (scheme.startsWith('webpack')) {
    return rest.replace(/^\/+/, '').replace(/\?.*$/, '');
  }
  const slash = rest.indexOf('/');
  if (slash < 0) {
    return undefined;
  }
  const authority = rest.slice(0, slash);
  const path = rest.slice(slash);
  return scheme === 'file://' && authority && authority !== 'localhost' ? `//${authority}${path}` : path;
}
