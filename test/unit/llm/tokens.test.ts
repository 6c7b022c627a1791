import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cutToTokens } from '../../../src/llm/tokens.ts';
import { estimateTokens } from '../../../src/model/tokens.ts';

suite('tokens', () => {
  test('are a quarter of the characters, rounded up', () => {
    assert.deepEqual(['', 'a', 'abcd', 'abcde', 'é'.repeat(8)].map(estimateTokens), [0, 1, 1, 2, 2]);
  });

  test('are one a character in Chinese, Japanese and Korean', () => {
    assert.deepEqual(
      ['上传停滞', 'ひらがな', 'カタカナ', '업로드', '、。', '𠮷'].map(estimateTokens),
      [4, 4, 4, 3, 2, 2],
    );
    assert.equal(estimateTokens('retry 上传'), 2 + 2);
  });

  test('hold a text to so many, with both its ends, in any mix of scripts', () => {
    assert.equal(cutToTokens('short', 2), 'short');
    assert.match(cutToTokens(`始${'上'.repeat(1000)}末`, 200), /^始上+\n\[… \d+ characters left out …\]\n上+末$/);
    const run = fc.tuple(fc.constantFrom('a', '上', 'か', '𠮷', '😀'), fc.integer({ min: 0, max: 400 }));
    const anyText = fc
      .array(run, { maxLength: 6 })
      .map(runs => runs.map(([sign, times]) => sign.repeat(times)).join(''));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 500 }), (text, most) => {
        const cut = cutToTokens(text, most);
        assert.ok(estimateTokens(cut) <= most);
        assert.ok(cut.isWellFormed());
        assert.ok(cut === text || estimateTokens(text) > most, 'cut without need');
      }),
    );
  });
});
