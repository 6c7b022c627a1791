import type { MentionedFile } from '../model/file.ts';
import type { GivenNames, OpenMention, ScopeLink, TurnLinks, UnmatchedMention } from '../model/mention.ts';
import type { TurnRef } from '../model/turn.ts';

export interface UnlinkedSummary {
  conversation_id: string;
  summary_id: string;
  names: GivenNames;
}

export interface LinkedTurn {
  ref: TurnRef;
  links: TurnLinks;
}

export interface WaitingMention extends UnmatchedMention {
  ref: TurnRef;
  /** When it was said. */
  timestamp: string;
}

export interface TurnSpan {
  conversation_id: string;
  /** Whole conversation without them. */
  from?: number;
  to?: number;
}

/** What turns and summaries mention, matched to files by the window that has them. */
export interface MentionStore {
  /** Recorded turns of a workspace whose mentions are not matched yet, newest first. What is recorded is among them at once. */
  unlinkedTurns(workspace_id: string, limit: number): Promise<TurnRef[]>;
  /** All of it or nothing; the summaries that stand for the turn mention its files too. */
  linkTurn(ref: TurnRef, links: TurnLinks): Promise<void>;
  /** Many turns at once, for those that have waited: all of them or none. */
  linkTurns(turns: LinkedTurn[]): Promise<void>;
  /** The names of files that turns of a workspace mention and that were not there, in small letters, without folders. */
  unmatchedNames(workspace_id: string): Promise<string[]>;
  /** Those mentions by such names, newest first. */
  unmatched(workspace_id: string, names: string[], limit: number): Promise<WaitingMention[]>;
  /** Those whose turns are linked: the files of the turns tell where to look for symbols. */
  unlinkedSummaries(workspace_id: string, limit: number): Promise<UnlinkedSummary[]>;
  /** All of it or nothing; the summaries made of this one mention it too. */
  linkSummary(summary: Pick<UnlinkedSummary, 'conversation_id' | 'summary_id'>, links: SummaryMentions): Promise<void>;
  /** The files that turns mention, in the order of the turns. */
  ofTurns(span: TurnSpan): Promise<MentionedFile[]>;
  /** What several files could be meant by. */
  openOf(span: TurnSpan): Promise<OpenMention[]>;
  /** A person has said which file is meant; it is linked to the turn of the message. */
  settle(ref: TurnRef, mention: Pick<OpenMention, 'message_id' | 'path'>, path: string): Promise<void>;
}

export interface SummaryMentions {
  /** Workspace-relative paths. */
  files: readonly string[];
  scopes: readonly ScopeLink[];
}
