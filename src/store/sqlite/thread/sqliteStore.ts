import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Emitter } from '../../../util/emitter.ts';
import type { Logger } from '../../../util/logger.ts';
import type { Work, WorkChange } from '../../../work/work.ts';
import { type Store, StoreError, type StoreInfo, type StoreNotice } from '../../store.ts';
import type { StoreChange } from '../../storeChange.ts';
import type { Place } from '../file/memoryFile.ts';
import type { EntityName } from '../tables.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './protocol.ts';

export interface SqliteStoreOptions {
  /** The database file, asked for when the store opens; its folder is made when needed. */
  file: string | (() => string);
  /** Whether that place is the extension's own: then a file that cannot be told from a damaged one was Strata's. */
  isOwnPlace?: () => boolean;
  /** The script of the store's thread. */
  workerPath: string | URL;
  logger: Logger;
}

export interface SqliteStore extends Store {
  /** In the same file, and no part of the memory. */
  readonly work: Work;
  /** A whole copy of the file, without the words of what was deleted. */
  copyTo(path: string): Promise<void>;
  /** Rejects when the file there is another program's. */
  checkPlace(path: string): Promise<void>;
  /** Goes on with the file that `file` names now, after the calls that were made before. */
  reopen(): void;
}

interface Pending {
  worker: Worker;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The store on node:sqlite, which is synchronous: all of it runs in a worker thread that starts at the first call. */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const thread = new StoreThread(options);
  // The proxy hands each method on by its name; the worker's classes implement the same contract.
  const entity = <T extends object>(name: EntityName): T =>
    new Proxy({} as T, {
      get: (_, method) =>
        typeof method === 'string' ? (...args: unknown[]) => thread.call(name, method, args) : undefined,
    });
  return {
    conversations: entity('conversations'),
    turns: entity('turns'),
    search: entity('search'),
    summaries: entity('summaries'),
    files: entity('files'),
    mentions: entity('mentions'),
    rules: entity('rules'),
    receipts: entity('receipts'),
    workspaces: entity('workspaces'),
    work: { jobs: entity('jobs'), spending: entity('spending'), onDidChange: thread.works.event },
    onDidChange: thread.changes.event,
    onDidNotice: thread.notices.event,
    exists: async () => thread.hasFile(),
    open: () => thread.send<StoreInfo>(id => ({ type: 'open', id })),
    close: () => thread.close(),
    copyTo: path => thread.send<void>(id => ({ type: 'copy', id, path })),
    checkPlace: path => thread.send<void>(id => ({ type: 'check', id, path })),
    reopen: () => thread.reopen(),
  };
}

class StoreThread {
  readonly changes = new Emitter<StoreChange>({ error: message => this.#options.logger.error(message) });
  readonly works = new Emitter<WorkChange>({ error: message => this.#options.logger.error(message) });
  readonly notices = new Emitter<StoreNotice>({ error: message => this.#options.logger.error(message) });
  readonly #options: SqliteStoreOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #era = 0;
  #closed = false;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
  }

  call(entity: EntityName, method: string, args: unknown[]): Promise<unknown> {
    const last = args.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    const sent = signal ? args.slice(0, -1) : args;
    return this.send(id => ({ type: 'call', id, entity, method, args: sent, era: this.#era }), signal);
  }

  send<T>(make: (id: number) => ToWorker, signal?: AbortSignal): Promise<T> {
    if (this.#closed) {
      return Promise.reject(new StoreError('closed', 'The memory is closed.'));
    }
    if (signal?.aborted) {
      return Promise.reject(cancelled());
    }
    const id = ++this.#lastId;
    const worker = this.#start();
    return new Promise<T>((resolve, reject) => {
      const abort = () => {
        this.#settle(id);
        worker.postMessage({ type: 'cancel', id } satisfies ToWorker);
        reject(cancelled());
      };
      const settled = () => signal?.removeEventListener('abort', abort);
      this.#pending.set(id, {
        worker,
        resolve: value => {
          settled();
          resolve(value as T);
        },
        reject: error => {
          settled();
          reject(error);
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
      worker.ref();
      worker.postMessage(make(id));
    });
  }

  /** Asked here: no thread is started only to look. */
  hasFile(): boolean {
    return existsSync(this.#place().path);
  }

  reopen(): void {
    if (this.#worker) {
      // It fails only with its thread, and the next one begins at the new place.
      this.send(id => ({ type: 'move', id, place: this.#place() })).catch(() => {});
    }
    this.changes.fire({ conversation_id: undefined });
    this.works.fire({ elsewhere: true });
  }

  async close(): Promise<void> {
    if (this.#closed) {
      return;
    }
    const stopping = this.#stop();
    this.#closed = true;
    await stopping;
    this.changes.dispose();
    this.works.dispose();
    this.notices.dispose();
  }

  /** Lets the thread finish what it was given. */
  async #stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) {
      return;
    }
    const closing = this.send(id => ({ type: 'close', id })).catch(() => {});
    this.#worker = undefined;
    await closing;
    await worker.terminate();
  }

  #start(): Worker {
    if (this.#worker) {
      return this.#worker;
    }
    const workerData: WorkerOptions = { place: this.#place(), era: this.#era };
    const worker = new Worker(this.#options.workerPath, { workerData, name: 'strata-store' });
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', error => this.#lost(worker, error));
    worker.on('exit', () => this.#lost(worker, new Error('The thread ended.')));
    this.#worker = worker;
    return worker;
  }

  #place(): Place {
    const { file, isOwnPlace } = this.#options;
    return { path: typeof file === 'string' ? file : file(), own: isOwnPlace?.() ?? false };
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'result':
        this.#settle(message.id)?.resolve(message.value);
        break;
      case 'failure': {
        const { reason, detail } = message.failure;
        this.#options.logger.warn(`Store: ${reason}: ${detail}`);
        this.#settle(message.id)?.reject(new StoreError(reason, message.failure.message));
        break;
      }
      case 'change':
        this.#era += message.change.replaced ? 1 : 0;
        this.changes.fire(message.change);
        break;
      case 'work':
        this.works.fire(message.change);
        break;
      case 'notice':
        this.notices.fire(message.notice);
        break;
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending && this.#pending.size === 0) {
      // An idle store keeps no process alive.
      pending.worker.unref();
    }
    return pending;
  }

  /** The next call starts a new thread; what was under way may or may not have been written. */
  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) {
      this.#worker = undefined;
    }
    const error = new StoreError('crashed', 'The memory stopped unexpectedly. It starts again by itself.', { cause });
    for (const [id, pending] of this.#pending) {
      if (pending.worker === worker) {
        this.#pending.delete(id);
        pending.reject(error);
      }
    }
  }
}

function cancelled(): StoreError {
  return new StoreError('cancelled', 'The search was cancelled.');
}
