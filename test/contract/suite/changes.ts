import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '../../../src/store/store.ts';
import type { StoreChange } from '../../../src/store/storeChange.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../support/builders.ts';
import { makeFile } from '../../support/files.ts';
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
      const ofIt = [{ conversation_id: uuid }];
      const start = makeStart();
      assert.deepEqual(await changesDuring(store, () => store.turns.begin(uuid, start)), ofIt);
      const ref = { conversation_id: uuid, turn_index: 0 };
      assert.deepEqual(await changesDuring(store, () => store.turns.end(ref, makeEnd({ tools: [makeTool()] }))), ofIt);
      assert.deepEqual(
        await changesDuring(store, () => store.turns.append(uuid, [makeTurn('a'), makeTurn('b')])),
        ofIt,
      );
    });

    test('every other write is announced', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a')]);
      const work = {
        ensure: () => store.conversations.ensure(makeConversation({ external_id: unique('s') })),
        rename: () => store.conversations.rename(uuid, 'New'),
        archive: () => store.conversations.setStatus(uuid, 'archived'),
        summary: () => store.summaries.add(makeSummary(uuid)),
        topic: () => store.topics.ensure(unique('T')),
        file: () => makeFile(store, unique('w'), 'a.ts'),
        job: () => store.jobs.enqueue({ kind: unique('k'), key: 'k', payload: null, run_after: 0 }),
        delete: () => store.conversations.delete(uuid),
      };
      for (const [name, write] of Object.entries(work)) {
        assert.ok((await changesDuring(store, write)).length >= 1, name);
      }
    });

    test('reading, and a write that changes nothing, are not announced', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s') });
      const { uuid } = await store.conversations.ensure(draft);
      const turn = makeTurn('a');
      await store.turns.append(uuid, [turn]);
      const seen = await changesDuring(store, async () => {
        await store.conversations.get(uuid);
        await store.conversations.list({ reach: 'all', limit: 10 });
        await store.conversations.totals('all');
        await store.turns.list(uuid, { limit: 10 });
        await store.turns.headers(uuid, { limit: 10 });
        await store.search.turns({ text: 'a', reach: 'all', limit: 10 });
        await store.summaries.statistics('all');
        await store.topics.list();
        await store.jobs.list();
        await store.jobs.claim({ kinds: ['none of these'], owner: 'a', now: 0, lease_ms: 1 });
        await store.conversations.ensure(draft);
        await store.turns.append(uuid, [turn]);
        await store.turns.begin(uuid, turn.start);
        await store.turns.end({ conversation_id: uuid, turn_index: 0 }, makeEnd());
      });
      assert.deepEqual(seen, []);
    });

    test('a write that failed is not announced', async () => {
      const { store } = session;
      const seen = await changesDuring(store, () => assert.rejects(store.turns.begin('nobody', makeStart())));
      assert.deepEqual(seen, []);
    });

    test('what one window writes, the other hears of', async () => {
      const { store } = session;
      const other = await session.other();
      await other.open();
      const { uuid } = await converse(store);
      const heard = new Promise(resolve => other.onDidChange(resolve));
      await store.turns.begin(uuid, makeStart());
      await heard;
      assert.equal((await other.turns.list(uuid, { limit: 10 })).length, 1);
    });

    test('a closed store says so, and closing twice is fine', async () => {
      const other = await session.reopen();
      const { uuid } = await converse(other);
      await Promise.all([other.close(), other.close()]);
      await other.close();
      await assert.rejects(other.turns.begin(uuid, makeStart()), because('closed'));
      await assert.rejects(other.open(), because('closed'));
    });

    test('what was asked for before closing is done; what comes after is refused', async () => {
      const { store, reopen } = session;
      const { uuid } = await converse(store);
      const other = await reopen();
      const written = Array.from({ length: 5 }, () => other.turns.begin(uuid, makeStart()));
      const closing = other.close();
      await assert.rejects(other.turns.begin(uuid, makeStart()), because('closed'));
      await Promise.all([...written, closing]);
      assert.equal((await store.turns.list(uuid, { limit: 10 })).length, 5);
    });

    test('opening tells which store it is, and can be repeated', async () => {
      const info = await session.store.open();
      assert.ok(info.description.length > 0 && info.version > 0);
      assert.deepEqual(await session.store.open(), info);
    });
  });
}
