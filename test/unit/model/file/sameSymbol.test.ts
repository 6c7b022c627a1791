import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasName, lastName, sameSymbol } from '../../../../src/model/file/sameSymbol.ts';

describe('names of symbols', () => {
  test('the last name stands after the last dot', () => {
    assert.deepEqual(['retry', 'Upload.retry', 'a.b.c'].map(lastName), ['retry', 'retry', 'c']);
  });

  test('a symbol is the same with or without what it is in, and another one in something else', () => {
    for (const [one, other, same] of [
      ['retry', 'retry', true],
      ['retry', 'Upload.retry', true],
      ['Upload.retry', 'Download.retry', false],
      ['retry', 'Upload.noretry', false],
      ['retry', 'retryLater', false],
    ] as const) {
      assert.equal(sameSymbol(one, other), same, `${one} ${other}`);
      assert.equal(sameSymbol(other, one), same, `${other} ${one}`);
    }
  });

  test('a text names a symbol by a word of its own', () => {
    for (const text of ['`retry()`', 'this.retry', 'RETRY, then retry.', 'retry']) {
      assert.ok(hasName(text, 'Upload.retry'), text);
    }
    for (const text of ['retryLater', 'noretry', '$retry', 'retry_2', 'éretry', 'Upload', '']) {
      assert.ok(!hasName(text, 'Upload.retry'), text);
    }
    assert.ok(hasName('call $on(a)', '$on'), 'signs are no pattern');
    assert.ok(!hasName('abc', 'a+c'));
  });
});
