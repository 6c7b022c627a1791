import type { Turn, TurnRef } from '../model/turn.ts';
import type { Store } from '../store/store.ts';
import { cutMiddle } from '../util/text.ts';
import { turnText } from './context/turnText.ts';

export interface RecentLimits {
  maxTurns: number;
  maxChars: number;
}

/** A turn as it is given: word for word, with its reasoning and tools. */
export interface RecentTurn {
  turn: Turn;
  text: string;
}

/** However few characters a person allows, the newest turn is in, and so much of it can be understood. */
const NEWEST_CHARS = 200;

/** The last complete turns, newest back to one of the limits, in time order. The newest is always in, cut if it must be. */
export async function recentTurns(
  store: Store,
  { conversation_id, turn_index: before }: TurnRef,
  { maxTurns, maxChars }: RecentLimits,
): Promise<RecentTurn[]> {
  if (before <= 0 || maxTurns <= 0) {
    return [];
  }
  const turns = await store.turns.list(conversation_id, { to: before - 1, limit: maxTurns, newestFirst: true });
  const chosen: RecentTurn[] = [];
  let chars = 0;
  for (const turn of turns) {
    if (!turn.assistant) {
      continue;
    }
    const text = turnText(turn);
    chars += text.length;
    if (chosen.length > 0 && chars > maxChars) {
      break;
    }
    chosen.unshift({ turn, text: cutMiddle(text, Math.max(maxChars, NEWEST_CHARS)) });
  }
  return chosen;
}
