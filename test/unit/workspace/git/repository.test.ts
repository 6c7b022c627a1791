import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FolderReader } from '../../../../src/workspace/folders/folderReader.ts';
import {
  beginningOf,
  findRepository,
  isUnborn,
  readBeginning,
  remoteOf,
  workTreesOf,
} from '../../../../src/workspace/git/repository.ts';

/** Files by path; null stands for one that cannot be read. Their folders are there too. */
function folders(files: Record<string, string | null>): FolderReader {
  const fail = (path: string) => Promise.reject(new Error(`${path}: permission denied`));
  return {
    read: async path => (files[path] === null ? await fail(path) : files[path]),
    stat: async path => {
      if (path in files) {
        return { isFolder: false, born: 1 };
      }
      return Object.keys(files).some(file => file.startsWith(`${path}/`)) ? { isFolder: true, born: 1 } : undefined;
    },
    list: async path => {
      const below = Object.keys(files).filter(file => file.startsWith(`${path}/`));
      const names = below.map(file => file.slice(path.length + 1).split('/')[0]!);
      return below.length > 0 ? [...new Set(names)] : undefined;
    },
  };
}

const HASH = '1234567890123456789012345678901234567890';
const config = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.org:team/parcel.git\n';

describe('a repository, read through a few files wherever they lie', () => {
  test('the remote is found from a folder inside', async () => {
    const reader = folders({
      '/home/a/parcel/.git/config': config,
      '/home/a/parcel/.git/HEAD': 'ref: refs/heads/main',
    });
    const found = await findRepository(reader, '/home/a/parcel/src/web');
    assert.equal(found?.root, '/home/a/parcel');
    assert.equal(await remoteOf(reader, found!), 'git@example.org:team/parcel.git');
  });

  test('a work tree and a submodule lead to their repository, by absolute and relative paths, also on Windows', async () => {
    for (const [gitdir, commondir] of [
      ['/w/main/.git/worktrees/side', '../..'],
      ['../main/.git/worktrees/side', '/w/main/.git'],
    ]) {
      const reader = folders({
        '/w/side/.git': `gitdir: ${gitdir}\n`,
        '/w/main/.git/worktrees/side/commondir': `${commondir}\n`,
        '/w/main/.git/worktrees/side/HEAD': 'ref: refs/heads/side',
        '/w/main/.git/config': config,
      });
      const found = await findRepository(reader, '/w/side');
      assert.deepEqual(found, { root: '/w/side', gitDir: '/w/main/.git', headDir: '/w/main/.git/worktrees/side' });
    }
    const windows = folders({
      '/c:/sub/.git': 'gitdir: c:\\main\\.git\\modules\\sub',
      '/c:/main/.git/modules/sub/config': config,
    });
    assert.equal((await findRepository(windows, '/c:/sub'))?.gitDir, '/c:/main/.git/modules/sub');
  });

  test('all work trees of a repository are told, from each of them; those of a submodule are its own', async () => {
    const reader = folders({
      '/w/main/.git/HEAD': 'ref: refs/heads/main',
      '/w/main/.git/worktrees/side/commondir': '../..\n',
      '/w/main/.git/worktrees/side/gitdir': '/w/side/.git\n',
      '/w/main/.git/worktrees/near/gitdir': '../../../../near/.git\n',
      '/w/main/.git/worktrees/lost/gitdir': null,
      '/w/main/.git/modules/sub/HEAD': HASH,
      '/w/side/.git': 'gitdir: /w/main/.git/worktrees/side\n',
      '/w/main/sub/.git': 'gitdir: ../.git/modules/sub\n',
    });
    for (const folder of ['/w/main', '/w/side/src']) {
      const trees = await workTreesOf(reader, (await findRepository(reader, folder))!);
      assert.deepEqual(trees.toSorted(), ['/w/main', '/w/near', '/w/side']);
    }
    assert.deepEqual(await workTreesOf(reader, (await findRepository(reader, '/w/main/sub'))!), []);
  });

  test('one that cannot be read is told, not taken for none; what lies above is others’ business', async () => {
    for (const files of [
      { '/w/.git': null },
      { '/w/.git': 'nonsense' },
      { '/w/.git': 'gitdir: /nowhere/at/all' },
      { '/w/.git': `gitdir: ${'x'.repeat(100_000)}` },
    ]) {
      await assert.rejects(findRepository(folders(files), '/w'));
    }
    const locked = folders({ '/w/.git/config': null });
    await assert.rejects(remoteOf(locked, (await findRepository(locked, '/w'))!));
    const above: FolderReader = {
      read: async () => undefined,
      list: async () => undefined,
      stat: async path => (path === '/a/b/.git' ? undefined : await Promise.reject(new Error('denied'))),
    };
    assert.equal(await findRepository(above, '/a/b'), undefined);
  });

  test('a branch without a commit is known from HEAD, loose and packed branches', async () => {
    const unborn = async (files: Record<string, string | null>) => {
      const reader = folders({ '/w/.git/config': '', ...files });
      return await isUnborn(reader, (await findRepository(reader, '/w'))!);
    };
    const head = { '/w/.git/HEAD': 'ref: refs/heads/main\n' };
    assert.equal(await unborn(head), true);
    assert.equal(await unborn({ ...head, '/w/.git/refs/heads/main': HASH }), false);
    assert.equal(await unborn({ ...head, '/w/.git/packed-refs': `# pack-refs\n${HASH} refs/heads/main\n` }), false);
    assert.equal(await unborn({ ...head, '/w/.git/packed-refs': `${HASH} refs/heads/mainly\n` }), true);
    assert.equal(await unborn({ '/w/.git/HEAD': HASH }), false);
    assert.equal(await unborn({ '/w/.git/HEAD': 'ref: refs/heads/.invalid' }), false, 'nobody can tell without git');
  });

  test('the log tells whether the history began here or was cloned', async () => {
    const zero = '0'.repeat(40);
    const line = (from: string, what: string) => `${from} ${HASH} A B <a@example.org> 1700000000 +0100\t${what}`;
    assert.deepEqual(readBeginning(`${line(zero, 'commit (initial): first')}\n${line(HASH, 'commit: next')}`), {
      how: 'here',
      at: 1_700_000_000_000,
    });
    assert.equal(readBeginning(line(zero, 'clone: from example.org:team/parcel'))?.how, 'cloned');
    assert.equal(readBeginning(line(HASH, 'commit: its beginning was cut off')), undefined);
    assert.equal(readBeginning(''), undefined);
    const reader = folders({ '/w/.git/HEAD': HASH });
    assert.equal(await beginningOf(reader, (await findRepository(reader, '/w'))!), undefined);
  });
});
