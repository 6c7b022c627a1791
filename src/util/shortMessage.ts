import { shorten } from './text.ts';

/** The first sentences of a text, as many as fit into `max` characters; at least a part of the first one. */
export function shortMessage(text: string, max: number): string {
  let short = '';
  for (const sentence of text.split(/(?<=[.?])\s+/)) {
    const longer = short === '' ? sentence : `${short} ${sentence}`;
    if (longer.length > max) {
      break;
    }
    short = longer;
  }
  return short || shorten(text, max);
}
