import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemClock } from '../../../util/clock.ts';
import { type FileId, identify, isSameFile } from './fileIdentity.ts';

const LOCK_STALE_MS = 10_000;
/** On Windows a file is not renamed before every window has closed it, which they do when they see the lock. */
const PATIENCE_MS = 6000;
const PAUSE_MS = 20;

const lockOf = (file: string) => `${file}.setting-aside`;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/** Windows renames no file that is open: whoever has it open lets go while another wants to set it aside. */
export function mustLetGo(file: string): boolean {
  return process.platform === 'win32' && existsSync(lockOf(file));
}

/** Waits for whoever has the lock. One left behind by a killed window is taken away after a while. */
function waitUntilUnlocked(file: string): void {
  while (existsSync(lockOf(file))) {
    const made = statSync(lockOf(file), { throwIfNoEntry: false })?.mtimeMs ?? systemClock.now();
    // Whichever way: the clock may have been set back since.
    if (Math.abs(systemClock.now() - made) > LOCK_STALE_MS) {
      rmSync(lockOf(file), { recursive: true, force: true });
    }
    pause();
  }
}

/**
 * Between windows: whoever opens the file, or puts another behind its path, has it for itself meanwhile, for a file and
 * its log belong together. Making the folder is the lock; where none can be made, nobody renames files either.
 */
export function oneAtATime<T>(file: string, work: () => T): T {
  const locked = lock(file);
  try {
    return work();
  } finally {
    if (locked) {
      rmSync(lockOf(file), { recursive: true, force: true });
    }
  }
}

function lock(file: string): boolean {
  for (;;) {
    try {
      mkdirSync(lockOf(file));
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        return false;
      }
      waitUntilUnlocked(file);
    }
  }
}

export const stamp = (date: Date) => date.toISOString().replace(/[:.]/g, '-');

/** Never deleted: a person may want to rescue what is in it. While the file is in its place, so is its log. */
export function setAside(file: string, now: Date): string {
  const aside = `${file}.damaged-${stamp(now)}`;
  for (const suffix of ['', '-wal', '-shm']) {
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
