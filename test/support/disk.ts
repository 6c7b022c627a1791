import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../src/util/errors.ts';

export interface Disk {
  folder: string;
  /** For example `size=8m` or `ro`. */
  remount(options: string): void;
}

/** A small disk of its own, or why there can be none. Everything opened on it is closed before it goes. */
export function makeDisk(size: string): (Disk & { unmount(): void }) | string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-disk-'));
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'strata', folder);
  } catch (error) {
    rmdirSync(folder);
    return `no disk can be mounted here: ${messageOf(error).split('\n')[0]}`;
  }
  return {
    folder,
    remount: options => mount('-o', `remount,${options}`, folder),
    unmount: () => {
      // Lazily: a failed test may have left a file open.
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      rmdirSync(folder);
    },
  };
}

/** Leaves only so many bytes free. */
export function fillUp(folder: string, filler: string, left: number): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
}
