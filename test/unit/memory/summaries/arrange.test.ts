import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Stretch, stretchesBelow, stretchesOf } from '../../../../src/memory/summaries/arrange.ts';
import type { Summary } from '../../../../src/model/summary/summary.ts';
import { saySpan } from '../../../../src/model/turn/turnSpan.ts';
import { makeStoredSummary } from '../../../support/summaries.ts';

const span = (level: number, start_turn: number, end_turn: number) =>
  makeStoredSummary({ uuid: `L${level}-${start_turn}`, level, start_turn, end_turn });
const told = (stretches: readonly Stretch[]) =>
  stretches.map(stretch =>
    'summary' in stretch ? `L${stretch.summary.level} ${saySpan(stretch.summary)}` : `turns ${saySpan(stretch.turns)}`,
  );

const l1 = [span(1, 0, 3), span(1, 4, 7), span(1, 8, 11), span(1, 12, 15)];
const l2 = span(2, 0, 7);
const l3 = span(3, 0, 7);

test('a conversation opens into its highest summaries and the turns that none covers', () => {
  assert.deepEqual(told(stretchesOf([...l1, l2], 18)), ['L2 1–8', 'L1 9–12', 'L1 13–16', 'turns 17–18']);
  assert.deepEqual(told(stretchesOf([...l1, l2, l3], 16)), ['L3 1–8', 'L1 9–12', 'L1 13–16']);
  assert.deepEqual(told(stretchesOf([], 2)), ['turns 1–2']);
  assert.deepEqual(told(stretchesOf([], 0)), []);
});

test('a summary opens into what it condenses', () => {
  const all = [...l1, l2, l3];
  assert.deepEqual(told(stretchesBelow(l3, all)), ['L2 1–8']);
  assert.deepEqual(told(stretchesBelow(l2, all)), ['L1 1–4', 'L1 5–8']);
  assert.deepEqual(told(stretchesBelow(l1[1]!, all)), ['turns 5–8']);
});

test('where summaries below were trimmed, the turns are there', () => {
  assert.deepEqual(told(stretchesBelow(l2, [l1[1]!, l2])), ['turns 1–4', 'L1 5–8']);
  assert.deepEqual(told(stretchesBelow(l3, [l3])), ['turns 1–8']);
  assert.deepEqual(told(stretchesOf([l1[1]!, l1[3]!], 20)), [
    'turns 1–4',
    'L1 5–8',
    'turns 9–12',
    'L1 13–16',
    'turns 17–20',
  ]);
});

test('opened all the way down, every turn is there once and in order', () => {
  const layers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 }).map(sizes => {
    const made: Summary[] = [];
    let turn = 0;
    for (const size of sizes) {
      made.push(span(1, turn, turn + size - 1));
      turn += size;
    }
    for (let i = 0; i + 1 < sizes.length; i += 2) {
      made.push(span(2, made[i]!.start_turn, made[i + 1]!.end_turn));
    }
    return made;
  });
  const kept = fc.infiniteStream(fc.boolean());
  fc.assert(
    fc.property(layers, kept, fc.nat(5), (made, keep, more) => {
      const count = Math.max(...made.map(({ end_turn }) => end_turn)) + 1 + more;
      const summaries = made.filter(() => keep.next().value);
      const turnsIn = (stretches: Stretch[]): number[] =>
        stretches.flatMap(stretch =>
          'summary' in stretch
            ? turnsIn(stretchesBelow(stretch.summary, summaries))
            : Array.from(
                { length: stretch.turns.end_turn - stretch.turns.start_turn + 1 },
                (_, i) => stretch.turns.start_turn + i,
              ),
        );
      assert.deepEqual(
        turnsIn(stretchesOf(summaries, count)),
        Array.from({ length: count }, (_, i) => i),
      );
    }),
  );
});
