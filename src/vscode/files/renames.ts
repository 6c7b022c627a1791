import * as vscode from 'vscode';
import { underPrefix } from '../../memory/mentions/files/roots.ts';
import { inTurns } from '../../util/inTurns.ts';
import { hashOf } from './documentSymbols.ts';
import { gitRenames } from './gitFiles.ts';
import { openRoots, uriOfPath } from './places.ts';

const READ_AT_ONCE = 8;
const MOST_HASHED_BYTES = 2_000_000;
/** Files of other names that are read in search of a lost one. */
const MOST_OTHERS = 200;
const MOST_NAMED = 2000;
/** Empty files are all alike. */
const nothing = hashOf('');

export interface Lost {
  path: string;
  content_hash: string | null;
}

/** Which of the candidates has the content of a lost file: of the same name first; of another only when there is but one. */
export async function sameContent(lost: readonly Lost[], candidates: readonly string[]): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  const withContent = lost.filter(({ content_hash }) => content_hash && content_hash !== nothing);
  if (withContent.length === 0) {
    return moves;
  }
  const names = new Set(withContent.map(({ path }) => baseOf(path)));
  const namesakes = candidates.filter(path => names.has(baseOf(path))).slice(0, MOST_NAMED);
  const others = likeliest(
    candidates.filter(path => !names.has(baseOf(path))),
    withContent,
  );
  const hashed = await inTurns([...namesakes, ...others], READ_AT_ONCE, async path => ({
    path,
    hash: await contentHash(path),
  }));
  const byHash = Map.groupBy(hashed, ({ hash }) => hash ?? '');
  const taken = new Set<string>();
  for (const { path, content_hash } of withContent) {
    const same = (byHash.get(content_hash ?? '') ?? []).map(file => file.path).filter(file => !taken.has(file));
    const alike = same
      .filter(file => baseOf(file) === baseOf(path))
      .sort((a, b) => sharedTail(b, path) - sharedTail(a, path));
    const to = alike[0] ?? (same.length === 1 ? same[0] : undefined);
    if (to) {
      moves.set(path, to);
      taken.add(to);
    }
  }
  return moves;
}

/** Not all can be read: those in the folder of a lost file, then those of its kind. */
function likeliest(candidates: readonly string[], lost: readonly Lost[]): string[] {
  const folders = new Set(lost.map(({ path }) => folderOf(path)));
  const kinds = new Set(lost.map(({ path }) => kindOf(path)));
  const beside = candidates.filter(path => folders.has(folderOf(path)));
  const alike = candidates.filter(path => !folders.has(folderOf(path)) && kinds.has(kindOf(path)));
  return [...beside, ...alike].slice(0, MOST_OTHERS);
}

/** Where git says that files went, as far as they are there. */
export async function followRenames(paths: readonly string[]): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  for (const { folder, prefix } of paths.length > 0 ? openRoots() : []) {
    const renames = (await gitRenames(folder.uri)).toReversed();
    for (const path of paths) {
      let target = path;
      for (const { from, to } of renames) {
        target = underPrefix(prefix, from) === target ? underPrefix(prefix, to) : target;
      }
      if (target !== path && (await exists(target))) {
        moves.set(path, target);
      }
    }
  }
  return moves;
}

export async function exists(path: string): Promise<boolean> {
  const uri = uriOfPath(path);
  return uri !== undefined && (await statOf(uri)) !== undefined;
}

export async function contentHash(path: string): Promise<string | undefined> {
  const uri = uriOfPath(path);
  const stat = uri && (await statOf(uri));
  if (!uri || stat?.type !== vscode.FileType.File || stat.size > MOST_HASHED_BYTES) {
    return undefined;
  }
  try {
    return hashOf(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const kindOf = (path: string) => /\.[^.]*$/.exec(baseOf(path))?.[0] ?? '';

function sharedTail(path: string, other: string): number {
  const [a, b] = [path.split('/').reverse(), other.split('/').reverse()];
  const end = a.findIndex((part, at) => part !== b[at]);
  return end < 0 ? a.length : end;
}
