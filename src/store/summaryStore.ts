import type { Reach } from '../model/reach.ts';
import type { TrimRule } from '../model/summary/layerRules.ts';
import type {
  DatedSummary,
  LevelMark,
  LevelStatistics,
  ListedSummary,
  Summary,
  SummaryDraft,
  SummaryLinks,
} from '../model/summary/summary.ts';

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

/** What of a conversation no L1 covers yet. */
export interface Uncovered {
  conversation_id: string;
  turns: number;
  chars: number;
}

export interface SummaryStore {
  /**
   * Unique per conversation, level, start_turn and end_turn: who comes second gets the first one's. Refused as
   * `overtaken` unless it `goesOn` where its level ends. One transaction: the summary, the mark of its level, what it
   * inherits (`inheritanceOf`), its links and its words in the index.
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
  /**
   * New texts for a summary that keeps its place and its id, and its links unless new ones come: then its topics are
   * those and what it inherits. One transaction. False when it is gone.
   */
  rewrite(uuid: string, draft: SummaryDraft, links?: SummaryLinks): Promise<boolean>;
  /**
   * The staged summaries and marks take the place of the conversation's others, in one transaction, with the rules of
   * those (`heirsOfRules`). False, and nothing changes, while they do not reach as far (`reachesAsFar`).
   */
  publish(conversation_id: string): Promise<boolean>;
  /** Forgets what is staged. */
  unstage(conversation_id: string): Promise<void>;
  /** How many go by `toTrim`, in one transaction; with `dryRun` none does yet. Marks stay: none is made again. */
  trim(reach: Reach, rules: TrimRule[], dryRun: boolean, coveredOnly?: boolean): Promise<number>;
  /** Per level; with instants, of summaries made in between. */
  statistics(reach: Reach, from?: number, to?: number): Promise<LevelStatistics[]>;
}
