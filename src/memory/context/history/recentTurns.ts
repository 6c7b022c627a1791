import type { GoneTurns, Turn, TurnRef } from '../../../model/turn/turn.ts';
import type { Store } from '../../../store/store.ts';
import { turnsOf } from '../../../store/turnStore.ts';
import { cutMiddle } from '../../../util/text.ts';
import { turnText } from '../prompt/turnText.ts';

export interface RecentLimits {
  maxTurns: number;
  maxChars: number;
}

/** A turn of this chat that is not in the store: said while recording was paused, or the store was away. */
export interface UnrecordedTurn {
  question: string;
  answer: string;
  /** The recorded turn before it; −1 when there is none. */
  after: number;
}

/** A turn as it is given: word for word, with its reasoning and tools. */
export interface RecentTurn {
  /** Undefined when it is not recorded. */
  turn: Turn | undefined;
  text: string;
}

/** However few characters a person allows, the newest turn is in, and so much of it can be understood. */
const NEWEST_CHARS = 200;

/** The last complete turns, newest back to one of the limits, in time order. The newest is always in, cut if it must be. */
export async function recentTurns(
  store: Store,
  ref: TurnRef | undefined,
  { maxTurns, maxChars }: RecentLimits,
  unrecorded: readonly UnrecordedTurn[] = [],
  gone: GoneTurns = new Map(),
): Promise<RecentTurn[]> {
  const recorded = ref ? await lastTurns(store, ref, maxTurns, gone) : [];
  const withTexts = [
    ...recorded.map(turn => ({ at: turn.turn_index, turn, text: turnText(turn) })),
    ...unrecorded.map(({ question, answer, after }, index) => ({
      at: after + (index + 1) / (unrecorded.length + 1),
      turn: undefined,
      text: `User: ${question}\nAssistant: ${answer}`,
    })),
  ];
  const chosen: RecentTurn[] = [];
  let chars = 0;
  for (const { turn, text } of withTexts.toSorted((a, b) => b.at - a.at).slice(0, maxTurns)) {
    chars += text.length;
    if (chosen.length > 0 && chars > maxChars) {
      break;
    }
    chosen.unshift({ turn, text: cutMiddle(text, Math.max(maxChars, NEWEST_CHARS)) });
  }
  return chosen;
}

/** Without those that were never answered, and those that the chat no longer shows. */
async function lastTurns(
  store: Store,
  { conversation_id, turn_index }: TurnRef,
  limit: number,
  gone: GoneTurns,
): Promise<Turn[]> {
  if (turn_index <= 0 || limit <= 0) {
    return [];
  }
  const range = { to: turn_index - 1, limit: limit + gone.size, newestFirst: true, standing: true };
  const turns = await turnsOf(store, conversation_id, range);
  return turns
    .filter(turn => !gone.has(turn.turn_index))
    .slice(0, limit)
    .filter(({ assistant }) => assistant !== undefined);
}
