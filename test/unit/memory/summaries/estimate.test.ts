import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { estimateBackfill } from '../../../../src/memory/summaries/estimate.ts';

const settings = { everyChars: 10_000, everyTurns: 0, everyTokens: 0, maxLevel: 3 };
const waiting = (turns: number, chars: number) => [{ conversation_id: 'c', turns, chars }];

suite('what summaries would cost', () => {
  test('is a call for each that is due, with its material', () => {
    assert.deepEqual(estimateBackfill(waiting(30, 25_000), settings), {
      conversations: 1,
      calls: 2,
      tokens: 2 * 1200 + 25_000 / 4,
    });
  });

  test('counts the levels above', () => {
    assert.equal(estimateBackfill(waiting(400, 200_000), settings).calls, 22);
  });

  test('is nothing for what is not due, and one more call when it is made all the same', () => {
    assert.equal(estimateBackfill(waiting(3, 900), settings).calls, 0);
    assert.equal(estimateBackfill(waiting(3, 900), settings, true).calls, 1);
    assert.equal(estimateBackfill(waiting(30, 25_000), settings, true).calls, 3);
    assert.equal(estimateBackfill(waiting(0, 0), settings, true).calls, 0);
  });
});
