import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The header that carries the digest of a part's bytes. */
export const checksumHeader = 'x-parcel-sha256';

const digestPattern = /^[0-9a-f]{64}$/;

/** SHA-256 of a part's bytes, as lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && digestPattern.test(text);
}

/** Compares digests as people paste them: in either case, with spaces around. */
export function sameDigest(one: string, other: string): boolean {
  const clean = (text: string): string => text.trim().toLowerCase();
  return isDigest(clean(one)) && clean(one) === clean(other);
}

/**
 * The digest of the whole upload: SHA-256 over the parts' digests in order, joined by newlines.
 * It needs no second pass over the file, and the server computes the same from what it stored.
 */
export function manifestDigest(partDigests: readonly string[]): string {
  return createHash('sha256').update(partDigests.join('\n')).digest('hex');
}

/** SHA-256 of a whole file, streamed; used by `parcel verify`, never during an upload. */
export async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
