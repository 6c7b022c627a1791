import type { Summary } from '../../model/summary/summary.ts';
import { compactHistory, contains, overlap, type TurnSpan } from '../../model/turn/turnSpan.ts';

/** A stretch of a conversation as a person opens it: a summary, or turns that none covers. */
export type Stretch = { summary: Summary } | { turns: TurnSpan };

/** The highest summaries of a conversation and the turns between and after them, in the order of the turns. */
export function stretchesOf(summaries: readonly Summary[], turn_count: number): Stretch[] {
  const { summaries: chosen, gaps } = compactHistory(summaries, turn_count);
  return inOrder(chosen, gaps);
}

/** What lies below a summary: the highest summaries that it condenses, and turns whose summary was trimmed. */
export function stretchesBelow(summary: Summary, summaries: readonly Summary[]): Stretch[] {
  const below = summaries.filter(other => other.level < summary.level && contains(summary, other));
  const { summaries: chosen, gaps } = compactHistory(below, summary.end_turn + 1);
  const inside = gaps
    .filter(gap => overlap(gap, summary))
    .map(gap => ({ ...gap, start_turn: Math.max(gap.start_turn, summary.start_turn) }));
  return inOrder(chosen, inside);
}

function inOrder(summaries: readonly Summary[], gaps: readonly TurnSpan[]): Stretch[] {
  const stretches: Stretch[] = [...summaries.map(summary => ({ summary })), ...gaps.map(turns => ({ turns }))];
  return stretches.sort((a, b) => spanOf(a).start_turn - spanOf(b).start_turn);
}

function spanOf(stretch: Stretch): TurnSpan {
  return 'summary' in stretch ? stretch.summary : stretch.turns;
}
