import * as vscode from 'vscode';
import type { Background } from '../../memory/jobs/background.ts';
import { routineKinds } from '../../memory/jobs/routine.ts';
import { Linker } from '../../memory/mentions/linker.ts';
import { LinkJob } from '../../memory/mentions/linkJob.ts';
import type { Recorder } from '../../memory/record/recorder.ts';
import type { Store } from '../../store/store.ts';
import type { StoreChange } from '../../store/storeChange.ts';
import { describeError } from '../../util/errors.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { documentSymbols } from './documentSymbols.ts';
import { type Batch, FileChanges } from './fileChanges.ts';
import { pathOfUri, uriOfPath } from './places.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

interface Needs {
  store: Store;
  recorder: Recorder;
  workspaces: Workspaces;
  background: Background;
  log: vscode.LogOutputChannel;
}

/** Events of one checkout or move come close together. */
const GATHER_MS = 300;
const CAUGHT_UP_PATIENCE_MS = 1500;

/** Ties memory to the files of this window: links what is recorded, and follows what happens to the files. */
export class FileMemory implements vscode.Disposable {
  readonly files = new WorkspaceFiles();
  readonly changes: FileChanges;
  readonly #host: Needs;
  readonly #linker: Linker;
  readonly #links: LinkJob;
  readonly #stopped = new AbortController();
  readonly #disposables: vscode.Disposable[] = [];
  #started = false;
  #batch: Batch = { created: [], deleted: [], changed: [] };
  #timer: NodeJS.Timeout | undefined;
  /** One thing after the other: a rename must not overtake the link it is about. */
  #queue: Promise<void> = Promise.resolve();

  constructor(host: Needs) {
    this.#host = host;
    const { store, recorder, background, log } = host;
    this.#linker = new Linker(store, {
      match: (path, near, known) => this.files.match(path, near, known),
      symbols: async path => {
        const uri = uriOfPath(path);
        return uri && (await documentSymbols(uri));
      },
    });
    this.#links = new LinkJob({
      mentions: store.mentions,
      ask: (kind, key) => background.ask(kind, key),
      workspaceId: async () => (this.#started ? await this.#id() : undefined),
      link: (id, signal) => this.#inTurn(() => this.#linkAll(id, signal)),
      logger: log,
    });
    background.register(this.#links.kind);
    background.atStart(async () => this.start());
    this.changes = new FileChanges(store, this.files, () => this.#id());
    this.#disposables.push(
      this.files,
      { dispose: recorder.onDidRecord(() => this.#recorded()).dispose },
      { dispose: store.onDidChange(change => this.#changed(change)).dispose },
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#then(() => this.changes.renamed(oldUri, newUri));
        }
      }),
    );
  }

  /** Not before there is a memory: a window that never uses it reads no files. */
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
    void this.#links.notice();
  }

  /** Resolves when all that is known so far has been carried over. For tests, and before a file is opened. */
  async settled(): Promise<void> {
    this.start();
    this.#flush();
    await this.#links.noticeTurn();
    await this.#carriedOver();
  }

  /** What just happened to files is known, or a moment has passed: nobody waits long for a click. */
  async caughtUp(): Promise<void> {
    this.#flush();
    await Promise.race([this.#carriedOver(), new Promise(done => setTimeout(done, CAUGHT_UP_PATIENCE_MS).unref())]);
  }

  /** For a file that turned out not to be there: VS Code is silent about one made and deleted within a moment. */
  async missed(path: string): Promise<void> {
    if (uriOfPath(path)) {
      this.#batch.deleted.push(path);
      await this.caughtUp();
    }
  }

  dispose(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  /** What happened to files, then what waits to be linked, until neither brings more of the other. */
  async #carriedOver(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#queue; ) {
      last = this.#queue;
      await last;
      await this.#links.asked();
      await this.#host.background.idle(routineKinds.link);
    }
  }

  #changed({ conversation_id, quiet, links, unlinked }: StoreChange): void {
    if (unlinked) {
      this.#links.noticeSoon();
    } else if (conversation_id === undefined && !quiet && !links) {
      void this.#links.notice();
    }
  }

  #recorded(): void {
    this.start();
    void this.#links.noticeTurn();
  }

  async #linkAll(id: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { files, left } = await this.#linker.linkAll(id, signal);
    if (files > 0) {
      await this.#noteUnseen(id);
    }
    return left;
  }

  async #linkMade(madeFiles: Iterable<string>): Promise<void> {
    const id = await this.#id();
    if ((await this.#linker.linkMade(id, madeFiles, this.#stopped.signal)) > 0) {
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
    this.#inTurn(work).catch(error => {
      if (!this.#stopped.signal.aborted) {
        this.#host.log.warn(`Files have to wait: ${describeError(error)}`);
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(() => {
      this.#stopped.signal.throwIfAborted();
      return work();
    });
    this.#queue = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  async #id(): Promise<string> {
    return (await this.#host.workspaces.current()).id;
  }
}
