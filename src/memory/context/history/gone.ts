import type { Summary } from '../../../model/summary/summary.ts';
import type { GoneTurns } from '../../../model/turn/turn.ts';
import type { TurnSpan } from '../../../model/turn/turnSpan.ts';
import { instantOf } from '../../../util/dates.ts';

/** A summary of the same conversation tells of turns that its chat no longer shows, unless it was made after that. */
export function tellsOf({ start_turn, end_turn, created_at }: Summary, gone: GoneTurns): boolean {
  const madeAt = instantOf(created_at);
  return [...gone].some(([turn_index, at]) => start_turn <= turn_index && turn_index <= end_turn && madeAt <= at);
}

export function goneSpans(gone: GoneTurns): TurnSpan[] {
  return [...gone.keys()].map(turn_index => ({ start_turn: turn_index, end_turn: turn_index }));
}
