import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { searchPast } from '../../../../src/memory/recall/searchPast.ts';
import { makeConversation, makeEnd, makeStart, makeTurn } from '../../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { makeStoredSummary } from '../../../support/summaries.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const query = { reach: 'all' as const, windowBefore: 2, windowAfter: 1 };

suite('searching the past at all levels', () => {
  test('a found turn comes with the two turns before it and the one after', async t => {
    const store = temporaryStore(t);
    const { uuid } = await ensureConversation(store, makeConversation());
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
    await appendTurns(
      store,
      uuid,
      words.map(word => makeTurn(`About ${word}?`, `The ${word} answer.`)),
    );
    const { turns } = await searchPast(store, { ...query, text: 'delta' });
    assert.deepEqual(
      turns.map(({ passage, before, after }) => [
        before.map(({ turn_index }) => turn_index),
        passage.turn.turn_index,
        after.map(({ turn_index }) => turn_index),
      ]),
      [[[1, 2], 3, [4]]],
    );
  });

  test('the turn that asks is neither found nor shown around another', async t => {
    const store = temporaryStore(t);
    const { uuid } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('About delta?', 'The delta answer.'), makeTurn('/search delta')]);
    const except = { conversation_id: uuid, turn_index: 1 };
    const { turns } = await searchPast(store, { ...query, text: 'delta', except });
    assert.deepEqual(
      turns.map(({ passage, after }) => [passage.turn.turn_index, after.length]),
      [[0, 0]],
    );
  });

  test('a summary of nothing but lookups is not the past', async t => {
    const store = temporaryStore(t);
    for (const kind of ['lookup', 'talk'] as const) {
      const { uuid } = await ensureConversation(store, makeConversation());
      await appendTurns(store, uuid, [{ start: makeStart({ content: 'About delta?', kind }), end: makeEnd() }]);
      const conversation_summary = `The user asked about delta, a ${kind}.`;
      const given = { conversation_id: uuid, conversation_summary, start_turn: 0, end_turn: 0 };
      const { uuid: _, ...draft } = makeStoredSummary(given);
      await store.summaries.add(draft);
    }
    const { summaries } = await searchPast(store, { ...query, text: 'delta' });
    assert.deepEqual(
      summaries.map(({ summary }) => summary.conversation_summary),
      ['The user asked about delta, a talk.'],
    );
  });

  test('at most 3 turns, 5 summaries of the first level and 3 of the higher ones', async t => {
    const store = temporaryStore(t);
    for (let index = 0; index < 8; index++) {
      const { uuid } = await ensureConversation(store, makeConversation());
      await appendTurns(store, uuid, [makeTurn(`About delta ${index}?`, `The delta answer ${index}.`)]);
      for (const level of [1, 2]) {
        const { uuid: _, ...draft } = makeStoredSummary({
          conversation_id: uuid,
          level,
          conversation_summary: `The user asked about delta ${index}.`,
          start_turn: 0,
          end_turn: 0,
        });
        await store.summaries.add(draft);
      }
    }
    const { turns, summaries } = await searchPast(store, { ...query, text: 'delta' });
    const levels = summaries.map(({ summary }) => summary.level);
    assert.deepEqual([turns.length, levels], [3, [1, 1, 1, 1, 1, 2, 2, 2]]);
  });

  test('what no turn has is named', async t => {
    const store = temporaryStore(t);
    const found = await searchPast(store, { ...query, text: 'zebras' });
    assert.deepEqual(found, { turns: [], summaries: [], onlyNear: false, missing: ['zebras'] });
  });
});
