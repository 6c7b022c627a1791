import type { Evidence } from '../../model/summary/summary.ts';
import { corrective, decisive, telling } from '../../model/text/decisive.ts';
import { nearest } from './centrality.ts';
import { ended } from './plainText.ts';
import { inOrder, type Unit } from './unit.ts';

const MOST_FINDINGS = 5;
const LONGEST_FINDING = 240;

/** Decisions, causes, rejected ideas and measured numbers, as they were said. */
export function findingsOf(units: readonly Unit[]): Evidence[] {
  const weight = ({ text }: Unit) =>
    (decisive.test(text) || corrective.test(text) ? 1.5 : 0) +
    (telling.test(text) ? 1 : 0) +
    (/\d/.test(text) ? 0.6 : 0);
  const ranked = units
    .filter(
      unit =>
        unit.text.length <= LONGEST_FINDING && unit.words.size >= 4 && !/[?:…]$/.test(unit.text) && weight(unit) > 0,
    )
    .map(unit => ({ unit, worth: unit.score * weight(unit) }))
    .sort((a, b) => b.worth - a.worth || inOrder(a.unit, b.unit))
    .slice(0, 200);
  const chosen: Unit[] = [];
  for (const { unit } of ranked) {
    if (chosen.length < MOST_FINDINGS && nearest(unit, chosen) < 0.5) {
      chosen.push(unit);
    }
  }
  return chosen
    .sort(inOrder)
    .map(({ text, turns }) => ({ sentence: ended(text), turns: [...turns], supported: true, finding: true }));
}
