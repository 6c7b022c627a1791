const START = 4;

/** Replaces many words in one look over the text, the longest first. Each has at least four signs. */
export function replaceMany(text: string, words: readonly string[], mask: string): string {
  const byStart = Map.groupBy(words, word => word.slice(0, START));
  const lengths = new Map([...byStart].map(([start, group]) => [start, byLength(group)]));
  const kept: string[] = [];
  let done = 0;
  for (let at = 0; at + START <= text.length; ) {
    const length = lengths
      .get(text.slice(at, at + START))
      ?.find(([size, set]) => set.has(text.slice(at, at + size)))?.[0];
    if (length === undefined) {
      at++;
      continue;
    }
    kept.push(text.slice(done, at), mask);
    at += length;
    done = at;
  }
  return kept.join('') + text.slice(done);
}

/** Words of one length are looked up at once. */
function byLength(words: readonly string[]): [number, Set<string>][] {
  const groups = Map.groupBy(words, word => word.length);
  return [...groups]
    .map(([length, group]): [number, Set<string>] => [length, new Set(group)])
    .sort(([a], [b]) => b - a);
}
