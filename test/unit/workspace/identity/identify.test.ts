import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { workspaceIdOfFolder } from '../../../../src/model/workspace/workspaceId.ts';
import { addressOf } from '../../../../src/workspace/folders/address.ts';
import { folderOnDisk } from '../../../../src/workspace/folders/diskReader.ts';
import { beginningIn, commitOf, identify } from '../../../../src/workspace/identity/identify.ts';
import { git, kindsOfFolder, makeEachKind, makeRepository } from '../../../support/repositories.ts';
import { temporaryFolder } from '../../../support/temporaryStore.ts';

const look = (path: string, mayRunGit = true) => identify(folderOnDisk(path, mayRunGit));
const byPlace = (path: string) => workspaceIdOfFolder(addressOf(path));
const rootCommit = (folder: string) => git(folder, 'rev-list', '--max-parents=0', 'HEAD').trim();

describe('what a folder of this disk is known by', () => {
  test('each kind: its remote, else its first commit, else its place', async t => {
    const folders = makeEachKind(temporaryFolder(t));
    const ids = Object.fromEntries(
      await Promise.all(kindsOfFolder.map(async kind => [kind, (await look(folders[kind])).id])),
    );
    const ofCommit = `commit:${rootCommit(folders.committed)}`;
    assert.deepEqual(ids, {
      plain: byPlace(folders.plain),
      unborn: byPlace(folders.unborn),
      committed: ofCommit,
      inside: ofCommit,
      remote: 'git:example.org/team/parcel',
      workTree: ofCommit,
      submodule: `commit:${rootCommit(folders.submodule)}`,
    });
    const born = (path: string) => statSync(path).birthtime.getTime();
    const { committed, inside, workTree } = folders;
    for (const folder of [committed, inside, workTree]) {
      const found = await look(folder);
      assert.deepEqual([found.born, found.git_born], [born(folder), born(join(committed, '.git'))]);
      assert.equal(found.repository?.gitDir, join(committed, '.git'));
    }
  });

  test('where git may not be run, a first commit is not known, and the id is not sure', async t => {
    const folders = makeEachKind(temporaryFolder(t));
    for (const kind of kindsOfFolder) {
      const { id, unsure = false, problem } = await look(folders[kind], false);
      const needsGit = ['committed', 'inside', 'workTree', 'submodule'].includes(kind);
      assert.deepEqual([kind, unsure, problem], [kind, needsGit, undefined]);
      assert.equal(id, kind === 'remote' ? 'git:example.org/team/parcel' : byPlace(folders[kind]));
      assert.equal(await commitOf(folderOnDisk(folders[kind], false), await look(folders[kind])), undefined);
    }
  });

  test('a moved repository keeps its id; its beginning is told from that of a clone', async t => {
    const folder = temporaryFolder(t);
    const here = makeRepository(join(folder, 'here'));
    const { id } = await look(here);
    renameSync(here, join(folder, 'there'));
    const there = folderOnDisk(join(folder, 'there'), true);
    const found = await identify(there);
    assert.equal(found.id, id);
    assert.equal((await beginningIn(there, found))?.how, 'here');
    assert.equal(`commit:${await commitOf(there, found)}`, id);
    git(folder, 'clone', '-q', join(folder, 'there'), join(folder, 'clone'));
    const clone = folderOnDisk(join(folder, 'clone'), true);
    assert.equal((await beginningIn(clone, await identify(clone)))?.how, 'cloned');
  });

  test('one that is damaged is known by its place, not surely, and the problem is told', async t => {
    const folder = temporaryFolder(t);
    for (const damage of [
      (dot: string) => writeFileSync(dot, 'gitdir: /nowhere/at/all'),
      (dot: string) => mkdirSync(join(dot, 'config'), { recursive: true }),
    ]) {
      damage(join(folder, '.git'));
      const { id, unsure, problem } = await look(folder);
      assert.deepEqual([id, unsure], [byPlace(folder), true]);
      assert.ok(problem);
      rmSync(join(folder, '.git'), { recursive: true });
    }
  });

  test('a disk that does not answer is not waited for', async () => {
    const never = () => new Promise<never>(() => {});
    const reader = { read: never, stat: never, list: never };
    const address = 'vscode-remote://ssh-remote%2Bhost/home/ada';
    const found = await identify({ address, reader, mayRunGit: true }, 1);
    assert.deepEqual([found.id, found.unsure], [workspaceIdOfFolder(address), true]);
    assert.match(found.problem ?? '', /did not answer in time/);
  });
});
