export const CHARS_A_TOKEN = 4;

/** Han, Hiragana, Katakana and Hangul with their punctuation; of a rare sign in two halves only the first counts. */
const dense = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\ud840-\ud88f\uf900-\ufaff\uff00-\uffef]+/g;

/** SPEC: tokens are estimated as characters / 4, without the network; of Chinese, Japanese and Korean each is one. */
export function estimateTokens(text: string): number {
  const others = text.replace(dense, '').length;
  return text.length - others + Math.ceil(others / CHARS_A_TOKEN);
}
