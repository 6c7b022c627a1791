import { relative } from 'node:path';
import { onDisk } from '../../workspace/folders/address.ts';
import { diskReader } from '../../workspace/folders/diskReader.ts';
import { findRepository, workTreesOf } from '../../workspace/git/repository.ts';
import { openRoots } from './places.ts';

/** Tells of paths whether another work tree of the open repository has them: missing here, they are not gone. */
export async function elsewhereInRepository(): Promise<(path: string) => Promise<boolean>> {
  const [first] = openRoots();
  const address = first?.folder.uri.toString() ?? '';
  if (first === undefined || onDisk(address) === undefined) {
    return async () => false;
  }
  const reader = diskReader(address);
  const repository = await findRepository(reader, first.folder.uri.path).catch(() => undefined);
  const trees = repository ? await workTreesOf(reader, repository) : [];
  const disk = (path: string) => onDisk(address, path) ?? '';
  // As the disk tells them apart: a drive may be written in either case.
  const others = trees.filter(tree => relative(disk(tree), disk(repository?.root ?? '')) !== '');
  return async path => {
    for (const tree of others) {
      if (await reader.stat(`${tree}/${path}`).catch(() => undefined)) {
        return true;
      }
    }
    return false;
  };
}
