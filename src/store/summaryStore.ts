import type { Reach } from '../model/reach.ts';
import type {
  DatedSummary,
  LevelMark,
  LevelStatistics,
  ListedSummary,
  Summary,
  SummaryDraft,
  SummaryLinks,
} from '../model/summary.ts';

/** Staged summaries are being made to replace a conversation's; nobody else sees them before they are published. */
export interface SummaryQuery {
  level?: number;
  staged?: boolean;
  /** Only those that begin at this turn or later. */
  from_turn?: number;
  /** Only L1s with an answer that came after they were made. */
  outdated?: boolean;
}

export interface AddOptions {
  staged?: boolean;
  links?: SummaryLinks;
}

export interface SummaryListQuery {
  reach: Reach;
  level: number;
  limit: number;
  offset?: number;
  provisional?: boolean;
}

export interface TrimRule {
  level: number;
  /** Summaries whose last turn is older than this instant, in milliseconds. */
  before: number;
}

/** What of a conversation no L1 covers yet. */
export interface Uncovered {
  conversation_id: string;
  turns: number;
  chars: number;
}

export interface SummaryStore {
  /**
   * Unique per conversation, level, start_turn and end_turn: who comes second gets the first one's. Moves the mark, and
   * mentions what its turns or the summaries below mention. Refused as `overtaken` unless it goes on where its level
   * ends: an L1 at the mark, a higher one with the first summaries from there on.
   */
  add(draft: SummaryDraft, options?: AddOptions): Promise<Summary>;
  /** Those of them that are there, in the order asked for, with what a label says of them. */
  read(uuids: string[]): Promise<DatedSummary[]>;
  /** In the order of their level and turns. */
  ofConversation(conversation_id: string, query?: SummaryQuery): Promise<Summary[]>;
  /** Newest first, over conversations that are not archived. */
  list(query: SummaryListQuery): Promise<ListedSummary[]>;
  /** Conversations, archived ones too, with turns that no L1 covers. */
  uncovered(reach: Reach): Promise<Uncovered[]>;
  marks(conversation_id: string, staged?: boolean): Promise<LevelMark[]>;
  /** New texts for a summary that keeps its place and its id, and its links unless new ones come. False when it is gone. */
  rewrite(uuid: string, draft: SummaryDraft, links?: SummaryLinks): Promise<boolean>;
  /**
   * The staged summaries take the place of the conversation's others, all at once; what a person said about one of those
   * holds for the one of its level that covers most of the same turns. False, and nothing changes, while they do not
   * reach as far.
   */
  publish(conversation_id: string): Promise<boolean>;
  /** Forgets what is staged. */
  unstage(conversation_id: string): Promise<void>;
  /**
   * How many go; with `dryRun` nothing goes yet. Pinned ones stay, and with `coveredOnly` those whose turns no higher
   * summary that stays covers. What was trimmed is not made again.
   */
  trim(reach: Reach, rules: TrimRule[], dryRun: boolean, coveredOnly?: boolean): Promise<number>;
  /** Per level; with instants, of summaries made in between. */
  statistics(reach: Reach, from?: number, to?: number): Promise<LevelStatistics[]>;
}
