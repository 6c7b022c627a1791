import type { Summary } from '../summary/summary.ts';

/** Turns from the first to the last, both included. */
export interface TurnSpan {
  start_turn: number;
  end_turn: number;
}

export interface CompactedHistory<T extends TurnSpan = Summary> {
  /** In the order of their turns, apart from each other. */
  summaries: T[];
  /** What lies before the cut and is not summarised. */
  gaps: TurnSpan[];
}

/**
 * The fewest, highest summaries of a conversation that cover what lies before its turn `cut`, where the recent turns
 * begin. A summary that reaches over the cut is taken too: what it tells of before would else be lost.
 */
export function compactHistory<T extends TurnSpan & { level: number }>(
  summaries: readonly T[],
  cut: number,
): CompactedHistory<T> {
  const highestFirst = summaries
    .filter(summary => summary.start_turn < cut)
    .toSorted((a, b) => b.level - a.level || a.start_turn - b.start_turn);
  const chosen: T[] = [];
  for (const summary of highestFirst) {
    if (!chosen.some(other => overlap(other, summary))) {
      chosen.push(summary);
    }
  }
  chosen.sort((a, b) => a.start_turn - b.start_turn);
  return { summaries: chosen, gaps: gapsBefore(cut, chosen) };
}

/** The turns before the cut that none of the spans has; the spans are in order. */
export function gapsBefore(cut: number, spans: readonly TurnSpan[]): TurnSpan[] {
  const gaps: TurnSpan[] = [];
  let next = 0;
  for (const { start_turn, end_turn } of spans) {
    if (start_turn > next && next < cut) {
      gaps.push({ start_turn: next, end_turn: Math.min(start_turn, cut) - 1 });
    }
    next = Math.max(next, end_turn + 1);
  }
  return next < cut ? [...gaps, { start_turn: next, end_turn: cut - 1 }] : gaps;
}

export function overlap(a: TurnSpan, b: TurnSpan): boolean {
  return a.start_turn <= b.end_turn && b.start_turn <= a.end_turn;
}

export function contains(outer: TurnSpan, inner: TurnSpan): boolean {
  return outer.start_turn <= inner.start_turn && inner.end_turn <= outer.end_turn;
}

/** `1–12, 15`, as people count. */
export function saySpans(spans: readonly TurnSpan[]): string {
  return spans.map(saySpan).join(', ');
}

export function saySpan({ start_turn, end_turn }: TurnSpan): string {
  return start_turn === end_turn ? `${start_turn + 1}` : `${start_turn + 1}–${end_turn + 1}`;
}

/** `turn 3` or `turns 1–12`. */
export function sayTurns(span: TurnSpan): string {
  return `${span.start_turn === span.end_turn ? 'turn' : 'turns'} ${saySpan(span)}`;
}
