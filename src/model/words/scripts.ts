/**
 * Scripts that write without blanks, or whose little words stick to the others as in Korean. They are read by their
 * characters, and never by a dictionary, which would differ from one platform to the next.
 */
const scripts =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Yiii}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}' +
  '\\p{sc=Mymr}\\p{sc=Tale}\\p{sc=Talu}\\p{sc=Lana}\\p{sc=Tavt}';
/** Voiced marks of half-width katakana are letters by themselves, and yet belong to the one before. */
const halfWidthMarks = '\\uff9e\\uff9f';
const unspaced = `[[[\\p{L}\\p{N}]&&[${scripts}]]--[${halfWidthMarks}]]`;
/** One character: a syllable in parts, as some file systems keep Korean, or a letter with all that hangs on it. */
const character = `(?:[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?|${unspaced}[\\p{M}${halfWidthMarks}]*)`;

const unspacedPattern = new RegExp(unspaced, 'v');
const betweenRuns = new RegExp(`${character}+`, 'v');
const insideWord = new RegExp(`[[\\p{L}\\p{N}_]--${unspaced}]`, 'v');
const characters = new RegExp(`${character}|[^]`, 'gv');
const segments = new RegExp(`(${character}+)|[[\\p{L}\\p{N}\\p{M}]--${unspaced}]+`, 'gv');

export interface Segment {
  text: string;
  start: number;
  /** Of a script without blanks. */
  unspaced: boolean;
}

/** A letter beside which a word goes on; one of a script without blanks does not say so. */
export const isInsideWord = (letter: string): boolean => insideWord.test(letter);

/** What of a text is not of a script without blanks. */
export const spacedParts = (text: string): string[] => text.split(betweenRuns);

export const isUnspaced = (text: string): boolean => unspacedPattern.test(text);

/** `ポート5433です` where its script changes: `ポート`, `5433`, `です`. */
export function segmentsOf(word: string): Segment[] {
  if (!isUnspaced(word)) {
    return [{ text: word, start: 0, unspaced: false }];
  }
  return [...word.matchAll(segments)].map(({ 0: text, 1: run, index }) => ({
    text,
    start: index,
    unspaced: run !== undefined,
  }));
}

/** As they stand, each with the marks that belong to it. */
export const charactersOf = (run: string): string[] => run.match(characters) ?? [];
