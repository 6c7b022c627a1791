import type { Disposable } from '../util/disposable.ts';
import type { Listener } from '../util/emitter.ts';
import type { JobQueue } from './jobQueue.ts';
import type { Ledger } from './ledger.ts';

/** What this computer has to do and has spent, shared by all its windows; no part of the memory itself. */
export interface Work {
  readonly jobs: JobQueue;
  readonly spending: Ledger;
  /** The queue or the ledger changed here; or another window wrote something, which may be neither. */
  readonly onDidChange: (listener: Listener<WorkChange>) => Disposable;
}

export interface WorkChange {
  /** Of the job that changed here; none where tokens were spent. */
  kind?: string;
  /** It was asked for, so that there is something to do. */
  asked?: boolean;
  /** Another window wrote something: any job may have been asked for. */
  elsewhere?: true;
}
