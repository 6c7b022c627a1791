import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shortMessage } from '../../../src/util/shortMessage.ts';

suite('a message that can be read whole', () => {
  test('a short one stays as it is', () => {
    assert.equal(shortMessage('It was set. Ask again.', 40), 'It was set. Ask again.');
  });

  test('of a long one the sentences that fit are told', () => {
    assert.equal(
      shortMessage('It was set. It is in a.b/c.d. Nothing else changed.', 40),
      'It was set. It is in a.b/c.d.',
    );
  });

  test('a long sentence is cut where there is room', () => {
    assert.equal(
      shortMessage('It lives in /a/very/long/folder/of/somebody and stays there.', 30),
      'It lives in /a/very/long/fold…',
    );
  });
});
