/** The words that occur, the rarest first. */
export function rareFirst<T extends { count: number }>(terms: readonly T[]): T[] {
  return terms.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
}

/** The rarest words, which find fewer than `most` together: they find, the others only weigh what was found. */
export function rarestTerms<T extends { count: number }>(terms: readonly T[], most: number, atLeast = 0): T[] {
  let left = most;
  return rareFirst(terms).filter(({ count }, index) => {
    left -= count;
    return left > 0 || index < atLeast;
  });
}
