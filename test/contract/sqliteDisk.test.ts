import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { mayPass, type Store, StoreError, type StoreErrorReason } from '../../src/store/store.ts';
import { turnsOf } from '../../src/store/turnStore.ts';
import { messageOf } from '../../src/util/errors.ts';
import { makeConversation, makeEnd, makeStart } from '../support/builders.ts';
import { type Disk, fillUp, makeDisk } from '../support/disk.ts';
import { beginTurn, endTurn, ensureConversation } from '../support/storing.ts';
import { because } from './suite/harness.ts';
import { filesBeside, fill, makeVersion, openStore, wordsOf } from './suite/sqliteFiles.ts';

type Ends = (() => unknown)[];

/** A test on a disk of that size, skipped where none can be mounted. */
function onDisk(name: string, size: string, run: (disk: Disk, open: (file: string) => Store) => Promise<void>): void {
  test(name, async (t: TestContext) => {
    const disk = makeDisk(size);
    if (typeof disk === 'string') {
      t.skip(disk);
      return;
    }
    const ends: Ends = [];
    try {
      await run(disk, file => openStore({ after: end => ends.push(end) }, file));
    } finally {
      for (const end of ends) {
        await end();
      }
      disk.unmount();
    }
  });
}

const naming = (reason: StoreErrorReason, path: string) => (error: unknown) =>
  because(reason)(error) && error instanceof StoreError && error.message.includes(path) && mayPass(error);

const long = (i: number) => `${i} ${'x'.repeat(20_000)}`;

/** Records until the store refuses, and tells which turns it had acknowledged. */
async function recordUntilRefused(store: Store, conversation_id: string) {
  const acknowledged: string[] = [];
  for (let i = 0; i < 1000; i++) {
    const content = long(i);
    try {
      const ref = await beginTurn(store, conversation_id, makeStart({ content }));
      acknowledged.push(content);
      await endTurn(store, ref, makeEnd({ content: `answer to ${i}` }));
      acknowledged.push(`answer to ${i}`);
    } catch (error) {
      return { acknowledged, error };
    }
  }
  return assert.fail('The disk never was full.');
}

describe('a full disk', () => {
  onDisk(
    'refuses with a sentence, keeps all that was acknowledged, and works again once there is space',
    '2m',
    async ({ folder, remount }, open) => {
      const file = join(folder, 'memory.db');
      const store = open(file);
      const { uuid } = await ensureConversation(store, makeConversation());
      const { acknowledged, error } = await recordUntilRefused(store, uuid);
      assert.ok(acknowledged.length > 10);
      assert.ok(naming('disk-full', folder)(error), messageOf(error));
      await assert.rejects(beginTurn(store, uuid, makeStart({ content: long(0) })), naming('disk-full', folder));
      assert.deepEqual(await wordsOf(store), acknowledged, 'what was acknowledged can be read on the full disk');

      remount('size=16m');
      const start = makeStart({ content: 'there is space again' });
      const { turn_index } = await beginTurn(store, uuid, start);
      const turns = await turnsOf(store, uuid, { limit: 1000 });
      assert.deepEqual(
        turns.map(turn => turn.turn_index),
        [...turns.keys()],
      );
      assert.equal(turns.at(-1)?.turn_index, turn_index);
      const said = new Set(await wordsOf(store));
      assert.deepEqual(
        acknowledged.filter(text => !said.has(text)),
        [],
      );
      const { turn_count, total_chars } = (await store.conversations.get(uuid))!;
      assert.equal(turn_count, turns.length);
      assert.equal(
        total_chars,
        turns.reduce((sum, { user, assistant }) => sum + user.content.length + (assistant?.content.length ?? 0), 0),
      );

      await store.close();
      const again = new DatabaseSync(file);
      assert.equal(again.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
      again.close();
    },
  );

  onDisk(
    'without room for even an empty memory: the same sentence, and it opens once there is room',
    '2m',
    async ({ folder }, open) => {
      const filler = join(folder, 'filler');
      fillUp(folder, filler, 8 * 1024);
      const store = open(join(folder, 'memory.db'));
      await assert.rejects(store.open(), naming('disk-full', folder));
      await assert.rejects(ensureConversation(store, makeConversation()), naming('disk-full', folder));
      rmSync(filler);
      assert.ok((await ensureConversation(store, makeConversation())).uuid);
    },
  );

  onDisk(
    'an older file without room for its backup stays what it is, and is migrated once there is room',
    '4m',
    async ({ folder, remount }, open) => {
      const file = join(folder, 'memory.db');
      makeVersion(file, 1);
      const grow = new DatabaseSync(file);
      grow.exec(`UPDATE message SET reasoning = '${'r'.repeat(300_000)}'; PRAGMA wal_checkpoint(TRUNCATE)`);
      grow.close();
      fillUp(folder, join(folder, 'filler'), 300 * 1024);
      const store = open(file);
      await assert.rejects(store.open(), naming('disk-full', folder));
      assert.deepEqual(filesBeside(file, '.backup-'), [], 'no half backup is left');
      remount('size=16m');
      assert.deepEqual(await wordsOf(store), ['old question', 'old answer']);
      assert.equal(filesBeside(file, '.backup-').length, 1);
    },
  );
});

describe('a read-only disk', () => {
  onDisk(
    'refuses with a sentence, loses nothing, and works again once it can be written',
    '8m',
    async ({ folder, remount }, open) => {
      const file = join(folder, 'memory.db');
      await fill(file);
      remount('ro');
      const store = open(file);
      await assert.rejects(store.open(), naming('read-only', file));
      await assert.rejects(ensureConversation(store, makeConversation()), naming('read-only', file));
      remount('rw');
      assert.equal((await wordsOf(store)).length, 120);
      const { uuid } = await ensureConversation(store, makeConversation());
      assert.equal((await beginTurn(store, uuid, makeStart())).began, true);
      assert.deepEqual(filesBeside(file, '.damaged-'), []);
    },
  );

  onDisk('without a memory on it yet: a sentence with the path', '8m', async ({ folder, remount }, open) => {
    remount('ro');
    await assert.rejects(open(join(folder, 'memory.db')).open(), naming('read-only', folder));
    await assert.rejects(open(join(folder, 'deep', 'memory.db')).open(), naming('cannot-open', folder));
  });
});
