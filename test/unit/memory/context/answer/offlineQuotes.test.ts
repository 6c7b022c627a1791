import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { offlineAnswer, offlineAnswerText } from '../../../../../src/memory/context/answer/offlineAnswer.ts';
import { quoteMemory } from '../../../../../src/memory/context/answer/offlineQuotes.ts';
import { leftOutItems, offlineReceipt } from '../../../../../src/memory/context/receipt/offlineReceipt.ts';
import { OFFLINE_MODEL } from '../../../../../src/model/offlineModel.ts';
import type { MemoryItem } from '../../../../../src/model/receipt/receipt.ts';
import { makeConversation, makeEnd, makeStart, makeTurn } from '../../../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../../../support/storing.ts';
import { temporaryStore } from '../../../../support/temporaryStore.ts';
import { makeStoredSummary } from '../pieces.ts';

const now = new Date('2026-11-16T18:00:00');
const when = '2026-11-11T14:30:00';

/** House rules, pinned as a turn and as a summary of which one sentence is supported; and a talk about zebras. */
async function openPinned(context: TestContext) {
  const store = temporaryStore(context);
  const rules = await ensureConversation(store, makeConversation({ title: 'House rules' }));
  await appendTurns(store, rules.uuid, [makeTurn('Tabs or spaces?', 'Tabs are never used.', when)]);
  const { uuid: _, ...draft } = makeStoredSummary({ conversation_id: rules.uuid, end_turn: 0 });
  const summary = await store.summaries.add({
    ...draft,
    conversation_summary: 'Names are written out. Monkeys wrote it.',
    evidence: [
      { sentence: 'Names are written out.', turns: [0], supported: true },
      { sentence: 'Monkeys wrote it.', turns: [], supported: false },
    ],
  });
  const zebras = await ensureConversation(store, makeConversation({ title: 'Zebras' }));
  await appendTurns(store, zebras.uuid, [makeTurn('How fast runs a zebra?', 'A zebra runs 65 km/h.', when)]);
  const turn = { conversation_id: rules.uuid, turn_index: 0 };
  const zebra = { conversation_id: zebras.uuid, turn_index: 0 };
  const quote = async (question: string, exclude: MemoryItem[] = []) => {
    const quoted = await quoteMemory(store, question, { reach: 'all', limit: 5, exclude });
    return { quoted, text: offlineAnswerText(offlineAnswer(quoted), now) };
  };
  return { store, turn, summary: { summary_id: summary.uuid }, zebra, quote };
}

suite('what is always used, without a model', () => {
  test('comes first and is marked, whatever is asked; of a summary only what is supported', async context => {
    const { store, turn, summary, zebra, quote } = await openPinned(context);
    await store.rules.set(turn, 'pin');
    await store.rules.set(summary, 'pin');
    const { quoted, text } = await quote('how fast runs the zebra?');
    assert.match(text, /\*\*House rules\*\* · \w+ 11 Nov · turn 1 · always used\n\n> Tabs are never used\./);
    assert.match(text, /L1 \*\*House rules\*\* · \w+ 11 Nov · turn 1 · always used\n\n> Names are written out\./);
    assert.match(text, /always used[\s\S]*\*\*Zebras\*\* · \w+ 11 Nov · turn 1\n\n> A zebra runs 65 km\/h\.$/);
    assert.doesNotMatch(text, /Monkeys/);
    const { given } = offlineReceipt('zebra?', quoted.quotes, { id: OFFLINE_MODEL, maxInputTokens: 1000 }, now);
    assert.deepEqual(given.map(({ item, pinned }) => [item, pinned]).at(-1), [zebra, false]);
    assert.deepEqual(given.flatMap(({ pinned, level }) => (pinned ? level : [])).sort(), [0, 1]);
  });

  test('is quoted once where the question finds it too, before what fits better', async context => {
    const { store, zebra, quote } = await openPinned(context);
    const other = await ensureConversation(store, makeConversation({ title: 'Stripes' }));
    await appendTurns(store, other.uuid, [makeTurn('Zebra stripes?', 'Zebra stripes deter flies; zebra runs.')]);
    await store.rules.set(zebra, 'pin');
    const { quoted, text } = await quote('zebra stripes');
    assert.equal(quoted.quotes.filter(({ item }) => JSON.stringify(item) === JSON.stringify(zebra)).length, 1);
    assert.match(text, /Zebras\*\* · .* · always used[\s\S]*Stripes/);
  });

  test('is there when nothing else is, and its words do not count as missing', async context => {
    const { store, turn, quote } = await openPinned(context);
    await store.rules.set(turn, 'pin');
    const { text } = await quote('kubernetes tabs?');
    assert.match(
      text,
      /There is nothing else in memory about “kubernetes”\. What you chose to always use:\n\n\*\*House/,
    );
  });

  test('can be left out once, and then says so', async context => {
    const { store, turn, summary, quote } = await openPinned(context);
    await store.rules.set(turn, 'pin');
    await store.rules.set(summary, 'pin');
    const { text } = await quote('how fast runs the zebra?', [turn, summary]);
    assert.doesNotMatch(text, /Tabs are|Names are/);
    const leftOut = await leftOutItems(store, [turn, summary], 'how fast runs the zebra?');
    assert.deepEqual(
      leftOut.map(({ item, reason }) => [item, reason]),
      [
        [turn, 'left-out'],
        [summary, 'left-out'],
      ],
    );
  });

  test('of what was told to memory, it is what was said', async context => {
    const { store, turn, quote } = await openPinned(context);
    const note = makeStart({ content: 'Note that the gate opens at 07:45.', kind: 'note' });
    const end = makeEnd({ content: 'There is nothing in memory about that.', model: OFFLINE_MODEL });
    await appendTurns(store, turn.conversation_id, [{ start: note, end }]);
    await store.rules.set({ ...turn, turn_index: 1 }, 'pin');
    const { text } = await quote('how fast runs the zebra?');
    assert.match(text, /turn 2 · you said · always used\n\n> Note that the gate opens at 07:45\./);
  });

  test('what is left out of recall is not quoted', async context => {
    const { store, zebra, quote } = await openPinned(context);
    await store.rules.set(zebra, 'leave-out');
    assert.doesNotMatch((await quote('how fast runs the zebra?')).text, /65 km/);
  });
});
