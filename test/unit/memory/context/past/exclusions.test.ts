import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Exclusions } from '../../../../../src/memory/context/past/exclusions.ts';

const turn = { conversation_id: 'c1', turn_index: 3 };
const summary = { summary_id: 's1' };

suite('leave out and ask again', () => {
  test('holds for that question, once', () => {
    const exclusions = new Exclusions();
    exclusions.askWithout('why? ', [turn, summary, turn]);
    assert.deepEqual(exclusions.take('how?'), []);
    assert.deepEqual(exclusions.take(' why?'), [turn, summary]);
    assert.deepEqual(exclusions.take('why?'), []);
  });

  test('what is left out next comes on top of what was left out of that answer', () => {
    const exclusions = new Exclusions();
    const answer = { conversation_id: 'c2', turn_index: 0 };
    assert.deepEqual(exclusions.leftOutOf(answer), []);
    exclusions.remember(answer, [turn]);
    assert.deepEqual(exclusions.leftOutOf(answer), [turn]);
  });
});
