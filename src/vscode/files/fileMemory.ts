import * as vscode from 'vscode';
import { Linker } from '../../memory/mentions/linker.ts';
import type { Recorder } from '../../memory/record/recorder.ts';
import type { TurnRef } from '../../model/turn.ts';
import type { Store } from '../../store/store.ts';
import { describeError } from '../../util/errors.ts';
import type { Workspaces } from '../workspace/workspaceIdentity.ts';
import { documentSymbols } from './documentSymbols.ts';
import { type Batch, FileChanges } from './fileChanges.ts';
import { pathOfUri, uriOfPath } from './places.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

interface Needs {
  store: Store;
  recorder: Recorder;
  workspaces: Workspaces;
  log: vscode.LogOutputChannel;
}

/** Work that another window left behind is looked for once this one has settled. */
const START_MS = 4000;
/** Events of one checkout or move come close together. */
const GATHER_MS = 300;
const PATIENCE_MS = 1500;

/** Ties memory to the files of this window: links what is recorded, and follows what happens to the files. */
export class FileMemory implements vscode.Disposable {
  readonly files = new WorkspaceFiles();
  readonly changes: FileChanges;
  readonly #host: Needs;
  readonly #linker: Linker;
  readonly #stopped = new AbortController();
  readonly #disposables: vscode.Disposable[] = [];
  #started = false;
  #batch: Batch = { created: [], deleted: [], changed: [] };
  #timer: NodeJS.Timeout | undefined;
  /** One thing after the other: a rename must not overtake the link it is about. */
  #queue: Promise<void> = Promise.resolve();
  #linking = false;

  constructor(host: Needs) {
    this.#host = host;
    const { store, recorder } = host;
    this.#linker = new Linker(store, {
      match: (path, near, known) => this.files.match(path, near, known),
      symbols: async path => {
        const uri = uriOfPath(path);
        return uri && (await documentSymbols(uri));
      },
    });
    this.changes = new FileChanges(store, this.files, () => this.#id());
    this.#disposables.push(
      this.files,
      { dispose: recorder.onDidRecord(ref => this.#recorded(ref)).dispose },
      { dispose: store.onDidChange(({ background }) => background || this.#linkLater()).dispose },
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#then(() => this.changes.renamed(oldUri, newUri));
        }
      }),
    );
  }

  /** Only if there is a memory: a window that never uses it reads no files. */
  startLater(exists: () => boolean): vscode.Disposable {
    const timer = setTimeout(() => {
      if (exists()) {
        this.start();
      }
    }, START_MS);
    return new vscode.Disposable(() => clearTimeout(timer));
  }

  start(): void {
    if (this.#started || !vscode.workspace.workspaceFolders?.length) {
      return;
    }
    this.#started = true;
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(uri => this.#gatherPath(uri, batch => batch.created.push(uri))),
      watcher.onDidDelete(uri => this.#gatherPath(uri, (batch, path) => batch.deleted.push(path))),
      watcher.onDidChange(uri => this.#gatherPath(uri, (batch, path) => batch.changed.push(path))),
    );
    this.#then(() => this.changes.reconcile());
    // What was made while no window was open.
    this.#then(async () => this.#linkMade((await this.files.index()).paths()));
    this.#linkLater();
  }

  /** Resolves when all that is known so far has been carried over. For tests, and before a file is opened. */
  async settled(): Promise<void> {
    this.start();
    this.#flush();
    this.#linkLater();
    for (let last: Promise<void> | undefined; last !== this.#queue; ) {
      last = this.#queue;
      await last;
    }
  }

  /** What just happened to files is known, or a moment has passed: nobody waits long for a click. */
  async caughtUp(): Promise<void> {
    this.#flush();
    await Promise.race([this.#queue, new Promise(done => setTimeout(done, PATIENCE_MS).unref())]);
  }

  dispose(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #recorded(ref: TurnRef): void {
    this.start();
    this.#then(() => this.#linker.linkTurn(ref));
    this.#linkLater();
  }

  #linkLater(): void {
    if (!this.#started || this.#linking) {
      return;
    }
    this.#linking = true;
    this.#then(async () => {
      this.#linking = false;
      const id = await this.#id();
      const linked = await this.#linker.linkAll(id, this.#stopped.signal);
      if (linked > 0) {
        await this.#noteUnseen(id);
      }
    });
  }

  async #linkMade(made: Iterable<string>): Promise<void> {
    const id = await this.#id();
    if ((await this.#linker.linkMade(id, made, this.#stopped.signal)) > 0) {
      await this.#noteUnseen(id);
    }
  }

  async #noteUnseen(id: string): Promise<void> {
    const knownFiles = await this.#host.store.files.known(id);
    const unseen = knownFiles.filter(({ content_hash, deleted_at }) => content_hash === null && deleted_at === null);
    await this.changes.note(unseen.map(({ path }) => path));
  }

  #gather(add: (batch: Batch) => unknown): void {
    add(this.#batch);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), GATHER_MS);
  }

  #gatherPath(uri: vscode.Uri, add: (batch: Batch, path: string) => unknown): void {
    const path = pathOfUri(uri);
    if (path && !/(^|\/)\.git(\/|$)/.test(path)) {
      this.#gather(batch => add(batch, path));
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const batch = this.#batch;
    this.#batch = { created: [], deleted: [], changed: [] };
    if (batch.created.length + batch.deleted.length + batch.changed.length > 0) {
      this.#then(async () => this.#linkMade(await this.changes.process(batch)));
    }
  }

  #then(work: () => Promise<unknown>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#stopped.signal.aborted) {
        return;
      }
      try {
        await work();
      } catch (error) {
        this.#host.log.warn(`Files have to wait: ${describeError(error)}`);
      }
    });
  }

  async #id(): Promise<string> {
    return (await this.#host.workspaces.current()).id;
  }
}
