import type { RecallRule } from '../receipt/recallRule.ts';
import { contains } from '../turn/turnSpan.ts';
import type { LevelMark, Summary } from './summary.ts';

/** Which turns of which level a summary stands for. */
export type SummaryPlace = Pick<Summary, 'uuid' | 'conversation_id' | 'level' | 'start_turn' | 'end_turn'>;

/** How far that level has come; one without a summary yet begins at the first turn. */
export function markOf(marks: readonly LevelMark[], level: number): LevelMark {
  return marks.find(mark => mark.level === level) ?? { level, next_turn: 0, next_char: 0 };
}

/** How far its level has come with this summary. */
export function markAfter({ level, end_turn, char_range_end }: Omit<Summary, 'uuid'>): LevelMark {
  return { level, next_turn: end_turn + 1, next_char: char_range_end };
}

/**
 * Whether a summary begins where its level ends: an L1 at the next turn, a higher one with the first of the summaries
 * that wait below, which are those that begin at the mark or later, in their order. Otherwise it was overtaken.
 */
export function goesOn(
  { level, start_turn, parent_summaries }: Pick<Summary, 'level' | 'start_turn' | 'parent_summaries'>,
  { next_turn }: LevelMark,
  waitingBelow: readonly Pick<Summary, 'uuid'>[],
): boolean {
  if (level === 1) {
    return start_turn === next_turn;
  }
  return start_turn >= next_turn && parent_summaries.every((uuid, index) => waitingBelow[index]?.uuid === uuid);
}

/** Whether staged summaries may take the place of the others: no turn that has an L1 would be without. */
export function reachesAsFar(staged: readonly LevelMark[], standing: readonly LevelMark[]): boolean {
  return markOf(staged, 1).next_turn >= markOf(standing, 1).next_turn;
}

export interface RuledSummary extends SummaryPlace {
  rule: RecallRule;
}

/**
 * What a person said about summaries that go holds for the new one of the level that covers most of the same turns, the
 * first of several; where two come together, leaving out wins.
 */
export function heirsOfRules(
  ruled: readonly RuledSummary[],
  staged: readonly SummaryPlace[],
): { summary_id: string; rule: RecallRule }[] {
  const heirs = new Map<string, RecallRule>();
  for (const old of ruled) {
    const [heir] = staged
      .filter(({ level }) => level === old.level)
      .map(place => ({ ...place, shared: sharedTurns(place, old) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared || a.start_turn - b.start_turn);
    if (heir && heirs.get(heir.uuid) !== 'leave-out') {
      heirs.set(heir.uuid, old.rule);
    }
  }
  return [...heirs].map(([summary_id, rule]) => ({ summary_id, rule }));
}

function sharedTurns(a: SummaryPlace, b: SummaryPlace): number {
  return Math.min(a.end_turn, b.end_turn) - Math.max(a.start_turn, b.start_turn) + 1;
}

export interface TrimRule {
  level: number;
  /** Summaries whose last turn is older than this instant, in milliseconds. */
  before: number;
}

export interface TrimCandidate extends SummaryPlace {
  /** When its last turn was, in milliseconds. */
  last_turn_ms: number;
  pinned: boolean;
}

/**
 * Which of all summaries go: those old enough for their level that nobody pinned; with `coveredOnly` no others than
 * those whose turns a higher summary that stays covers.
 */
export function toTrim<T extends TrimCandidate>(
  summaries: readonly T[],
  rules: readonly TrimRule[],
  coveredOnly: boolean,
): T[] {
  const old = summaries.filter(
    ({ level, last_turn_ms, pinned }) =>
      !pinned && rules.some(rule => rule.level === level && last_turn_ms < rule.before),
  );
  return coveredOnly ? underOnesThatStay(old, summaries) : old;
}

function underOnesThatStay<T extends SummaryPlace>(old: readonly T[], summaries: readonly T[]): T[] {
  const higher = summaries.filter(({ level }) => level > 1);
  const higherIn = Map.groupBy(higher, ({ conversation_id }) => conversation_id);
  const going = new Set<string>();
  // The highest first: whether they stay decides about those below.
  for (const place of old.toSorted((a, b) => b.level - a.level)) {
    const above = higherIn.get(place.conversation_id) ?? [];
    if (above.some(other => other.level > place.level && contains(other, place) && !going.has(other.uuid))) {
      going.add(place.uuid);
    }
  }
  return old.filter(({ uuid }) => going.has(uuid));
}
