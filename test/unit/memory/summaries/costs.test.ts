import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { costOfLayers, costOfMessages, costOfWhole, makeConversations, sizeOf } from '../../../bench/costs.ts';
import { makeStoredTurns } from '../../../support/summaries.ts';

suite('what summaries cost', () => {
  test('200 000 characters in turns of 5 000 make 20 L1 and 2 L2', async () => {
    const turns = makeStoredTurns(
      Array.from({ length: 40 }, () => ({ user: 'q'.repeat(1000), assistant: 'a'.repeat(4000) })),
    );
    assert.equal((await costOfLayers(turns)).calls, 22);
    assert.equal(costOfWhole(turns).calls, 40);
    assert.equal(costOfMessages(turns).calls, 80);
  });

  test('in layers, twice the conversation costs about twice; all again at each question, four times', async () => {
    const [long = []] = makeConversations(200_000, 200_000);
    const half = long.slice(0, long.length / 2);
    const layers = (await costOfLayers(long)).tokens / (await costOfLayers(half)).tokens;
    const whole = costOfWhole(long).tokens / costOfWhole(half).tokens;
    assert.ok(layers < 2.3, `${layers}`);
    assert.ok(whole > 3.3, `${whole}`);
  });

  test('conversations have the length that was asked for, and the same words', () => {
    const short = makeConversations(100_000, 20_000);
    assert.equal(short.length, 5);
    assert.equal(short.flat().length, makeConversations(100_000, 100_000).flat().length);
    assert.ok(short.flat().reduce((sum, turn) => sum + sizeOf(turn), 0) >= 100_000);
  });
});
