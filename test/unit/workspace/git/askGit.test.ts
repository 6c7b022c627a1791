import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addressOf } from '../../../../src/workspace/folders/address.ts';
import { askGit } from '../../../../src/workspace/git/askGit.ts';
import { gitFiles, notIgnored, repositoryAround } from '../../../../src/workspace/git/files.ts';
import { makeEachKind, makeRepository } from '../../../support/repositories.ts';
import { temporaryFolder } from '../../../support/temporaryStore.ts';

test('git answers in whole parts, and what it complains of is told', async t => {
  const folder = makeRepository(temporaryFolder(t));
  writeFileSync(join(folder, 'a\nb.ts'), '');
  writeFileSync(join(folder, 'é.ts'), '');
  assert.deepEqual(await askGit(folder, ['ls-files', '-z', '--others']), { parts: ['a\nb.ts', 'é.ts'] });
  assert.match((await askGit(folder, ['rev-parse', 'no-such-branch'])).problem ?? '', /no-such-branch/);
  assert.ok((await askGit(join(folder, 'nowhere'), ['status'])).problem, 'a folder that is not there');
});

test('files of a folder without a repository are not git’s to tell; all of them are kept', async t => {
  const folder = temporaryFolder(t);
  assert.equal(await gitFiles(folder, async () => assert.fail()), false);
  assert.deepEqual(await notIgnored(folder, ['a.ts', 'out/b.js']), ['a.ts', 'out/b.js']);
});

test('the repository around a folder is the innermost one, and the folder itself where there is none', t => {
  const { plain, committed, inside, workTree, submodule } = makeEachKind(temporaryFolder(t));
  const around = (folder: string) => repositoryAround(addressOf(folder));
  assert.deepEqual([plain, committed, inside].map(around), [plain, committed, committed]);
  mkdirSync(join(workTree, 'src'));
  assert.equal(around(join(workTree, 'src')), workTree);
  assert.equal(around(submodule), submodule);
  assert.equal(repositoryAround('vscode-remote://ssh-remote%2Bhost/home/a%20b'), '/home/a b');
});
