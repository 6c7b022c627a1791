import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Receipt } from '../../../src/model/receipt/receipt.ts';
import { at, makeTurn } from '../../support/builders.ts';
import { converse, makeSummary, type Open, unique, useStore } from './harness.ts';

const receipt: Receipt = {
  question: 'Why “é”?',
  created_at: at('2026-03-04T15:00:00Z'),
  model: 'strata/offline',
  min_score: 0.25,
  budget_tokens: 1000,
  used_tokens: 10,
  given: [],
  left_out: [],
};

export function recallSuite(open: Open): void {
  describe('recall', () => {
    const session = useStore(open);

    test('what a person pinned or left out is known, per workspace, until taken back', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const { uuid: summary_id } = await store.summaries.add(makeSummary(uuid));
      const turn = { conversation_id: uuid, turn_index: 0 };
      await store.rules.set({ summary_id }, 'leave-out');
      await store.rules.set({ summary_id }, 'pin');
      await store.rules.set(turn, 'leave-out');
      const rules = await store.rules.list({ workspace_id });
      assert.deepEqual(rules, [
        { item: { summary_id }, rule: 'pin' },
        { item: turn, rule: 'leave-out' },
      ]);
      assert.deepEqual(await store.rules.list({ workspace_id: unique('w') }), []);
      await store.rules.set({ summary_id }, undefined);
      assert.equal((await store.rules.list({ workspace_id })).length, 1);
    });

    test('a receipt comes back whole, and goes with its conversation', async () => {
      const { store } = session;
      const { uuid: conversation_id } = await converse(store, {}, [makeTurn('a')]);
      const ref = { conversation_id, turn_index: 0 };
      assert.equal(await store.receipts.read(ref), undefined);
      await store.receipts.put(ref, receipt);
      assert.deepEqual(await (await session.other()).receipts.read(ref), receipt);
      await store.receipts.put(ref, { ...receipt, question: 'Again' });
      assert.equal((await store.receipts.read(ref))?.question, 'Again');
      await store.conversations.delete(conversation_id);
      assert.equal(await store.receipts.read(ref), undefined);
    });

    test('the last receipt is that of the newest turn with one, of a conversation or where it is asked for', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const talk = (time: string) =>
        converse(store, { workspace_id }, [
          makeTurn('a', 'b', time),
          makeTurn('c', 'd', time),
          makeTurn('e', 'f', time),
        ]);
      const [newest, older, silent] = [
        await talk('2026-03-06T10:00:00Z'),
        await talk('2026-03-04T10:00:00Z'),
        await talk('2026-03-08T10:00:00Z'),
      ];
      const put = async (conversation_id: string, turn_index: number) => {
        const kept = { ref: { conversation_id, turn_index }, receipt: { ...receipt, question: `${turn_index}` } };
        await store.receipts.put(kept.ref, kept.receipt);
        return kept;
      };
      assert.equal(await store.receipts.last({ workspace_id }), undefined);
      const second = await put(older.uuid, 1);
      await put(older.uuid, 0);
      assert.deepEqual(await store.receipts.last({ workspace_id }), second);
      const last = await put(newest.uuid, 0);
      assert.deepEqual(await store.receipts.last({ conversation_id: older.uuid }), second);
      assert.equal(await store.receipts.last({ conversation_id: silent.uuid }), undefined);
      assert.deepEqual(await store.receipts.last({ workspace_id }), last);
      assert.equal(await store.receipts.last({ workspace_id: unique('w') }), undefined);
      await store.conversations.update(newest.uuid, { status: 'archived' });
      assert.deepEqual(await store.receipts.last({ workspace_id }), second, 'what is archived is not shown unasked');
      assert.deepEqual(await store.receipts.last({ conversation_id: newest.uuid }), last);
      assert.ok(await store.receipts.last('all'));
    });

    test('a deleted conversation is gone from the receipts of others too', async () => {
      const { store } = session;
      const quoted = await converse(store, {}, [makeTurn('a secret plan')]);
      const asking = await converse(store, {}, [makeTurn('what was the plan?'), makeTurn('and else?')]);
      const item = {
        item: { conversation_id: quoted.uuid, turn_index: 0 },
        block: 'past' as const,
        level: 0,
        label: 'a secret plan',
        conversation_id: quoted.uuid,
        conversation_title: quoted.title,
        start_turn: 0,
        end_turn: 0,
        timestamp: receipt.created_at,
        files: [],
        pinned: false,
        tokens: 3,
      };
      const ref = (turn_index: number) => ({ conversation_id: asking.uuid, turn_index });
      await store.receipts.put(ref(0), { ...receipt, given: [item] });
      await store.receipts.put(ref(1), receipt);
      await store.conversations.delete(quoted.uuid);
      assert.equal(await store.receipts.read(ref(0)), undefined);
      assert.deepEqual(await store.receipts.read(ref(1)), receipt);
    });
  });
}
