import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileId, identify, isSameFile } from './fileIdentity.ts';

const LOCK_STALE_MS = 10_000;
/** On Windows a file is not renamed before every window has closed it, which they do when they see the lock. */
const PATIENCE_MS = 6000;
const PAUSE_MS = 20;

const lockOf = (file: string) => `${file}.setting-aside`;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/** Some window is about to put another file behind the path. */
export function isLocked(file: string): boolean {
  return existsSync(lockOf(file));
}

/** Waits for whoever has the lock. One left behind by a killed window is taken away after a while. */
export function waitUntilUnlocked(file: string): void {
  while (isLocked(file)) {
    const made = statSync(lockOf(file), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // Whichever way: the clock may have been set back since.
    if (Math.abs(Date.now() - made) > LOCK_STALE_MS) {
      rmSync(lockOf(file), { recursive: true, force: true });
    }
    pause();
  }
}

/** Between windows: making the folder is the lock. */
export function oneAtATime<T>(file: string, work: () => T): T {
  for (;;) {
    try {
      mkdirSync(lockOf(file));
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw error;
      }
      waitUntilUnlocked(file);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lockOf(file), { recursive: true, force: true });
  }
}

export const stamp = (date: Date) => date.toISOString().replace(/[:.]/g, '-');

/** Never deleted: a person may want to rescue what is in it. The log goes first, for a file without its log is no memory. */
export function setAside(file: string, now: Date): string {
  const aside = `${file}.damaged-${stamp(now)}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) {
      renamePatiently(file + suffix, aside + suffix);
    }
  }
  return aside;
}

function renamePatiently(from: string, to: string): void {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (waited >= PATIENCE_MS || !['EBUSY', 'EPERM', 'EACCES'].includes(String(codeOf(error)))) {
        throw error;
      }
      pause();
    }
  }
}

/** It was set aside, here or by another window. */
export function wasSetAside(file: string, id: FileId): boolean {
  try {
    return readdirSync(dirname(file))
      .filter(name => name.startsWith(`${basename(file)}.damaged-`))
      .some(name => isSameFile(identify(join(dirname(file), name)), id));
  } catch {
    return false;
  }
}
