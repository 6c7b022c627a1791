import type { RecentLimits } from './history/recentTurns.ts';
import type { ScoreSettings } from './past/score.ts';

/** What a person can set about what is given with a question (`strata.recent.*`, `strata.recall.*`). */
export interface ContextSettings {
  /** `strata.summaries.enabled`: without summaries, history is a sliding window of turns. */
  summaries: boolean;
  recent: RecentLimits;
  recall: RecallSettings;
}

export interface RecallSettings extends ScoreSettings {
  maxSummaries: number;
  /** Null: what the similarity in use declares. */
  minScore: number | null;
  /** How many turns are shown around a found one. */
  windowBefore: number;
  windowAfter: number;
}

export const defaultContextSettings: ContextSettings = {
  summaries: true,
  recent: { maxTurns: 10, maxChars: 5000 },
  recall: {
    maxSummaries: 5,
    minScore: null,
    levelBoost: { 1: 1, 2: 1.1, 3: 1.2 },
    recency: true,
    recencyDays: 7,
    windowBefore: 2,
    windowAfter: 1,
  },
};
