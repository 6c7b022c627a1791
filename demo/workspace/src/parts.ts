import type { FileHandle } from 'node:fs/promises';

const MiB = 1024 * 1024;

/** The size of every part but the last. */
export const defaultPartSize = 8 * MiB;
export const minPartSize = 1 * MiB;
export const maxPartSize = 64 * MiB;
/** The server refuses manifests with more parts than this. */
export const maxParts = 10_000;

export interface Part {
  /** From 1, as in the URL. */
  number: number;
  offset: number;
  length: number;
}

/** Cuts a file of `size` bytes into parts. An empty file is one empty part. */
export function planParts(size: number, partSize: number = defaultPartSize): Part[] {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`not a file size: ${size}`);
  const parts: Part[] = [];
  for (let offset = 0; offset < size; offset += partSize) {
    parts.push({ number: parts.length + 1, offset, length: Math.min(partSize, size - offset) });
  }
  if (parts.length === 0) parts.push({ number: 1, offset: 0, length: 0 });
  return parts;
}

/** The part size to use: the wanted one, doubled until the file fits in `maxParts` parts. */
export function choosePartSize(size: number, wanted: number = defaultPartSize): number {
  let partSize = Math.min(maxPartSize, Math.max(minPartSize, wanted));
  while (Math.ceil(size / partSize) > maxParts && partSize < maxPartSize) partSize *= 2;
  if (Math.ceil(size / partSize) > maxParts) throw new RangeError(`file too large: more than ${maxParts} parts`);
  return Math.min(partSize, maxPartSize);
}

/** Reads one part; a short read means that the file was truncated meanwhile. */
export async function readPart(file: FileHandle, part: Part): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(part.length);
  let filled = 0;
  while (filled < part.length) {
    const { bytesRead } = await file.read(buffer, filled, part.length - filled, part.offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === part.length ? buffer : buffer.subarray(0, filled);
}
