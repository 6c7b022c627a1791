import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { makeSnippet } from '../../../../src/model/search/snippet.ts';
import { queryTerms } from '../../../../src/model/words/words.ts';

suite('snippets', () => {
  const marked = (text: string, question: string, width?: number) => {
    const { snippet, highlights } = makeSnippet(text, queryTerms(question), width);
    return highlights.map(([start, end]) => snippet.slice(start, end));
  };

  test('words of one family are marked', () => {
    assert.deepEqual(marked('We retried, so retries and a retry happen', 'retry'), ['retried', 'retries', 'retry']);
  });

  test('the stretch with most of the words is shown', () => {
    const text = `token ${'and so on '.repeat(60)}two refresh calls race when the token expires`;
    const { snippet } = makeSnippet(text, queryTerms('token refresh race'), 80);
    assert.match(snippet, /refresh calls race when the token/);
  });

  test('no character is cut in two, nor parted from its marks, wherever the snippet begins and ends', () => {
    const character = fc.constantFrom('😀', '𠮷', 'ที่', 'กำ', '字', 'e\u0301', 'a', ' ', '。');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 300 }), fc.constantFrom('字', '𠮷', 'e'), (characters, question) => {
        const text = characters.join('');
        const { snippet, highlights } = makeSnippet(text, queryTerms(question), 40);
        const inner = snippet.replace(/^…|…$/g, '');
        assert.ok(snippet.isWellFormed());
        assert.ok(!/^\p{M}/u.test(inner));
        for (const offset of highlights.flat()) {
          assert.ok(snippet.slice(offset).isWellFormed() && !/^\p{M}/u.test(snippet.slice(offset)));
        }
      }),
    );
  });

  test('marks lie inside the snippet, in order and apart, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ maxLength: 30 }), (text, question) => {
        const { snippet, highlights } = makeSnippet(text, queryTerms(question, true), 60);
        let last = 0;
        for (const [start, end] of highlights) {
          assert.ok(start >= last && end > start && end <= snippet.length);
          last = end;
        }
      }),
    );
  });
});
