import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  goesOn,
  heirsOfRules,
  markAfter,
  markOf,
  type RuledSummary,
  reachesAsFar,
  type SummaryPlace,
  type TrimCandidate,
  toTrim,
} from '../../../../src/model/summary/layerRules.ts';
import { makeStoredSummary } from '../../../support/summaries.ts';

const mark = (level: number, next_turn: number) => ({ level, next_turn, next_char: next_turn * 100 });

const place = (uuid: string, level: number, start_turn: number, end_turn: number): SummaryPlace => ({
  uuid,
  conversation_id: 'c',
  level,
  start_turn,
  end_turn,
});

describe('where a level ends', () => {
  const l1 = (start_turn: number) => ({ level: 1, start_turn, parent_summaries: [] });
  const l2 = (start_turn: number, ...parent_summaries: string[]) => ({ level: 2, start_turn, parent_summaries });
  const waiting = ['a', 'b', 'c'].map(uuid => ({ uuid }));

  test('a level without a mark begins at the first turn', () => {
    assert.deepEqual(markOf([mark(1, 5)], 2), mark(2, 0));
    assert.deepEqual(markOf([mark(1, 5)], 1), mark(1, 5));
  });

  test('a summary moves the mark behind its last turn', () => {
    const summary = makeStoredSummary({ level: 2, start_turn: 3, end_turn: 7, char_range_end: 900 });
    assert.deepEqual(markAfter(summary), { level: 2, next_turn: 8, next_char: 900 });
  });

  test('an L1 goes on at the mark, neither before nor behind it', () => {
    assert.deepEqual(
      [4, 5, 6].map(start => goesOn(l1(start), mark(1, 5), [])),
      [false, true, false],
    );
  });

  test('a higher one condenses the first that wait below, in their order and without a gap', () => {
    assert.ok(goesOn(l2(5, 'a', 'b'), mark(2, 5), waiting));
    assert.ok(goesOn(l2(9, 'a'), mark(2, 5), waiting), 'what was trimmed before it is passed over');
    for (const parents of [
      ['b', 'c'],
      ['a', 'c'],
      ['b', 'a'],
      ['a', 'gone'],
      ['a', 'b', 'c', 'd'],
    ]) {
      assert.ok(!goesOn(l2(5, ...parents), mark(2, 5), waiting), parents.join());
    }
    assert.ok(!goesOn(l2(4, 'a'), mark(2, 5), waiting), 'it would tell a turn twice');
  });

  test('staged summaries take the place of others that reach no farther', () => {
    assert.ok(reachesAsFar([mark(1, 5)], [mark(1, 5), mark(2, 9)]));
    assert.ok(reachesAsFar([], []));
    assert.ok(!reachesAsFar([mark(1, 4), mark(2, 9)], [mark(1, 5)]));
    assert.ok(!reachesAsFar([], [mark(1, 1)]));
  });
});

describe('what a person said about summaries that are made anew', () => {
  const ruled = (rule: RuledSummary['rule'], ...given: Parameters<typeof place>) => ({ ...place(...given), rule });

  test('holds for the one of the level that covers most of the same turns, the first of several', () => {
    const staged = [place('n1', 1, 0, 3), place('n2', 1, 4, 9), place('top', 2, 0, 9), place('n3', 1, 10, 11)];
    const heirs = (given: RuledSummary) => heirsOfRules([given], staged);
    assert.deepEqual(heirs(ruled('pin', 'o', 1, 3, 6)), [{ summary_id: 'n2', rule: 'pin' }]);
    assert.deepEqual(heirs(ruled('pin', 'o', 1, 2, 5)), [{ summary_id: 'n1', rule: 'pin' }], 'two of each');
    assert.deepEqual(heirs(ruled('leave-out', 'o', 2, 9, 20)), [{ summary_id: 'top', rule: 'leave-out' }]);
    assert.deepEqual(heirs(ruled('pin', 'o', 1, 12, 15)), [], 'nothing tells of those turns');
    assert.deepEqual(heirs(ruled('pin', 'o', 3, 0, 9)), [], 'there is none of that level');
  });

  test('leaving out wins where two come together, whichever comes first', () => {
    const both = [ruled('leave-out', 'a', 1, 0, 1), ruled('pin', 'b', 1, 2, 3)];
    for (const order of [both, both.toReversed()]) {
      assert.deepEqual(heirsOfRules(order, [place('n', 1, 0, 3)]), [{ summary_id: 'n', rule: 'leave-out' }]);
    }
  });
});

describe('what is trimmed', () => {
  const candidate = (given: SummaryPlace, last_turn_ms: number, pinned = false): TrimCandidate => ({
    ...given,
    last_turn_ms,
    pinned,
  });
  const ids = (summaries: readonly SummaryPlace[]) => summaries.map(({ uuid }) => uuid).sort();
  const rules = [
    { level: 1, before: 50 },
    { level: 2, before: 20 },
  ];

  test('is what is old enough for its level, and not pinned', () => {
    const summaries = [
      candidate(place('old', 1, 0, 0), 49),
      candidate(place('pinned', 1, 1, 1), 10, true),
      candidate(place('new', 1, 2, 2), 50),
      candidate(place('broad', 2, 0, 2), 30),
      candidate(place('oldBroad', 2, 3, 4), 10),
      candidate(place('noRule', 3, 0, 4), 1),
    ];
    assert.deepEqual(ids(toTrim(summaries, rules, false)), ['old', 'oldBroad']);
  });

  test('is on request only what a higher one tells that stays', () => {
    const other = { ...place('elsewhere', 2, 5, 9), conversation_id: 'd' };
    const summaries = [
      candidate(place('told', 1, 0, 0), 1),
      candidate(place('broad', 2, 0, 1), 30),
      candidate(place('notTold', 1, 5, 5), 5),
      candidate(other, 30),
      candidate(place('underGoing', 1, 3, 3), 3),
      candidate(place('going', 2, 3, 4), 4),
      candidate(place('top', 3, 3, 4), 4),
    ];
    assert.deepEqual(ids(toTrim(summaries, rules, true)), ['going', 'told', 'underGoing']);
    const withoutTop = summaries.filter(({ uuid }) => uuid !== 'top');
    assert.deepEqual(ids(toTrim(withoutTop, rules, true)), ['told', 'underGoing'], 'the L2 has nothing above it');
  });

  test('leaves every turn told that was told, with a higher one above', () => {
    const some = fc.array(
      fc.record({
        conversation_id: fc.constantFrom('c', 'd'),
        level: fc.integer({ min: 1, max: 4 }),
        start_turn: fc.nat(8),
        length: fc.nat(6),
        last_turn_ms: fc.nat(100),
        pinned: fc.boolean(),
      }),
      { maxLength: 25 },
    );
    const someRules = fc.array(fc.record({ level: fc.integer({ min: 1, max: 4 }), before: fc.nat(100) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(some, someRules, (given, trimRules) => {
        const summaries = given.map(({ length, ...rest }, index) => ({
          ...rest,
          uuid: `${index}`,
          end_turn: rest.start_turn + length,
        }));
        const all = new Set(ids(toTrim(summaries, trimRules, false)));
        const going = new Set(ids(toTrim(summaries, trimRules, true)));
        for (const summary of summaries) {
          const stayingAbove = summaries.some(
            higher =>
              !going.has(higher.uuid) &&
              higher.conversation_id === summary.conversation_id &&
              higher.level > summary.level &&
              higher.start_turn <= summary.start_turn &&
              higher.end_turn >= summary.end_turn,
          );
          assert.equal(going.has(summary.uuid), all.has(summary.uuid) && stayingAbove);
          assert.ok(!(summary.pinned && all.has(summary.uuid)));
        }
      }),
    );
  });
});
