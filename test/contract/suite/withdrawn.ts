import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { makeEnd, makeStart, makeTurn } from '../../support/builders.ts';
import { beginTurn, endTurn } from '../../support/storing.ts';
import { converse, inWorkspaceOf, makeSummary, type Open, turnAt, useStore } from './harness.ts';

const AT = Date.parse('2026-03-05T10:00:00Z');

/** Turns that their chat no longer shows. */
export function withdrawnSuite(open: Open): void {
  describe('withdrawn turns', () => {
    const session = useStore(open);
    const three = [
      makeTurn('Where do herons nest?', 'On the pier.'),
      makeTurn('Where do herons sleep?', 'In the reeds, see src/reeds.ts.'),
      makeTurn('Where do herons fish?', 'In the bay.'),
    ];

    test('stay in their place, marked, and are left out where only what stands is wanted', async () => {
      const { store, reopen } = session;
      const { uuid } = await converse(store, {}, three);
      assert.equal(await store.turns.withdraw(uuid, [1], AT), false);
      const later = await reopen();
      assert.equal((await turnAt(later, uuid, 1)).withdrawn, true);
      assert.equal((await turnAt(later, uuid, 0)).withdrawn, undefined);
      const indexes = (turns: { turn_index: number }[]) => turns.map(({ turn_index }) => turn_index);
      assert.deepEqual(indexes(await turnsOf(later, uuid, { limit: 9 })), [0, 1, 2]);
      assert.deepEqual(indexes(await turnsOf(later, uuid, { limit: 9, standing: true })), [0, 2]);
      assert.deepEqual(indexes(await later.turns.headers(uuid, { limit: 9, standing: true })), [0, 2]);
      const headers = await later.turns.headers(uuid, { limit: 9 });
      assert.deepEqual(
        headers.map(({ withdrawn }) => withdrawn),
        [undefined, true, undefined],
      );
    });

    test('are not found, by their words or by their files', async () => {
      const { store } = session;
      const conversation = await converse(store, {}, three);
      const { uuid, workspace_id } = conversation;
      const turn = await turnAt(store, uuid, 1);
      const place = { message_id: turn.assistant!.uuid, kind: 'prose', line: null, symbol: null } as const;
      const message_ids = [turn.user.uuid, place.message_id];
      await store.mentions.linkTurns([
        { ref: turn, links: { message_ids, files: [{ ...place, path: 'src/reeds.ts' }], open: [] } },
      ]);
      await store.turns.withdraw(uuid, [1], AT);
      const found = await store.search.turns({ text: 'herons', reach: inWorkspaceOf(conversation), limit: 9 });
      assert.deepEqual(found.map(({ turn_index }) => turn_index).toSorted(), [0, 2]);
      assert.deepEqual((await store.mentions.ofTurns({ conversation_id: uuid, from: 0, to: 2 })).files, []);
      const waiting = (await store.mentions.waiting(workspace_id, 9)).turns;
      assert.ok(!waiting.some(({ turn_index }) => turn_index === 1));
    });

    test('an answer that comes too late changes nothing of that', async () => {
      const { store } = session;
      const conversation = await converse(store);
      const { uuid } = conversation;
      const { turn_index } = await beginTurn(store, uuid, makeStart({ content: 'Where do herons rest?' }));
      await store.turns.withdraw(uuid, [turn_index], AT);
      await endTurn(store, { conversation_id: uuid, turn_index }, makeEnd({ content: 'On the roof.' }));
      const found = await store.search.turns({ text: 'roof', reach: inWorkspaceOf(conversation), limit: 9 });
      assert.deepEqual(found, []);
      assert.equal((await turnAt(store, uuid, 0)).assistant?.content, 'On the roof.');
    });

    test('make the summaries that tell of them provisional, and no others', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, three);
      await store.summaries.add(makeSummary(uuid, { start_turn: 0, end_turn: 0 }));
      await store.summaries.add(makeSummary(uuid, { start_turn: 1, end_turn: 1 }));
      assert.equal(await store.turns.withdraw(uuid, [1], AT), true);
      const summaries = await store.summaries.ofConversation(uuid);
      assert.deepEqual(
        summaries.map(({ provisional }) => provisional),
        [false, true],
      );
    });

    test('are told with their requests, whether answered, and since when', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      for (const request_id of ['one', 'two', 'three']) {
        await beginTurn(store, uuid, makeStart({ request_id }));
      }
      await endTurn(store, { conversation_id: uuid, turn_index: 0 }, makeEnd());
      await store.turns.withdraw(uuid, [1], AT);
      await store.turns.withdraw(uuid, [1], AT + 1);
      assert.deepEqual(await store.turns.asked(uuid, 1), [
        { turn_index: 0, request_id: 'one', answered: true, withdrawn_ms: null },
        { turn_index: 1, request_id: 'two', answered: false, withdrawn_ms: AT },
      ]);
    });
  });
}
