import { CHARS_A_TOKEN } from '../../model/tokens.ts';

/** When a summary is made, by characters unless a person also counts turns or tokens. The first to fire wins. */
export interface LayerSettings {
  everyChars: number;
  /** 0: off. Turns for L1, summaries of the level below for the others. */
  everyTurns: number;
  /** 0: off. */
  everyTokens: number;
  maxLevel: number;
}

/** A whole turn, or a whole summary of the level below. */
export interface Unit {
  start_turn: number;
  end_turn: number;
  /** What it weighs: a turn its user and assistant text, a summary its two texts. */
  chars: number;
  /** Which characters of the conversation it stands for. */
  char_range_start: number;
  char_range_end: number;
}

/** A summary of one summary condenses nothing. */
const leastUnits = (level: number) => (level === 1 ? 1 : 2);

/**
 * How many of the units that no summary covers yet make the next one: as few from the first on as reach a threshold.
 * It depends on nothing but the units, so whoever looks, whenever, makes the same summaries.
 */
export function nextGroup(units: readonly Unit[], level: number, settings: LayerSettings): number {
  if (level > settings.maxLevel) {
    return 0;
  }
  let chars = 0;
  for (const [index, unit] of units.entries()) {
    chars += unit.chars;
    const count = index + 1;
    const reached =
      chars >= settings.everyChars ||
      (settings.everyTurns > 0 && count >= settings.everyTurns) ||
      (settings.everyTokens > 0 && Math.ceil(chars / CHARS_A_TOKEN) >= settings.everyTokens);
    if (reached && count >= leastUnits(level)) {
      return count;
    }
  }
  return 0;
}
