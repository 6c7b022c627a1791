import type { Disposable } from '../util/disposable.ts';
import type { Listener } from '../util/emitter.ts';
import { StrataError } from '../util/errors.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { FileStore } from './fileStore.ts';
import type { MentionStore } from './mentionStore.ts';
import type { ReceiptStore } from './receiptStore.ts';
import type { RuleStore } from './ruleStore.ts';
import type { SearchStore } from './searchStore.ts';
import type { StoreChange } from './storeChange.ts';
import type { SummaryStore } from './summaryStore.ts';
import type { TurnStore } from './turnStore.ts';
import type { WorkspaceStore } from './workspaceStore.ts';

/** Where memory lives. It speaks of turns, summaries and recall, not of tables. Throws StoreError. */
export interface Store {
  readonly conversations: ConversationStore;
  readonly turns: TurnStore;
  readonly search: SearchStore;
  readonly summaries: SummaryStore;
  readonly files: FileStore;
  readonly mentions: MentionStore;
  readonly rules: RuleStore;
  readonly receipts: ReceiptStore;
  readonly workspaces: WorkspaceStore;
  /** Something was written, here or by another window. */
  readonly onDidChange: (listener: Listener<StoreChange>) => Disposable;
  /** Something a person should know, such as a damaged memory that was set aside. Told once. */
  readonly onDidNotice: (listener: Listener<StoreNotice>) => Disposable;
  /** Whether there is a memory yet: none is made, and nothing is opened, only to look. */
  exists(): Promise<boolean>;
  /** Opens the store if it is not open. */
  open(): Promise<StoreInfo>;
  close(): Promise<void>;
}

export interface StoreNotice {
  /** A new memory follows on a damaged one, one of an older format was brought up to date, or one was repaired in place. */
  kind: 'began-anew' | 'migrated' | 'mended';
  /** Where what was there before is kept, for people. */
  kept: string;
}

export interface StoreInfo {
  /** Which store and where, for people. */
  description: string;
  version: number;
  fullText: boolean;
}

export type StoreErrorReason =
  | 'read-only'
  | 'disk-full'
  | 'newer-version'
  | 'not-ours'
  | 'busy'
  | 'corrupt'
  | 'cannot-open'
  | 'unreachable'
  | 'unauthorised'
  | 'not-found'
  | 'overtaken'
  | 'cancelled'
  | 'closed'
  | 'crashed'
  | 'failed';

export class StoreError extends StrataError<StoreErrorReason> {
  constructor(reason: StoreErrorReason, message: string, options?: { cause?: unknown }) {
    super(reason, message, options);
    this.name = 'StoreError';
  }
}

const passing: readonly StoreErrorReason[] = [
  ...(['read-only', 'disk-full', 'busy', 'cannot-open', 'unreachable', 'unauthorised', 'crashed'] as const),
  // The damaged memory is set aside at the next call; a person can choose another place than a newer Strata's, or another's.
  ...(['corrupt', 'newer-version', 'not-ours'] as const),
];

/** Reasons that pass, by themselves or by what a person does: what could not be written is tried again. */
export function mayPass(error: unknown): boolean {
  return error instanceof StoreError && passing.includes(error.reason);
}
