import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { instantOf } from '../../../src/util/dates.ts';
import { makeTurn } from '../../support/builders.ts';
import { readSummary, trimOnly } from '../../support/keptSummaries.ts';
import { because, converse, makeSummary, type Open, unique, useStore } from './harness.ts';

export function summariesSuite(open: Open): void {
  describe('summaries', () => {
    const session = useStore(open);

    test('a summary comes back whole', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const draft = makeSummary(uuid, {
        key_findings: ['“a”, b\n', 'c'],
        evidence: [{ sentence: 'é.', turns: [], supported: false }],
      });
      const made = await store.summaries.add(draft);
      assert.deepEqual(made, { ...draft, uuid: made.uuid });
      assert.deepEqual(await readSummary(await session.other(), made.uuid), made);
      assert.equal(await readSummary(store, 'nobody'), undefined);
    });

    test('one range of one level has one summary: who comes second gets the first', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const first = await store.summaries.add(makeSummary(uuid));
      const second = await store.summaries.add(makeSummary(uuid, { conversation_summary: 'Another one.' }));
      assert.deepEqual(second, first);
      const elsewhere = [
        makeSummary(uuid, { level: 2 }),
        makeSummary(uuid, { start_turn: 5, end_turn: 5 }),
        makeSummary((await converse(store)).uuid),
      ];
      for (const draft of elsewhere) {
        assert.notEqual((await store.summaries.add(draft)).uuid, first.uuid);
      }
    });

    test('two windows that race make one summary', async () => {
      const { store } = session;
      const windows = [store, await session.other()];
      const { uuid } = await converse(store);
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          windows[i % 2]!.summaries.add(makeSummary(uuid, { conversation_summary: `From ${i}.` })),
        ),
      );
      assert.equal(new Set(made.map(summary => JSON.stringify(summary))).size, 1);
      assert.equal((await store.summaries.ofConversation(uuid)).length, 1);
    });

    test('lists a level in the order of its turns', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      for (const [level, start_turn] of [
        [2, 0],
        [1, 0],
        [1, 5],
        [1, 10],
      ] as const) {
        await store.summaries.add(makeSummary(uuid, { level, start_turn, end_turn: start_turn + 4 }));
      }
      const starts = async (level?: number) =>
        (await store.summaries.ofConversation(uuid, level === undefined ? {} : { level })).map(summary => [
          summary.level,
          summary.start_turn,
        ]);
      assert.deepEqual(await starts(1), [
        [1, 0],
        [1, 5],
        [1, 10],
      ]);
      assert.deepEqual(await starts(2), [[2, 0]]);
      assert.deepEqual(await starts(3), []);
      assert.deepEqual(
        (await starts()).filter(([level]) => level === 1),
        [
          [1, 0],
          [1, 5],
          [1, 10],
        ],
      );
      assert.equal((await starts()).length, 4);
    });

    test('a trimmed one is gone and not made again, and its turns stay', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a')]);
      const first = await store.summaries.add(makeSummary(uuid));
      await trimOnly(store, first.uuid);
      assert.equal(await readSummary(store, first.uuid), undefined);
      await assert.rejects(store.summaries.add(makeSummary(uuid)), because('overtaken'));
      assert.equal((await turnsOf(store, uuid, { limit: 10 })).length, 1);
    });

    test('a summary of a conversation that is gone says so', async () => {
      await assert.rejects(session.store.summaries.add(makeSummary('nobody')), because('not-found'));
    });

    test('statistics tell count, oldest and newest per level, by instant', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const { uuid } = await converse(store, { workspace_id });
      assert.deepEqual(await store.summaries.statistics({ workspace_id }), []);
      const times = ['2026-03-04T23:00:00.000+01:00', '2026-03-04T20:00:00.000-05:00', '2026-03-05T01:00:00.000+09:00'];
      for (const [start_turn, created_at] of times.entries()) {
        await store.summaries.add(makeSummary(uuid, { start_turn, end_turn: start_turn, created_at }));
      }
      await store.summaries.add(makeSummary(uuid, { level: 2, created_at: times[0]! }));
      const statistics = await store.summaries.statistics({ workspace_id });
      assert.deepEqual(
        statistics.map(({ level, count, oldest, newest }) => [level, count, instantOf(oldest), instantOf(newest)]),
        [
          [1, 3, instantOf(times[2]!), instantOf(times[1]!)],
          [2, 1, instantOf(times[0]!), instantOf(times[0]!)],
        ],
      );
      assert.ok((await store.summaries.statistics('all'))[0]!.count >= 3);
    });
  });
}
