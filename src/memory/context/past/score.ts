import type { ScoreParts } from '../../../model/receipt/receipt.ts';
import { recencyFactor } from '../../../model/recency.ts';

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

/** `score = similarity × levelBoost[level] × recency × boosts`, with its parts. */
export function scoreOf(scored: Scored, settings: ScoreSettings, now: Date): ScoreParts {
  const { similarity, words, meaning, boosts = {} } = scored;
  const level = settings.levelBoost[scored.level] ?? 1;
  const { recencyDays } = settings;
  const counts = settings.recency && recencyDays > 0;
  const recency = counts ? recencyFactor(now.getTime() - scored.at, recencyDays) : 1;
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
