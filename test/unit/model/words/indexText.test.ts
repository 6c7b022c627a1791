import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexPhrase, indexText, pairsOf } from '../../../../src/model/words/indexText.ts';
import { segmentsOf } from '../../../../src/model/words/scripts.ts';
import { foldWord, stem } from '../../../../src/model/words/words.ts';
import { indexedWords } from '../../../support/indexedWords.ts';
import { unspacedTalk } from '../../../support/unspacedTalk.ts';

test('an identifier answers to its parts', () => {
  assert.match(indexText('call retryWithBackoff now'), /\bretry With Backoff\b/);
  assert.match(indexText('parse HTTPResponse'), /\bHTTP Response\b/);
  assert.match(indexText('new_retryCount'), /\bretry Count\b/);
  assert.match(indexText('関数retryLoopを呼ぶ'), /\nretry Loop$/);
  assert.equal(indexText('plain words only, SOME 3F2A9C'), 'plain words only, SOME 3F2A9C');
});

test('a script without blanks is indexed by pairs of characters, each beginning one', () => {
  assert.equal(indexText('ポート5433です'), 'ポー ート ト 5433 です す');
  assert.equal(indexText('鍵'), '鍵');
  assert.equal(indexText('ที่อยู่'), 'ที่อ อยู่ ยู่');
  assert.equal(indexText('ﾃﾞｰﾀ'), 'デー ータ タ');
});

test('what is looked for may go on behind its end, and nowhere else', () => {
  assert.deepEqual(indexPhrase('データ'), { text: 'デー ータ', open: false });
  assert.deepEqual(indexPhrase('鍵'), { text: '鍵', open: true });
  assert.deepEqual(indexPhrase('ポート5433'), { text: 'ポー ート ト 5433', open: false });
});

/** By the book: each word folded and without its ending, each run by its pairs. */
function readByTheBook(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .flatMap(([word]) => segmentsOf(word))
    .flatMap(({ text, unspaced }) => (unspaced ? pairsOf(text) : [stem(text)]))
    .filter(word => foldWord(word) !== '');
}

test('index and marks read the same words in any text', () => {
  const real = [
    ...Object.values(unspacedTalk).flatMap(talk => talk.map(({ told, answered }) => `${told} ${answered}`)),
    ...readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8').split('\n'),
    'Été, naïve façade; ΣΑΣ σας; Straßen; İstanbul ǅ ﬁne x² ½ ①; हिन्दी में; שָׁלוֹם; مَرْحَبًا; ёлка Йод',
    '\ue000abc \ue0a0main ＡＢＣ ㍿ ㎏ ﷺ 𝒜 𠮷野家 e\u0301\u0323 \u0301',
  ];
  const madeUp = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 3000, seed: 8 });
  const texts = [...real, ...madeUp].filter(text => !indexText(text).includes('\n'));
  const indexed = indexedWords(texts.map(indexText));
  for (const [index, text] of texts.entries()) {
    assert.deepEqual(indexed[index], readByTheBook(text), text);
  }
});
