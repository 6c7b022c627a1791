import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { addressOf, onDisk } from './address.ts';
import type { Folder, FolderReader } from './folderReader.ts';

/** A folder of this machine, as a program outside of VS Code knows it. */
export function folderOnDisk(path: string, mayRunGit: boolean): Folder {
  const address = addressOf(path);
  return { address, reader: diskReader(address), mayRunGit };
}

/** The files beside a folder through Node, told as VS Code tells them. */
export function diskReader(address: string): FolderReader {
  const at = (path: string) => {
    const file = onDisk(address, path);
    if (file === undefined) {
      throw new Error(`${address} is not on this disk`);
    }
    return file;
  };
  return {
    read: path => ifThere(() => readFile(at(path), 'utf8')),
    stat: path =>
      ifThere(async () => {
        // A link that leads nowhere is there all the same.
        const stats = (await ifThere(() => stat(at(path)))) ?? (await lstat(at(path)));
        // The whole milliseconds of the date, as VS Code has them.
        return { isFolder: stats.isDirectory(), born: stats.birthtime.getTime() };
      }),
    list: path => ifThere(() => readdir(at(path))),
  };
}

/** A path that is not of this disk fails like one that cannot be read. */
async function ifThere<T>(reading: () => Promise<T>): Promise<T | undefined> {
  try {
    return await reading();
  } catch (error) {
    // ENOTDIR: a file stands where a folder of the path would be.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) {
      return undefined;
    }
    throw error;
  }
}
