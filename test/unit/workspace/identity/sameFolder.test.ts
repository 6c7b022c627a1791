import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSameFolder } from '../../../../src/workspace/identity/sameFolder.ts';

const RECORDED = 5000;
const here = (at: number) => ({ beginning: { how: 'here' as const, at } });
const cloned = { beginning: { how: 'cloned' as const, at: 90_000 } };

describe('whether a path still holds the folder that its memory is about', () => {
  const before = { born: 1000, seen_ms: 20_000 };

  test('git init in the same folder is its own history', () => {
    assert.equal(isSameFolder(before, { born: 1000, git_born: 30_000, ...here(40_000) }, RECORDED), true);
  });

  test('a repository that was there goes on, whatever its log says: first commit, first remote, trust', () => {
    const then = { ...before, git_born: 2000 };
    for (const beginning of [{}, here(1), cloned]) {
      assert.equal(isSameFolder(then, { born: 1000, git_born: 2000, ...beginning }, RECORDED), true);
    }
    assert.equal(
      isSameFolder(then, { born: 1000, git_born: 30_000, ...here(40_000) }, RECORDED),
      false,
      'another .git',
    );
    assert.equal(isSameFolder(then, { born: 1000 }, RECORDED), false, 'no .git any more');
  });

  test('what was deleted and made anew is another one', () => {
    for (const beginning of [{}, here(40_000), cloned]) {
      assert.equal(isSameFolder(before, { born: 30_000, git_born: 30_000, ...beginning }, RECORDED), false);
    }
  });

  test('a clone into the same folder, or a repository that is older than the folder’s last visit, is not certain', () => {
    assert.equal(isSameFolder(before, { born: 1000, git_born: 30_000, ...cloned }, RECORDED), false);
    assert.equal(isSameFolder(before, { born: 1000, git_born: 30_000, ...here(3000) }, RECORDED), false);
    assert.equal(isSameFolder(before, { born: 1000, git_born: 30_000 }, RECORDED), false);
  });

  test('where nobody noted what was there, a folder older than its memory whose history began in it', () => {
    assert.equal(isSameFolder(undefined, { born: 1000, ...here(2000) }, RECORDED), true);
    assert.equal(isSameFolder({ seen_ms: 0 }, { born: 1000, ...here(2000) }, RECORDED), true);
    assert.equal(isSameFolder(undefined, { born: 6000, ...here(7000) }, RECORDED), false);
    assert.equal(isSameFolder(undefined, { born: 1000, ...cloned }, RECORDED), false);
    assert.equal(isSameFolder(undefined, here(2000), RECORDED), false);
  });
});
