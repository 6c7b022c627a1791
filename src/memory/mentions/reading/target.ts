import { decoded, isAbsolute, normalisePath } from '../../../util/paths.ts';
import { isHostile, pathOfUri } from '../files/path.ts';
import { isHost } from './hosts.ts';
import { isDocument, namesFile, namesRelative, type Strictness } from './names.ts';

export interface Target {
  path: string;
  /** How many characters of the raw text the path takes; what follows may tell the line. */
  length: number;
}

const MAX_CUTS = 8;

/** Reads one piece of text as a path, alone or with a place behind it; undefined when it is none. */
export function readTarget(raw: string, strictness: Strictness): Target | undefined {
  const uri = /^[a-z][a-z0-9+.-]+:\/\//i.test(raw);
  let from = uri ? raw.indexOf('://') + 3 : /^\/?[A-Za-z]:[\\/]/.test(raw) ? raw.indexOf(':') + 1 : 0;
  for (let cuts = 0; cuts < MAX_CUTS; cuts++) {
    const cut = nextCut(raw, from);
    const text = raw.slice(0, cut);
    const path = filePath(uri || strictness === 'link' ? decoded(text) : text, strictness, uri);
    if (path) {
      return { path, length: cut };
    }
    if (cut === raw.length) {
      return undefined;
    }
    from = cut + 1;
  }
  return undefined;
}

/** Where a place or a symbol may begin, or where an ASCII ending meets a script without spaces. */
function nextCut(raw: string, from: number): number {
  const cutPattern = /[#:(\u3000-\u30FF\u4E00-\u9FFF]/g;
  cutPattern.lastIndex = from;
  const match = cutPattern.exec(raw);
  return match ? match.index : raw.length;
}

function filePath(text: string, strictness: Strictness, uri: boolean): string | undefined {
  const plain = pathOfUri(text);
  if (plain === undefined || isHostile(plain) || /[\\/]$/.test(plain) || isPlaceholder(plain)) {
    return undefined;
  }
  const path = normalisePath(plain.replace(/^@\/?(?=[\w.])/, ''));
  if (!path || path.includes(':', 2) || isHostile(path)) {
    return undefined;
  }
  const parts = path
    .replace(/^[A-Za-z]:/, '')
    .split('/')
    .filter(Boolean);
  const base = parts.at(-1)!;
  const folders = parts.slice(0, -1);
  if (strictness === 'diff') {
    return base === 'null' && parts[0] === 'dev' ? undefined : path;
  }
  if (!isAbsolute(path) && folders.length > 0 && isHost(parts[0]!, base)) {
    return undefined;
  }
  const marked = uri || /^\.{0,2}[\\/]/.test(plain) || isAbsolute(path);
  const named = namesFile(base, folders, marked && strictness === 'prose' ? 'code' : strictness);
  // A tool was told that it is a file: whether there is one is for the matching to find out.
  const isToolFile = strictness === 'file' && folders.length > 0 && /^[\w+@-]+$/.test(base);
  return named || isToolFile || (/^\.{1,2}[\\/]/.test(plain) && namesRelative(parts)) || (uri && isDeepName(parts))
    ? path
    : undefined;
}

/** Shell variables, template placeholders and regular expressions. */
const isPlaceholder = (path: string) =>
  /[{}^]|^\$[A-Z_]+(?:[\\/]|$)|^%\w+%|\$$|\\[dwsbDWSB][+*)\]]|\)\?|\\\.[\w)]*\$/.test(path) ||
  /^[\\/].*\\[./]/.test(path);

const isDeepName = (parts: readonly string[]) => parts.length > 1 && /^[\w.-]+$/.test(parts.at(-1)!);

export const takesSymbols = (path: string) => !isDocument(path);
