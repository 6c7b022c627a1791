import type { Turn } from '../model/turn.ts';
import type { Store } from '../store/store.ts';

export interface RecentLimits {
  maxTurns: number;
  maxChars: number;
}

/** The last complete turns, newest back to one of the limits, in time order. The newest is always in. */
export async function recentTurns(
  store: Store,
  conversation_id: string,
  before: number,
  limits: RecentLimits,
): Promise<Turn[]> {
  if (before <= 0 || limits.maxTurns <= 0) {
    return [];
  }
  const turns = await store.turns.list(conversation_id, { to: before - 1, limit: limits.maxTurns, newestFirst: true });
  const chosen: Turn[] = [];
  let chars = 0;
  for (const turn of turns) {
    if (!turn.assistant) {
      continue;
    }
    chars += turn.user.char_count + turn.assistant.char_count;
    if (chosen.length > 0 && chars > limits.maxChars) {
      break;
    }
    chosen.unshift(turn);
  }
  return chosen;
}
