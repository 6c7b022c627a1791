import type * as vscode from 'vscode';
import type { FileIndex } from '../../memory/mentions/files/fileIndex.ts';
import { isBelowAny, topmost } from '../../memory/mentions/files/folders.ts';
import type { FileChange, KnownFile } from '../../model/file/file.ts';
import type { Store } from '../../store/store.ts';
import { dateNow, systemClock } from '../../util/clock.ts';
import { DAY_MS, formatLocalDate, instantOf } from '../../util/dates.ts';
import { inTurns } from '../../util/inTurns.ts';
import { checkScopes } from './freshness.ts';
import { pathOfUri, uriOfPath } from './places.ts';
import { contentHash, exists, followRenames, type Lost, sameContent } from './renames.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';
import { elsewhereInRepository } from './workTrees.ts';

/** What is deleted here and made there within this time, with the same content, is taken for a rename. */
const TOGETHER_MS = 10_000;
const MOST_ADDED = 50_000;
const FILES_AT_ONCE = 16;
/** Where a file went is asked for so long after it was missed. */
const DELETED_LATELY_MS = 30 * DAY_MS;

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
  #lost: (Lost & { until: number })[] = [];
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
      await this.#store.files.change(id, [{ kind: 'moved', path: source, to: target }]);
    } else {
      await this.#files.remove([source]);
      await this.#store.files.change(id, [{ kind: 'deleted', path: source, at: formatLocalDate(dateNow()) }]);
    }
  }

  /** Resolves to the files that are there now and were not before. */
  async process({ created, deleted, changed }: Batch): Promise<string[]> {
    if ([...created.map(({ path }) => path), ...deleted, ...changed].some(path => /(^|\/)\.gitignore$/.test(path))) {
      this.#files.forget();
    }
    const until = systemClock.now() + TOGETHER_MS;
    const id = await this.#workspaceId();
    const added = await this.#files.add(created);
    this.#added = [...this.#added.filter(stillRecent), ...added.map(path => ({ path, until }))].slice(-MOST_ADDED);
    const present = (await this.#store.files.known(id)).filter(isThere);
    const isKnown = new Set(present.map(({ path }) => path));
    const gone = await this.#gone(deleted, present);
    const lost = [...gone, ...this.#lost.filter(stillRecent)];
    const renamed = await this.#follow(id, lost, () =>
      this.#added.map(({ path }) => path).filter(path => !isKnown.has(path)),
    );
    const stillLost = gone.filter(({ path }) => !renamed.has(path));
    await this.#markDeleted(id, stillLost);
    this.#lost = [
      ...this.#lost.filter(file => stillRecent(file) && !renamed.has(file.path)),
      ...stillLost.map(file => ({ ...file, until })),
    ];
    await this.#revive(id, new Set(added));
    await this.note([...[...changed, ...added].filter(path => isKnown.has(path)), ...renamed.values()]);
    return added;
  }

  /** What changed while this window was closed. Only what lies below the open folders can be told. */
  async reconcile(): Promise<void> {
    const id = await this.#workspaceId();
    const index = await this.#files.index();
    const knownFiles = (await this.#store.files.known(id)).filter(isOpen);
    const present = knownFiles.filter(isThere);
    const isKnown = new Set(present.map(({ path }) => path));
    const missing = await without(present, index);
    // What another branch's work tree still has was not moved by anybody.
    const isElsewhere = await elsewhereInRepository();
    const gone = (
      await inTurns(missing, FILES_AT_ONCE, async file => ((await isElsewhere(file.path)) ? [] : file))
    ).flat();
    const deleted = knownFiles.filter(file => !isThere(file));
    const stillDeleted = await without(deleted, index);
    await this.#revive(id, new Set(deleted.filter(file => !stillDeleted.includes(file)).map(({ path }) => path)));
    const lately = stillDeleted.filter(
      ({ deleted_at }) => systemClock.now() - instantOf(deleted_at!) < DELETED_LATELY_MS,
    );
    const renamed = await this.#follow(id, gone, () => [...index.paths()].filter(path => !isKnown.has(path)), lately);
    await this.#markDeleted(
      id,
      gone.filter(({ path }) => !renamed.has(path)),
    );
    const there = present.filter(file => !missing.includes(file)).map(({ path }) => path);
    await this.note([...there, ...renamed.values()]);
  }

  /** The contents that known files have now; where one changed, its symbols are looked at. */
  async note(paths: readonly string[]): Promise<void> {
    const id = await this.#workspaceId();
    const knownFiles = paths.length > 0 ? await this.#store.files.known(id, paths) : [];
    const seen: (KnownFile & { now: string })[] = [];
    for (const file of knownFiles.filter(isThere)) {
      const now = await contentHash(file.path);
      if (now && now !== file.content_hash) {
        seen.push({ ...file, now });
      }
    }
    await this.#change(
      id,
      seen.map(({ path, now }) => ({ kind: 'seen', path, content_hash: now })),
    );
    for (const { path, content_hash } of seen) {
      const uri = content_hash === null ? undefined : uriOfPath(path);
      if (uri) {
        await checkScopes(this.#store, id, path, uri);
      }
    }
  }

  /** Known files that are there no more: those told of, and those of folders told of. */
  async #gone(deleted: readonly string[], knownFiles: readonly Lost[]): Promise<Lost[]> {
    const toldPaths = topmost(deleted);
    const there = await inTurns(toldPaths, FILES_AT_ONCE, exists);
    const away = new Set(toldPaths.filter((_, at) => !there[at]));
    // A folder that was made again need not hold what it held.
    const again = new Set(toldPaths.filter((_, at) => there[at]));
    const below = knownFiles.map(({ path }) => path).filter(path => isBelowAny(path, again));
    const stayed = await inTurns(below, FILES_AT_ONCE, exists);
    for (const path of below.filter((_, at) => !stayed[at])) {
      away.add(path);
    }
    await this.#files.remove([...away]);
    return knownFiles.filter(({ path }) => away.has(path) || isBelowAny(path, away));
  }

  /** Renames in memory what went elsewhere: by its content, else as git tells; what was `deleted` only as git tells. */
  async #follow(
    id: string,
    lost: readonly Lost[],
    candidates: () => string[],
    deleted: readonly Lost[] = [],
  ): Promise<Map<string, string>> {
    const moved = lost.length > 0 ? await sameContent(lost, candidates()) : new Map<string, string>();
    const rest = [...lost.filter(({ path }) => !moved.has(path)), ...deleted].map(({ path }) => path);
    const renamed = new Map([...moved, ...(await followRenames(rest))]);
    await this.#change(
      id,
      [...renamed].map(([path, to]) => ({ kind: 'moved', path, to })),
    );
    return renamed;
  }

  async #markDeleted(id: string, files: readonly Lost[]): Promise<void> {
    const isElsewhere = files.length > 0 ? await elsewhereInRepository() : undefined;
    const changes: FileChange[] = [];
    for (const { path } of files) {
      if (!(await isElsewhere?.(path))) {
        changes.push({ kind: 'deleted', path, at: formatLocalDate(dateNow()) });
      }
    }
    await this.#change(id, changes);
  }

  async #revive(id: string, there: ReadonlySet<string>): Promise<void> {
    const knownFiles = there.size > 0 ? await this.#store.files.known(id, [...there]) : [];
    const deleted = knownFiles.filter(file => !isThere(file));
    await this.#change(
      id,
      deleted.map(({ path }) => ({ kind: 'there', path })),
    );
  }

  async #change(id: string, changes: readonly FileChange[]): Promise<void> {
    if (changes.length > 0) {
      await this.#store.files.change(id, changes);
    }
  }
}

const stillRecent = ({ until }: { until: number }) => until > systemClock.now();
const isThere = ({ deleted_at }: KnownFile) => deleted_at === null;
const isOpen = ({ path }: { path: string }) => uriOfPath(path) !== undefined;

/** Those that are neither in the index nor on the disk. */
async function without<T extends { path: string }>(files: readonly T[], index: FileIndex): Promise<T[]> {
  const missing = await inTurns(files, FILES_AT_ONCE, async file =>
    index.has(file.path) || (await exists(file.path)) ? [] : [file],
  );
  return missing.flat();
}
