import { withoutHalfPair } from '../../util/text.ts';

/** SPEC §3: a result above 64 KB is stored cut, with its true size. */
export const MAX_RESULT_BYTES = 64 * 1024;

export function cutResult(result: string): { result: string; result_size_bytes: number } {
  const size = Buffer.byteLength(result);
  if (size <= MAX_RESULT_BYTES) {
    return { result, result_size_bytes: size };
  }
  const bytes = Buffer.from(result).subarray(0, MAX_RESULT_BYTES);
  // A character cut in half decodes to U+FFFD at the very end.
  const cut = bytes.toString('utf8').replace(/\uFFFD$/, '');
  return { result: withoutHalfPair(cut), result_size_bytes: size };
}
