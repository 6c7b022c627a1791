import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstCommit } from '../../../../src/workspace/git/firstCommit.ts';
import { makeRepository } from '../../../support/repositories.ts';
import { temporaryFolder } from '../../../support/temporaryStore.ts';

test('a repository tells its first commit; a damaged one inside of it does not give that of the other', async t => {
  const folder = temporaryFolder(t);
  makeRepository(folder);
  assert.match(await firstCommit(folder), /^[0-9a-f]{40}$/);
  const inside = join(folder, 'inside');
  mkdirSync(join(inside, '.git'), { recursive: true });
  await assert.rejects(firstCommit(inside));
});

test('a git that hangs, with a child that holds its output, is not waited for', async t => {
  const folder = temporaryFolder(t);
  const git = join(folder, 'git');
  writeFileSync(git, '#!/bin/sh\ntrap "" TERM\nsleep 5 &\nwait\n');
  chmodSync(git, 0o755);
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
  });
  process.env.PATH = `${folder}:${path}`;
  await assert.rejects(firstCommit(folder, 200), /did not answer in time/);
});
