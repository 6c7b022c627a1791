import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** `log`: what was written last, before it is in the file itself; SQLite keeps an index of it beside. */
export type MemoryFileKind = 'memory' | 'log' | 'backup' | 'damaged';

export interface HeldFile {
  path: string;
  kind: MemoryFileKind;
  bytes: number;
}

/** Every file that holds words of that memory: itself, its log, backups of earlier formats, and damaged copies. */
export async function memoryFiles(file: string): Promise<HeldFile[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  const held: HeldFile[] = [];
  for (const name of names.toSorted()) {
    const kind = name.startsWith(basename(file)) ? kindOf(name.slice(basename(file).length)) : undefined;
    const path = join(dirname(file), name);
    const stats = kind && (await stat(path).catch(() => undefined));
    if (kind && stats?.isFile()) {
      held.push({ path, kind, bytes: stats.size });
    }
  }
  return held;
}

function kindOf(suffix: string): MemoryFileKind | undefined {
  if (suffix === '') {
    return 'memory';
  }
  if (suffix === '-wal' || suffix === '-shm') {
    return 'log';
  }
  return suffix.startsWith('.backup-') ? 'backup' : suffix.startsWith('.damaged-') ? 'damaged' : undefined;
}

/** Backups and damaged copies. */
export async function copiesOf(file: string): Promise<HeldFile[]> {
  return (await memoryFiles(file)).filter(({ kind }) => kind === 'backup' || kind === 'damaged');
}

/** With what was forgotten since. */
export async function deleteCopies(file: string): Promise<void> {
  for (const copy of await copiesOf(file)) {
    await rm(copy.path, { force: true });
  }
}
