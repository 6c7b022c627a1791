import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countAll } from '../../../src/store/conversationStore.ts';
import type { Store } from '../../../src/store/store.ts';
import type { StoreChange } from '../../../src/store/storeChange.ts';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../support/builders.ts';
import { makeFile } from '../../support/files.ts';
import { appendTurns, beginTurn, endTurn, ensureConversation } from '../../support/storing.ts';
import { because, converse, makeSummary, type Open, unique, useStore } from './harness.ts';

/** What was announced while the work was done. */
async function changesDuring(store: Store, work: () => Promise<unknown>): Promise<StoreChange[]> {
  const seen: StoreChange[] = [];
  const listening = store.onDidChange(change => seen.push(change));
  await work();
  listening.dispose();
  return seen;
}

export function changesSuite(open: Open): void {
  describe('changes', () => {
    const session = useStore(open);

    test('writing turns announces their conversation', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const ofIt = [{ conversation_id: uuid, unlinked: true }];
      const start = makeStart();
      assert.deepEqual(await changesDuring(store, () => beginTurn(store, uuid, start)), ofIt);
      const ref = { conversation_id: uuid, turn_index: 0 };
      assert.deepEqual(await changesDuring(store, () => endTurn(store, ref, makeEnd({ tools: [makeTool()] }))), ofIt);
      assert.deepEqual(
        await changesDuring(store, () => appendTurns(store, uuid, [makeTurn('a'), makeTurn('b')])),
        ofIt,
      );
    });

    test('every other write is announced', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a')]);
      const work = {
        ensure: () => ensureConversation(store, makeConversation({ external_id: unique('s') })),
        rename: () => store.conversations.update(uuid, { title: 'New' }),
        archive: () => store.conversations.update(uuid, { status: 'archived' }),
        summary: () => store.summaries.add(makeSummary(uuid)),
        file: () => makeFile(store, unique('w'), 'a.ts'),
        delete: () => store.conversations.delete(uuid),
      };
      for (const [name, write] of Object.entries(work)) {
        assert.ok((await changesDuring(store, write)).length >= 1, name);
      }
    });

    test('where a folder was seen is no news of what is remembered', async () => {
      const { store } = session;
      const place = { folder_id: unique('folder'), workspace_id: unique('w'), seen_ms: 1 };
      const changes = await changesDuring(store, () => store.workspaces.notePlace(place));
      assert.deepEqual(changes, [{ conversation_id: undefined, quiet: true }]);
    });

    test('reading, and a write that changes nothing, are not announced', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s') });
      const { uuid } = await ensureConversation(store, draft);
      const turn = makeTurn('a');
      await appendTurns(store, uuid, [turn]);
      const seen = await changesDuring(store, async () => {
        await store.conversations.get(uuid);
        await store.conversations.list({ reach: 'all', limit: 10 });
        await countAll(store, 'all');
        await turnsOf(store, uuid, { limit: 10 });
        await store.turns.headers(uuid, { limit: 10 });
        await store.search.turns({ text: 'a', reach: 'all', limit: 10 });
        await store.summaries.statistics('all');
        await ensureConversation(store, draft);
        await appendTurns(store, uuid, [turn]);
        await beginTurn(store, uuid, turn.start);
        await endTurn(store, { conversation_id: uuid, turn_index: 0 }, makeEnd());
      });
      assert.deepEqual(seen, []);
    });

    test('a write that failed is not announced', async () => {
      const { store } = session;
      const seen = await changesDuring(store, () => assert.rejects(beginTurn(store, 'nobody', makeStart())));
      assert.deepEqual(seen, []);
    });

    test('what one window writes, the other hears of', async () => {
      const { store } = session;
      const other = await session.other();
      await other.open();
      const { uuid } = await converse(store);
      const heard = new Promise(resolve => other.onDidChange(resolve));
      await beginTurn(store, uuid, makeStart());
      await heard;
      assert.equal((await turnsOf(other, uuid, { limit: 10 })).length, 1);
    });

    test('a closed store says so, and closing twice is fine', async () => {
      const other = await session.reopen();
      const { uuid } = await converse(other);
      await Promise.all([other.close(), other.close()]);
      await other.close();
      await assert.rejects(beginTurn(other, uuid, makeStart()), because('closed'));
      await assert.rejects(other.open(), because('closed'));
    });

    test('what was asked for before closing is done; what comes after is refused', async () => {
      const { store, reopen } = session;
      const { uuid } = await converse(store);
      const other = await reopen();
      const written = Array.from({ length: 5 }, () => beginTurn(other, uuid, makeStart()));
      const closing = other.close();
      await assert.rejects(beginTurn(other, uuid, makeStart()), because('closed'));
      await Promise.all([...written, closing]);
      assert.equal((await turnsOf(store, uuid, { limit: 10 })).length, 5);
    });

    test('whether there is a memory is told without making one', async () => {
      const fresh = await open();
      try {
        assert.deepEqual([await fresh.store.exists(), await fresh.store.exists()], [false, false]);
        await converse(fresh.store);
        const other = await fresh.reopen();
        assert.deepEqual([await fresh.store.exists(), await other.exists()], [true, true]);
      } finally {
        await fresh.dispose();
      }
    });

    test('opening tells which store it is, and can be repeated', async () => {
      const info = await session.store.open();
      assert.ok(info.description.length > 0 && info.version > 0);
      assert.deepEqual(await session.store.open(), info);
    });
  });
}
