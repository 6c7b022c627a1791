import type { Disposable } from '../util/disposable.ts';
import type { Listener } from '../util/emitter.ts';
import { StrataError } from '../util/errors.ts';
import type { ChunkStore } from './chunkStore.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { FileStore } from './fileStore.ts';
import type { JobStore } from './jobStore.ts';
import type { MentionStore } from './mentionStore.ts';
import type { RecallStore } from './recallStore.ts';
import type { SearchStore } from './searchStore.ts';
import type { SummaryStore } from './summaryStore.ts';
import type { TopicStore } from './topicStore.ts';
import type { TurnStore } from './turnStore.ts';
import type { UsageStore } from './usageStore.ts';
import type { WorkspaceStore } from './workspaceStore.ts';

/** Where memory lives. It speaks of turns, summaries and recall, not of tables. Throws StoreError. */
export interface Store {
  readonly conversations: ConversationStore;
  readonly turns: TurnStore;
  readonly search: SearchStore;
  readonly summaries: SummaryStore;
  readonly topics: TopicStore;
  readonly files: FileStore;
  readonly mentions: MentionStore;
  readonly chunks: ChunkStore;
  readonly jobs: JobStore;
  readonly recall: RecallStore;
  readonly usage: UsageStore;
  readonly workspaces: WorkspaceStore;
  /** Something was written, here or by another window. */
  readonly onDidChange: (listener: Listener<StoreChange>) => Disposable;
  /** Something a person should know, such as a damaged file set aside. Told once. */
  readonly onDidNotice: (listener: Listener<StoreNotice>) => Disposable;
  /** Opens the store if it is not open. */
  open(): Promise<StoreInfo>;
  close(): Promise<void>;
}

export interface StoreChange {
  /** Undefined: more than one conversation, or not known which. */
  conversation_id: string | undefined;
  /** Only the queue or the ledger of background work changed. */
  background?: boolean;
  /** Only where a folder was seen was noted, which is shown nowhere. */
  places?: boolean;
  /** The memory itself is another one now: what was in the old one may not be in it. */
  replaced?: Replacement;
  /** Only links to files and symbols changed; often many such changes follow each other. */
  links?: boolean;
}

/** How the memory that was open ended, when another took its place. */
export interface Replacement {
  /** What was recorded in the old one belongs into this one too: it is its copy, or follows on a damaged one. */
  continues: boolean;
  /** The conversations that the old one still had; undefined when they could not be read any more. */
  conversations: string[] | undefined;
  /** Conversations deleted in this window. */
  deleted: string[];
}

export function wasForgotten({ conversations, deleted }: Replacement, conversation_id: string): boolean {
  return conversations ? !conversations.includes(conversation_id) : deleted.includes(conversation_id);
}

export interface StoreNotice {
  kind: 'corrupt-set-aside' | 'migrated' | 'index-rebuilt';
  /** The file that was set aside, kept as a backup, or mended. */
  path: string;
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
  ...(['read-only', 'disk-full', 'busy', 'cannot-open', 'crashed'] as const),
  // The damaged file is set aside at the next call; a person can choose another place than a newer Strata's, or another's.
  ...(['corrupt', 'newer-version', 'not-ours'] as const),
];

/** Reasons that pass, by themselves or by what a person does: what could not be written is tried again. */
export function mayPass(error: unknown): boolean {
  return error instanceof StoreError && passing.includes(error.reason);
}
