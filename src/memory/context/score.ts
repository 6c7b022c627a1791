import type { ScoreParts } from '../../model/receipt.ts';

/** The default of `strata.recall.minScore` where similarity is by words; an embedder declares its own. */
export const LEXICAL_MIN_SCORE = 0.25;

export interface ScoreSettings {
  /** Factor by level; a level that is not named counts once. */
  levelBoost: Readonly<Record<string, number>>;
  recency: boolean;
  recencyDays: number;
}

export interface Scored {
  similarity: number;
  words?: number;
  meaning?: number;
  /** 0 for a turn. */
  level: number;
  /** When the last turn it stands for was said. */
  at: number;
  /** Declared boosts by name. */
  boosts?: Readonly<Record<string, number>>;
}

const DAY_MS = 86_400_000;

/** `score = similarity × levelBoost[level] × recency × boosts`, with its parts. */
export function scoreOf(scored: Scored, settings: ScoreSettings, now: Date): ScoreParts {
  const { similarity, words, meaning, boosts = {} } = scored;
  const level = settings.levelBoost[scored.level] ?? 1;
  const recency = recencyOf((now.getTime() - scored.at) / DAY_MS, settings);
  const boost = Object.values(boosts).reduce((product, factor) => product * factor, 1);
  return {
    similarity,
    ...(words === undefined ? {} : { words }),
    ...(meaning === undefined ? {} : { meaning }),
    level,
    recency,
    boosts: { ...boosts },
    score: similarity * level * recency * boost,
  };
}

/** From 1 now down to 0.5 long ago; a clock that went back makes nothing count more than now. */
function recencyOf(ageDays: number, { recency, recencyDays }: ScoreSettings): number {
  return recency && recencyDays > 0 ? 0.5 + 0.5 * Math.exp(-Math.max(0, ageDays) / recencyDays) : 1;
}
