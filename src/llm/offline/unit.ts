import { contentWords } from '../../model/text/claims.ts';

/** A sentence that a summary may take over as it stands. */
export interface Unit {
  text: string;
  turns: readonly number[];
  /** Where it stands in the material: the place of its turn or summary, then its own place in there. */
  part: number;
  place: number;
  item: boolean;
  words: ReadonlySet<string>;
  score: number;
}

type Given = Pick<Unit, 'text' | 'turns' | 'part' | 'place'> & { item?: boolean };

/** Words of `common` do not count: they are in every sentence. */
export function makeUnit(given: Given, common?: ReadonlySet<string>): Unit {
  const words = contentWords(given.text).filter(word => !common?.has(word));
  return { item: false, ...given, words: new Set(words), score: 0 };
}

export const inOrder = (a: Unit, b: Unit): number => a.part - b.part || a.place - b.place;

/** How much of the shorter one's words the other says too, in 0…1. */
export function overlap(a: Unit, b: Unit): number {
  const [small, large] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  let shared = 0;
  for (const word of small) {
    shared += large.has(word) ? 1 : 0;
  }
  return small.size === 0 ? 0 : shared / small.size;
}
