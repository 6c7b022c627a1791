import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inheritanceOf, withHeirs } from '../../../../src/model/summary/summaryInheritance.ts';

describe('what a summary inherits', () => {
  test('an L1 the files of its turns', () => {
    const l1 = { source_type: 'MESSAGE' as const, start_turn: 3, end_turn: 7, parent_summaries: [] };
    assert.deepEqual(inheritanceOf(l1), { filesOfTurns: { from: 3, to: 7 }, linksOfSummaries: [] });
  });

  test('a higher one what the summaries it condenses are linked to', () => {
    const l2 = { source_type: 'SUMMARY' as const, start_turn: 3, end_turn: 7, parent_summaries: ['a', 'b'] };
    assert.deepEqual(inheritanceOf(l2), { filesOfTurns: undefined, linksOfSummaries: ['a', 'b'] });
  });

  test('what one is linked to later goes to all above it, and to no others', () => {
    const higher = [
      { uuid: 'ab', parent_summaries: ['a', 'b'] },
      { uuid: 'c', parent_summaries: ['d'] },
      { uuid: 'top', parent_summaries: ['ab', 'c'] },
    ];
    assert.deepEqual(withHeirs('a', higher), ['a', 'ab', 'top']);
    assert.deepEqual(withHeirs('ab', higher.toReversed()), ['ab', 'top']);
    assert.deepEqual(withHeirs('top', higher), ['top']);
  });
});
