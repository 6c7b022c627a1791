import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { turnQuote } from '../../../../src/memory/recall/turnQuote.ts';
import { makeStoredTurn } from '../../../support/builders.ts';

suite('a turn is quoted', () => {
  test('by what was answered, where it speaks of the file, even if the question names it too', () => {
    const turn = makeStoredTurn({
      user: 'What does src/retry.ts do?',
      assistant: `${'The policy was measured first. '.repeat(20)}In src/retry.ts the wait doubles with every failure.`,
    });
    const { text, answered } = turnQuote(turn, 'retry.ts');
    assert.match(text, /In src\/retry\.ts the wait doubles with every failure/);
    assert.ok(answered);
    assert.doesNotMatch(text, /What does/);
  });

  test('by what was said, where nothing was answered or it was told to memory itself', () => {
    const user = 'The staging database is on port 5433.';
    for (const turn of [
      makeStoredTurn({ user, assistant: undefined }),
      makeStoredTurn({ user, assistant: ' ' }),
      makeStoredTurn({ user, assistant: 'Noted.', kind: 'note' }),
    ]) {
      assert.deepEqual(turnQuote(turn, 'port'), { text: user, answered: false });
    }
  });

  test('and without any words says so', () => {
    assert.deepEqual(turnQuote(makeStoredTurn({ user: '', assistant: undefined }), ''), {
      text: '(no words)',
      answered: false,
    });
  });
});
