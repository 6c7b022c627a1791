import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOnDisk } from '../../../../src/workspace/folders/diskReader.ts';
import { temporaryFolder } from '../../../support/temporaryStore.ts';

test('what is there is read, listed and dated; what is not there is told from what cannot be read', async t => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'a b', 'c'), { recursive: true });
  writeFileSync(join(folder, 'a b', 'é.txt'), 'Puffins');
  symlinkSync(join(folder, 'a b'), join(folder, 'link'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  const { reader } = folderOnDisk(join(folder, 'a b'), false);
  assert.equal(await reader.read(`${folder}/a b/é.txt`), 'Puffins');
  assert.deepEqual((await reader.list(`${folder}/a b`))?.toSorted(), ['c', 'é.txt']);
  const isFolder = async (name: string) => (await reader.stat(`${folder}/${name}`))?.isFolder;
  assert.deepEqual(await Promise.all(['a b', 'link', 'a b/é.txt'].map(isFolder)), [true, true, false]);
  assert.equal(await isFolder('dangling'), false, 'a link that leads nowhere is there');
  assert.ok(Number.isInteger((await reader.stat(folder))?.born));
  for (const gone of ['nothing', 'a b/é.txt/below']) {
    const path = `${folder}/${gone}`;
    assert.deepEqual(await Promise.all([reader.read(path), reader.stat(path), reader.list(path)]), [
      undefined,
      undefined,
      undefined,
    ]);
  }
  await assert.rejects(reader.read(folder), 'a folder in the place of a file');
});
