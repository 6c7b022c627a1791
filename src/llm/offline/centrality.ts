import { corrective, deciding, decisive, summing, telling } from '../../model/text/decisive.ts';
import type { Pace } from './pace.ts';
import { inOrder, overlap, type Unit } from './unit.ts';

/** Leans on what was said before, so that it says little alone. */
const leaning =
  /^(?:it|its|this|that|these|those|they|then|so|and|but|or|both|which|here|there|also|otherwise|il|elle|ils|elles|cela|ça|ceci|c['’]est|et|mais|donc|alors|ainsi|ce|sinon)(?!\p{L})/iu;
/** Speaks of something that only the sentence before names, or of what did not happen. */
const depending =
  /^(?:\p{L}{1,12} then |now the |i would (?:not )?(?:leave|do|accept|keep|say|take) (?:that|it|this|so)(?!\p{L})|(?:for|with|before|after|without) (?:that|this)(?!\p{L})|avec cela|je l['’])|(?<!\p{L})(?:does|did|do) (?:that|so) |(?<!\p{L})would have \p{L}+(?:ed|en)(?!\p{L})|^in the worst case/iu;
/** Offers and courtesies. */
const polite =
  /^(?:please|let me know|i can|i could|shall i|do you want|would you like|feel free|sure|great|thanks|good|fine|done|dis-moi|dites-moi|je peux|voulez|veux-tu|merci|bien sûr|parfait)(?!\p{L})/iu;

/** So many corrections are held against what came before them. */
const MOST_CORRECTIONS = 20;
const CORRECTED_WEIGHT = 0.2;

export interface Scoring {
  /** Words that weigh more: those of the questions. */
  asked?: ReadonlySet<string>;
  /** Up to here, a longer sentence is no worse; one that weighs may be longer still. */
  usual?: number;
}

/** Scores each sentence by how much it shares with the others and the questions; linear in their number. */
export async function scoreUnits(
  units: readonly Unit[],
  pace: Pace,
  { asked, usual = 140 }: Scoring = {},
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { words } of units) {
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  for (const unit of units) {
    await pace.after(unit.text.length);
    let weight = 0;
    for (const word of unit.words) {
      weight += Math.log2(1 + counts.get(word)!) * (asked?.has(word) ? 1.6 : 1);
    }
    unit.score = (weight / (10 + unit.words.size)) * manner(unit, usual);
  }
  await weighCorrections(units, pace);
}

/** Says outright what came of it all: decided, taken back or summed up. */
export function isStated(text: string): boolean {
  return deciding.test(text) || corrective.test(text) || summing.test(text);
}

export const isPolite = (text: string): boolean => polite.test(text);

function manner({ text, item, place, words }: Unit, usual: number): number {
  const weighty = decisive.test(text) || corrective.test(text) || telling.test(text);
  const stated = isStated(text);
  const length = usual + (stated ? 160 : weighty ? 60 : 0);
  return (
    (decisive.test(text) ? 1.4 : 1) *
    (corrective.test(text) ? 1.6 : 1) *
    (deciding.test(text) ? 1.5 : 1) *
    (telling.test(text) ? 1.4 : 1) *
    (summing.test(text) ? 1.5 : 1) *
    (leaning.test(text) && !weighty ? 0.6 : 1) *
    (depending.test(text) && !stated ? 0.4 : 1) *
    (polite.test(text) ? 0.5 : 1) *
    (/[:：]$/.test(text) ? 0.15 : 1) *
    (/[?？؟]$/.test(text) ? 0.5 : 1) *
    (item ? 0.8 : 1) *
    (place === 0 ? 1.15 : 1) *
    (words.size < 4 ? 0.5 : 1) *
    (text.length > length ? length / text.length : 1)
  );
}

/** What a later sentence takes back must not be told as if it still held. */
async function weighCorrections(units: readonly Unit[], pace: Pace): Promise<void> {
  const corrections = units
    .filter(unit => corrective.test(unit.text))
    .sort((a, b) => b.score - a.score || inOrder(a, b))
    .slice(0, MOST_CORRECTIONS);
  for (const correction of corrections) {
    await pace.after(units.length * 20);
    for (const unit of units) {
      if (unit.part < correction.part && overlap(unit, correction) >= 0.34) {
        unit.score *= CORRECTED_WEIGHT;
      }
    }
  }
}

const MOST_SEGMENTS = 3;
/** Only the best so many are looked at when there are very many. */
const MOST_RANKED = 400;
const MOST_TRIES = 40;
/** What says so much less than the best only fills the room. */
const LEAST_SHARE_OF_BEST = 0.28;

/**
 * The sentences that say most, spread over the range: the best of its beginning, middle and end, then others that
 * add to them, as long as `fits` agrees. In the order of the material.
 */
export function chooseSpread(
  units: readonly Unit[],
  parts: number,
  fits: (chosen: readonly Unit[]) => boolean,
): Unit[] {
  const sorted = units.toSorted((a, b) => b.score - a.score || inOrder(a, b));
  const ranked = sorted.filter(({ score }) => score >= (sorted[0]?.score ?? 0) * LEAST_SHARE_OF_BEST);
  const segments = Math.min(MOST_SEGMENTS, parts);
  const bySegment = Map.groupBy(ranked, unit => Math.floor((unit.part * segments) / Math.max(1, parts)));
  const chosen: Unit[] = [];
  const tryOut = (unit: Unit): boolean => {
    const next = [...chosen, unit].sort(inOrder);
    const agreed = fits(next);
    if (agreed) {
      chosen.splice(0, chosen.length, ...next);
    }
    return agreed;
  };
  // Map.groupBy keeps the order of the best ones. If the best of a segment finds no room, another of it may.
  for (const segment of bySegment.values()) {
    const adding = segment.filter(unit => nearest(unit, chosen) <= 0.6);
    const repeating = segment.filter(unit => nearest(unit, chosen) > 0.6 && nearest(unit, chosen) < 0.9);
    [...adding.slice(0, 8), ...repeating.slice(0, 2)].some(tryOut);
  }
  let left = ranked.slice(0, MOST_RANKED).filter(unit => !chosen.includes(unit));
  for (let tries = 0; tries < MOST_TRIES && left.length > 0; tries++) {
    const worth = new Map(left.map(unit => [unit, unit.score * (1 - nearest(unit, chosen))]));
    const best = left.reduce((a, b) => (worth.get(b)! > worth.get(a)! ? b : a));
    left = left.filter(unit => unit !== best);
    if (worth.get(best)! > 0) {
      tryOut(best);
    }
  }
  return chosen;
}

export function nearest(unit: Unit, others: readonly Unit[]): number {
  return Math.max(0, ...others.map(other => overlap(unit, other)));
}
