import * as vscode from 'vscode';
import type { Store } from '../../store/store.ts';
import { formatLocalDate } from '../../util/dates.ts';
import { hashOf } from './documentSymbols.ts';
import { checkScopes } from './freshness.ts';
import { gitRenames } from './gitFiles.ts';
import { pathOfUri, uriOfPath, type WorkspaceFiles } from './workspaceFiles.ts';

/** What is deleted here and made there within this time, with the same content, is taken for a rename. */
const TOGETHER_MS = 10_000;
const MOST_HASHED = 200;
const MOST_BYTES = 2_000_000;
const FOLDER_FILES = 5000;

export interface Batch {
  created: vscode.Uri[];
  deleted: string[];
  changed: string[];
}

/** Carries what happens to files over to memory: renames, also those made elsewhere, deletions and new contents. */
export class FileChanges {
  readonly #store: Store;
  readonly #files: WorkspaceFiles;
  readonly #workspaceId: () => Promise<string>;
  #lost: { path: string; content_hash: string; until: number }[] = [];
  #added: { path: string; until: number }[] = [];

  constructor(store: Store, files: WorkspaceFiles, workspaceId: () => Promise<string>) {
    this.#store = store;
    this.#files = files;
    this.#workspaceId = workspaceId;
  }

  async renamed(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const [source, target] = [pathOfUri(from), pathOfUri(to)];
    if (!source) {
      return;
    }
    const id = await this.#workspaceId();
    if (target) {
      await this.#files.rename(source, target);
      await this.#store.files.rename(id, source, target);
    } else {
      await this.#files.remove(source);
      await this.#store.files.markDeleted(id, source, formatLocalDate(new Date()));
    }
  }

  async process({ created, deleted, changed }: Batch): Promise<void> {
    const until = Date.now() + TOGETHER_MS;
    const id = await this.#workspaceId();
    const added = await this.#files.add((await Promise.all(created.map(filesBelow))).flat());
    this.#added = [...this.#added, ...added.map(path => ({ path, until }))].filter(stillRecent).slice(-MOST_HASHED);
    const known = await this.#store.files.contents(id);
    const isKnown = new Set(known.map(({ path }) => path));
    const gone: { path: string; content_hash: string | null }[] = [];
    for (const path of deleted) {
      if (!(await exists(path))) {
        await this.#files.remove(path);
        gone.push(...known.filter(file => file.path === path || file.path.startsWith(`${path}/`)));
      }
    }
    const lost = [...gone, ...this.#lost.filter(stillRecent)];
    const renamed = lost.length > 0 ? await this.#sameContent(lost, this.#added, isKnown) : new Map<string, string>();
    for (const [from, to] of renamed) {
      await this.#store.files.rename(id, from, to);
    }
    const stillLost = gone.filter(({ path }) => !renamed.has(path));
    for (const { path } of stillLost) {
      await this.#store.files.markDeleted(id, path, formatLocalDate(new Date()));
    }
    this.#lost = [
      ...this.#lost.filter(file => stillRecent(file) && !renamed.has(file.path)),
      ...stillLost.flatMap(({ path, content_hash }) => (content_hash ? [{ path, content_hash, until }] : [])),
    ];
    for (const path of added) {
      if ((await this.#store.files.find(id, path))?.deleted_at) {
        await this.#store.files.ensure(id, path);
      }
    }
    await this.note([...changed, ...added].filter(path => isKnown.has(path)));
  }

  /** What changed while this window was closed. */
  async reconcile(): Promise<void> {
    const id = await this.#workspaceId();
    const index = await this.#files.index();
    const known = await this.#store.files.contents(id);
    const missing: typeof known = [];
    for (const file of known) {
      if (!index.has(file.path) && !(await exists(file.path))) {
        missing.push(file);
      }
    }
    const followed = missing.length > 0 ? await followRenames(missing.map(({ path }) => path)) : new Map();
    for (const { path, content_hash } of missing) {
      const to =
        followed.get(path) ?? (content_hash && (await this.#moved(path, content_hash, index.match(baseOf(path)))));
      if (to) {
        await this.#store.files.rename(id, path, to);
      } else {
        await this.#store.files.markDeleted(id, path, formatLocalDate(new Date()));
      }
    }
    await this.note(known.filter(file => !missing.includes(file)).map(({ path }) => path));
  }

  /** The contents that known files have now; where one changed, its symbols are looked at. */
  async note(paths: readonly string[]): Promise<void> {
    const id = await this.#workspaceId();
    const known = new Map((await this.#store.files.contents(id)).map(file => [file.path, file.content_hash]));
    const noted: { path: string; content_hash: string }[] = [];
    for (const path of new Set(paths)) {
      const content_hash = known.has(path) ? await contentHash(path) : undefined;
      if (content_hash && content_hash !== known.get(path)) {
        noted.push({ path, content_hash });
      }
    }
    if (noted.length > 0) {
      await this.#store.files.noteContents(id, noted);
    }
    for (const { path } of noted) {
      const uri = known.get(path) === null ? undefined : uriOfPath(path);
      if (uri) {
        await checkScopes(this.#store, id, path, uri);
      }
    }
  }

  async #sameContent(
    lost: readonly { path: string; content_hash: string | null }[],
    added: readonly { path: string }[],
    isKnown: ReadonlySet<string>,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const hashes = await Promise.all(
      added.filter(({ path }) => !isKnown.has(path)).map(async ({ path }) => ({ path, hash: await contentHash(path) })),
    );
    for (const { path, content_hash } of lost) {
      const same = hashes.filter(
        ({ hash, path: to }) => hash !== undefined && hash === content_hash && !taken(found, to),
      );
      const to = same.find(other => baseOf(other.path) === baseOf(path)) ?? same[0];
      if (to) {
        found.set(path, to.path);
      }
    }
    return found;
  }

  async #moved(
    path: string,
    content_hash: string,
    match: ReturnType<Awaited<ReturnType<WorkspaceFiles['index']>>['match']>,
  ) {
    const candidates = !match ? [] : 'file' in match ? [match.file] : match.candidates;
    for (const candidate of candidates.filter(other => other !== path)) {
      if ((await contentHash(candidate)) === content_hash) {
        return candidate;
      }
    }
    return undefined;
  }
}

const stillRecent = ({ until }: { until: number }) => until > Date.now();
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const taken = (found: ReadonlyMap<string, string>, path: string) => [...found.values()].includes(path);

async function exists(path: string): Promise<boolean> {
  const uri = uriOfPath(path);
  return uri !== undefined && (await statOf(uri)) !== undefined;
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

export async function contentHash(path: string): Promise<string | undefined> {
  const uri = uriOfPath(path);
  const stat = uri && (await statOf(uri));
  if (!uri || stat?.type !== vscode.FileType.File || stat.size > MOST_BYTES) {
    return undefined;
  }
  try {
    return hashOf(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A folder that was moved in arrives as one event. */
async function filesBelow(uri: vscode.Uri): Promise<vscode.Uri[]> {
  const stat = await statOf(uri);
  return stat?.type === vscode.FileType.Directory
    ? await vscode.workspace.findFiles(new vscode.RelativePattern(uri, '**/*'), undefined, FOLDER_FILES)
    : stat
      ? [uri]
      : [];
}

/** Where git says that files went, as far as they are there. */
async function followRenames(paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (!folder || others.length > 0) {
    return found;
  }
  const renames = (await gitRenames(folder.uri)).toReversed();
  for (const path of paths) {
    let now = path;
    for (const { from, to } of renames) {
      now = from === now ? to : now;
    }
    if (now !== path && (await exists(now))) {
      found.set(path, now);
    }
  }
  return found;
}
