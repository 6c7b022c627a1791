/** SPEC: tokens are estimated as characters / 4, without the network. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
