import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { compactHistory, gapsBefore, saySpans, type TurnSpan } from '../../../../src/model/turn/turnSpan.ts';

interface Level extends TurnSpan {
  level: number;
}
const span = (level: number, start_turn: number, end_turn: number): Level => ({ level, start_turn, end_turn });

suite('compacted history', () => {
  test('one L2 stands for its L1s; what follows is told by L1s', () => {
    const all = [span(1, 0, 4), span(1, 5, 9), span(2, 0, 9), span(1, 10, 14)];
    assert.deepEqual(compactHistory(all, 15), { summaries: [span(2, 0, 9), span(1, 10, 14)], gaps: [] });
  });

  test('what is not summarised yet is named', () => {
    assert.deepEqual(compactHistory([span(1, 0, 4)], 9).gaps, [{ start_turn: 5, end_turn: 8 }]);
    assert.deepEqual(compactHistory([], 3).gaps, [{ start_turn: 0, end_turn: 2 }]);
    assert.deepEqual(compactHistory([], 0).gaps, []);
  });

  test('a summary that reaches into the recent turns still tells what came before them', () => {
    const { summaries, gaps } = compactHistory([span(1, 0, 4), span(1, 5, 9), span(1, 10, 12)], 7);
    assert.deepEqual(summaries, [span(1, 0, 4), span(1, 5, 9)]);
    assert.deepEqual(gaps, []);
  });

  test('where a higher summary was removed, those below it tell the story', () => {
    const all = [span(3, 0, 9), span(2, 10, 19), span(1, 10, 14), span(1, 15, 19), span(1, 20, 24)];
    assert.deepEqual(compactHistory(all, 30), {
      summaries: [span(3, 0, 9), span(2, 10, 19), span(1, 20, 24)],
      gaps: [{ start_turn: 25, end_turn: 29 }],
    });
  });

  test('turns are named as people count them', () => {
    assert.equal(
      saySpans([
        { start_turn: 0, end_turn: 11 },
        { start_turn: 14, end_turn: 14 },
      ]),
      '1–12, 15',
    );
  });
});

/** Layers as summarising makes them: each level over whole summaries of the one below; some were trimmed since. */
const layers = fc
  .record({
    turns: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 }),
    rolled: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 10 }),
    rolledAgain: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
    kept: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    cut: fc.integer({ min: 0, max: 130 }),
  })
  .map(({ turns, rolled, rolledAgain, kept, cut }) => {
    let next = 0;
    const first = turns.map(count => {
      next += count;
      return span(1, next - count, next - 1);
    });
    const over = (below: Level[], counts: number[], level: number) => {
      let at = 0;
      return counts.flatMap(count => {
        const children = below.slice(at, at + count);
        at += count;
        return children.length < count ? [] : [span(level, children[0]!.start_turn, children.at(-1)!.end_turn)];
      });
    };
    const second = over(first, rolled, 2);
    const all = [...first, ...second, ...over(second, rolledAgain, 3)];
    return { all: all.filter(() => kept.next().value! > 0), cut };
  });

const turnsOf = (spans: readonly TurnSpan[], cut: number) =>
  new Set(
    spans.flatMap(({ start_turn, end_turn }) =>
      Array.from({ length: end_turn - start_turn + 1 }, (_, index) => start_turn + index).filter(turn => turn < cut),
    ),
  );

test('any layers: ordered, apart, covering exactly what is covered at all, by the highest there are', () => {
  fc.assert(
    fc.property(layers, ({ all, cut }) => {
      const { summaries, gaps } = compactHistory(all, cut);
      for (const [index, summary] of summaries.entries()) {
        assert.ok(index === 0 || summaries[index - 1]!.end_turn < summary.start_turn);
        assert.ok(summary.start_turn < cut);
        const above = all.filter(
          other =>
            other.level > summary.level && other.start_turn <= summary.start_turn && summary.end_turn <= other.end_turn,
        );
        assert.deepEqual(above, []);
      }
      const covered = turnsOf(summaries, cut);
      assert.deepEqual(covered, new Set([...turnsOf(all, cut)].sort((a, b) => a - b)));
      const missing = turnsOf(gaps, cut);
      assert.equal(covered.size + missing.size, cut);
      assert.ok(![...covered].some(turn => missing.has(turn)));
      assert.deepEqual(gapsBefore(cut, summaries), gaps);
    }),
  );
});
