import type { ReadScope } from '../model/scope.ts';
import type { LevelStatistics, Summary, SummaryDraft } from '../model/summary.ts';

export interface SummaryStore {
  /** Unique per conversation, level, start_turn and end_turn: who comes second gets the first one's. */
  add(draft: SummaryDraft): Promise<Summary>;
  get(uuid: string): Promise<Summary | undefined>;
  /** In the order of their turns. */
  list(conversation_id: string, level?: number): Promise<Summary[]>;
  delete(uuid: string): Promise<void>;
  statistics(scope: ReadScope): Promise<LevelStatistics[]>;
}
