import type { WorkChange } from '../../../work/work.ts';
import type { StoreErrorReason, StoreNotice } from '../../store.ts';
import type { StoreChange } from '../../storeChange.ts';
import type { Place } from '../file/memoryFile.ts';
import type { EntityName } from '../tables.ts';

/**
 * What goes between the extension host and the store's worker thread. `era` counts the memories there have been: a turn's
 * place in one says nothing in the next.
 */
export type ToWorker =
  | { type: 'call'; id: number; entity: EntityName; method: string; args: unknown[]; era: number }
  | { type: 'open'; id: number }
  | { type: 'cancel'; id: number }
  | { type: 'copy'; id: number; path: string }
  | { type: 'check'; id: number; path: string }
  | { type: 'move'; id: number; place: Place }
  | { type: 'close'; id: number };

export type FromWorker =
  | { type: 'result'; id: number; value: unknown }
  | { type: 'failure'; id: number; failure: Failure }
  | { type: 'change'; change: StoreChange }
  | { type: 'work'; change: WorkChange }
  | { type: 'notice'; notice: StoreNotice };

/** An error that survives the way between threads. */
export interface Failure {
  reason: StoreErrorReason;
  message: string;
  /** For the log. */
  detail: string;
}

export interface WorkerOptions {
  place: Place;
  era: number;
}

export type Call = Extract<ToWorker, { type: 'call' }>;
