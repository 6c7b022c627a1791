import { cutMiddle } from '../util/text.ts';

const CHARS_A_TOKEN = 4;

/** Han, Hiragana, Katakana and Hangul with their punctuation; of a rare sign in two halves only the first counts. */
const dense = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\ud840-\ud88f\uf900-\ufaff\uff00-\uffef]+/g;

/** SPEC: tokens are estimated as characters / 4, without the network; of Chinese, Japanese and Korean each is one. */
export function estimateTokens(text: string): number {
  const others = text.replace(dense, '').length;
  return text.length - others + Math.ceil(others / CHARS_A_TOKEN);
}

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
