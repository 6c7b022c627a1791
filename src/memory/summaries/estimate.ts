import { SUMMARY_TEXT_CHARS } from '../../model/summary/summary.ts';
import type { Uncovered } from '../../store/summaryStore.ts';
import type { LayerSettings } from './planner.ts';

export interface Estimate {
  conversations: number;
  /** Summaries to make, which is calls of a model. */
  calls: number;
  tokens: number;
}

/** What a call costs besides its material: the instructions and the answer. */
const TOKENS_A_CALL = 1200;
/** The two texts of a summary, as long as they get. */
const SUMMARY_CHARS = 2 * SUMMARY_TEXT_CHARS;

/** How much work waits, near enough to decide on it. Forced, the turns left over make a last summary too. */
export function estimateBackfill(uncovered: readonly Uncovered[], settings: LayerSettings, force = false): Estimate {
  let calls = 0;
  let conversations = 0;
  let material = 0;
  for (const { chars, turns } of uncovered) {
    const byChars = Math.floor(chars / settings.everyChars);
    const byTurns = settings.everyTurns > 0 ? Math.floor(turns / settings.everyTurns) : 0;
    const byTokens = settings.everyTokens > 0 ? Math.floor(chars / 4 / settings.everyTokens) : 0;
    let count = Math.min(turns, Math.max(byChars, byTurns, byTokens) + Number(force));
    if (count === 0) {
      continue;
    }
    conversations++;
    material += chars;
    for (let level = 1; level <= settings.maxLevel && count > 0; level++) {
      calls += count;
      const below = count;
      count = Math.floor((below * SUMMARY_CHARS) / settings.everyChars);
      material += count > 0 ? below * SUMMARY_CHARS : 0;
    }
  }
  return { conversations, calls, tokens: calls * TOKENS_A_CALL + Math.ceil(material / 4) };
}
