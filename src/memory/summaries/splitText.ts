import { withoutHalfPair } from '../../util/text.ts';

/** From the best place to cut to the worst. */
const borders = [/\n[ \t]*\n\s*/g, /\n+/g, /[.!?]\s+/g, /\s+/g];

/** Parts of at most `max` characters, cut between paragraphs if possible, else lines, sentences, words. Together they are the text. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const part = rest.slice(0, cutAt(rest, max));
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest];
}

/** A border in the first half would make many small parts. */
function cutAt(text: string, max: number): number {
  const window = text.slice(0, max);
  for (const border of borders) {
    const last = [...window.matchAll(border)].at(-1);
    const end = last ? last.index + last[0].length : 0;
    if (end > max / 2) {
      return end;
    }
  }
  return Math.max(1, withoutHalfPair(window).length);
}
