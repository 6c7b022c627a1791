import type { MentionedFile } from '../model/file/file.ts';
import type { GivenNames, OpenMention, ScopeLink, TurnLinks, UnmatchedMention } from '../model/file/mention.ts';
import type { TurnRef } from '../model/turn/turn.ts';

export interface UnlinkedSummary {
  conversation_id: string;
  summary_id: string;
  names: GivenNames;
}

/** What is not matched to files yet. */
export interface Waiting {
  /** Newest first, by the time they were said. */
  turns: TurnRef[];
  /** Those whose turns are linked, as the files of the turns tell where to look for symbols; lowest level first, then newest. */
  summaries: UnlinkedSummary[];
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

/** Turns of one conversation: all of them, or a stretch. */
export interface TurnsOf {
  conversation_id: string;
  from?: number;
  to?: number;
}

export interface MentionsOfTurns {
  /** In the order of the turns, then by path. */
  files: MentionedFile[];
  /** What several files could be meant by, in the same order. */
  open: OpenMention[];
}

/** What turns and summaries mention, matched to files by the window that has them. */
export interface MentionStore {
  /**
   * What waits in a workspace, up to `limit` of each; summaries are only told when fewer turns than that wait. What is
   * recorded is among them at once.
   */
  waiting(workspace_id: string, limit: number): Promise<Waiting>;
  /** All of them or none; the summaries that stand for a turn mention its files too. */
  linkTurns(turns: readonly LinkedTurn[]): Promise<void>;
  /** All of it or nothing; the summaries made of this one mention it too. */
  linkSummary(summary: Pick<UnlinkedSummary, 'conversation_id' | 'summary_id'>, links: SummaryMentions): Promise<void>;
  /** The names of files that turns of a workspace mention and that were not there: see `waitingName`. */
  unmatchedNames(workspace_id: string): Promise<string[]>;
  /** Those mentions by such names, newest first by the time they were said. */
  unmatched(workspace_id: string, names: readonly string[], limit: number): Promise<WaitingMention[]>;
  /** The files that turns mention. */
  ofTurns(turns: TurnsOf): Promise<MentionsOfTurns>;
  /** A person has said which file is meant: it is linked to the turn of the message, and asked for no more. All or nothing. */
  settle(ref: TurnRef, mention: Pick<OpenMention, 'message_id' | 'path'>, path: string): Promise<void>;
}

export interface SummaryMentions {
  /** Workspace-relative paths. */
  files: readonly string[];
  scopes: readonly ScopeLink[];
}
