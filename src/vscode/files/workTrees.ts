import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { findRepository } from '../../memory/identity/repository.ts';
import { folderReader } from '../workspace/folderReader.ts';
import { openRoots } from './places.ts';

/** Tells of paths whether another work tree of the open repository has them: missing here, they are not gone. */
export async function elsewhereInRepository(): Promise<(path: string) => Promise<boolean>> {
  const [first] = openRoots();
  const folder = first?.folder.uri.scheme === 'file' ? first.folder.uri : undefined;
  const repository = folder && (await findRepository(folderReader(folder), folder.path).catch(() => undefined));
  const onDisk = (path: string) => folder!.with({ path }).fsPath;
  const trees = repository ? await workTreesOf(onDisk(repository.gitDir)) : [];
  const others = trees.filter(tree => relative(tree, onDisk(repository!.root)) !== '');
  return async path => {
    for (const tree of others) {
      if (await stat(join(tree, path)).catch(() => undefined)) {
        return true;
      }
    }
    return false;
  };
}

async function workTreesOf(gitDir: string): Promise<string[]> {
  const main = basename(gitDir) === '.git' ? [dirname(gitDir)] : [];
  const names = await readdir(join(gitDir, 'worktrees')).catch(() => []);
  const linked = await Promise.all(
    names.map(name => readFile(join(gitDir, 'worktrees', name, 'gitdir'), 'utf8').catch(() => '')),
  );
  return [...main, ...linked.flatMap(dot => (dot.trim() ? dirname(dot.trim()) : []))];
}
