import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rarestTerms } from '../../../../src/model/search/rareTerms.ts';

suite('the rarest words', () => {
  test('find: as many as stay below a number, or at least so many', () => {
    const texts = (most: number, counts: Record<string, number>, atLeast = 1) => {
      const counted = Object.entries(counts).map(([text, count]) => ({ text, count }));
      return rarestTerms(counted, most, atLeast).map(({ text }) => text);
    };
    assert.deepEqual(texts(100, { common: 90, rare: 5, some: 20, unknown: 0 }), ['rare', 'some']);
    assert.deepEqual(texts(100, { endless: 100 }), ['endless']);
    assert.deepEqual(texts(100, { endless: 100 }, 0), []);
    assert.deepEqual(texts(100, { unknown: 0 }), []);
  });
});
