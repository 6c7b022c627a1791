import { statSync } from 'node:fs';

/** Which file it is, whatever its name: the same after a rename, and no other's while somebody has it open. */
export interface FileId {
  dev: bigint;
  ino: bigint;
}

/** Undefined when there is no such file, or none that may be looked at. */
export function identify(path: string): FileId | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && { dev: stats.dev, ino: stats.ino };
  } catch {
    return undefined;
  }
}

export function isSameFile(one: FileId | undefined, other: FileId | undefined): boolean {
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}
