import { CHARS_A_TOKEN, estimateTokens } from '../model/tokens.ts';
import { cutMiddle } from '../util/text.ts';

/** At most so many tokens: both ends stay, and the middle says how much is gone. */
export function cutToTokens(text: string, maxTokens: number): string {
  const most = Math.max(0, maxTokens);
  let chars = most * CHARS_A_TOKEN;
  let cut = cutMiddle(text, chars);
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut)) {
    // Fewer by as much as it is over, and at least one: then it ends, however the scripts are mixed.
    chars = Math.min(cut.length - 1, Math.floor((cut.length * most) / tokens));
    cut = cutMiddle(text, chars);
  }
  return cut;
}
