import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { DiscussedCount, isAboutSymbol, MOST_TURNS_TOLD, talksOf } from '../../../../src/model/file/fileTalk.ts';
import type { MentionPlace } from '../../../../src/model/file/mention.ts';

const said = (conversation_id: string, turn_index: number, at: number, place: Partial<MentionPlace> = {}) => ({
  conversation_id,
  turn_index,
  at,
  ...({ kind: 'prose', line: null, symbol: null, ...place } as const),
});
const summed = (conversation_id: string, level: number, at: number) => ({ conversation_id, level, at });
const all = { limit: Number.MAX_SAFE_INTEGER };

describe('what is said about a file', () => {
  test('comes by conversation, the last one first, whether a turn or a summary was last', () => {
    const turns = [said('old', 0, 1), said('new', 0, 5), said('old', 1, 2)];
    const talks = talksOf(turns, [summed('summed', 1, 9), summed('old', 1, 2)], all);
    assert.deepEqual(
      talks.map(({ conversation_id, turn_count }) => [conversation_id, turn_count]),
      [
        ['summed', 0],
        ['new', 1],
        ['old', 2],
      ],
    );
    assert.deepEqual(talksOf(turns, [], { limit: 1, offset: 1 }), talksOf(turns, [], all).slice(1, 2));
  });

  test('of a question and its answer tells the one that knows the place', () => {
    const [question, answer] = [said('c', 0, 1, { line: 4 }), said('c', 0, 2)];
    assert.deepEqual(talksOf([question, answer], [], all)[0]?.turns, [question]);
    const placed = said('c', 0, 2, { symbol: 'retry' });
    assert.deepEqual(talksOf([question, placed], [], all)[0]?.turns, [placed], 'the later one, if both do');
  });

  test('tells the broadest summaries first, then the newest', () => {
    const summaries = [summed('c', 1, 1), summed('c', 2, 2), summed('c', 1, 3)];
    assert.deepEqual(
      talksOf([], summaries, all)[0]?.summaries.map(({ level, at }) => [level, at]),
      [
        [2, 2],
        [1, 3],
        [1, 1],
      ],
    );
  });

  test('counts every turn once, and tells the newest of them', () => {
    const mention = fc.record({
      conversation_id: fc.constantFrom('a', 'b', 'c'),
      turn_index: fc.nat(40),
      at: fc.nat(1000),
      line: fc.option(fc.integer({ min: 1, max: 9 })),
    });
    fc.assert(
      fc.property(fc.array(mention, { maxLength: 120 }), given => {
        const turns = given.map(each => ({ kind: 'prose' as const, symbol: null, ...each }));
        const talks = talksOf(turns, [], all);
        const count = talks.reduce((sum, { turn_count }) => sum + turn_count, 0);
        assert.equal(count, new Set(given.map(each => `${each.conversation_id} ${each.turn_index}`)).size);
        const lastOf = (id: string) => Math.max(...given.flatMap(each => (each.conversation_id === id ? each.at : [])));
        const order = talks.map(({ conversation_id }) => lastOf(conversation_id));
        assert.deepEqual(
          order,
          order.toSorted((a, b) => b - a),
        );
        for (const talk of talks) {
          assert.equal(talk.turns.length, Math.min(talk.turn_count, MOST_TURNS_TOLD));
          assert.equal(new Set(talk.turns.map(({ turn_index }) => turn_index)).size, talk.turns.length);
        }
      }),
    );
  });
});

describe('what is said about a symbol', () => {
  test('is linked to it, or has its name', () => {
    assert.ok(isAboutSymbol('retry', ['Upload.retry'], ''));
    assert.ok(isAboutSymbol('Upload.retry', [], 'What does retry() do?'));
    assert.ok(!isAboutSymbol('Upload.retry', ['Download.retry'], 'retryLater'));
  });

  test('counts for the conversations that are linked, and for those whose texts name it', () => {
    const count = new DiscussedCount([
      { name: 'Upload.retry', conversation_id: 'linked' },
      { name: 'retry', conversation_id: 'other' },
      { name: 'stall', conversation_id: 'other' },
    ]);
    assert.ok(count.isOpen('linked'), 'it may be about stall');
    assert.ok(!count.isOpen('other'), 'its texts need not be read');
    count.read('named', 'First retry, then retry again.');
    count.read('named', 'retryLater, stalled');
    assert.deepEqual(count.counts(), [
      { name: 'Upload.retry', conversations: 3 },
      { name: 'retry', conversations: 3 },
      { name: 'stall', conversations: 1 },
    ]);
  });
});
