import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTerms } from '../../../src/model/findTerms.ts';
import { fold, identifierParts, type QueryTerm, queryTerms, stem } from '../../../src/model/words.ts';

const wordsOf = (text: string, terms: readonly QueryTerm[]) =>
  findTerms(text, terms).map(({ start, end, term, whole }) => ({ word: text.slice(start, end), term, whole }));

test('words of one family are found, alone and inside an identifier', () => {
  const terms = queryTerms('retry upload');
  assert.deepEqual(wordsOf('Retries: the UPLOAD, retrieve, uploadWithRetry and HTTPUploader.', terms), [
    { word: 'Retries', term: 0, whole: true },
    { word: 'UPLOAD', term: 1, whole: true },
    { word: 'uploadWithRetry', term: 0, whole: false },
    { word: 'HTTPUploader', term: 1, whole: false },
  ]);
});

test('accents, other scripts and pairs of surrogates neither hide a word nor join two', () => {
  const terms = queryTerms('été x 東京 𝒜 naïf');
  assert.deepEqual(
    wordsOf('Ete—ÉTÉ😀x 東京。𝒜… naif\ud83dété', terms).map(({ word }) => word),
    ['Ete', 'ÉTÉ', 'x', '東京', '𝒜', 'naif', 'été'],
  );
});

/** The same by the book: every word, each compared with every term. */
function slowly(text: string, terms: readonly QueryTerm[]) {
  const letters = /[\p{L}\p{N}\p{M}]+/gu;
  const endings = /^(?:ations?|ions?|ings?|ying|ies|ied|ed|e?s|ers?|ly|y|e|)$/;
  const starts = terms.map(({ text, prefix }) => (text.match(letters) ?? []).map(prefix ? fold : stem));
  return [...text.matchAll(letters)].flatMap(({ 0: word, index }) => {
    const names = [word, ...identifierParts(word)].map(fold);
    for (const [term, { prefix }] of terms.entries()) {
      const isOf = (name: string) =>
        starts[term]!.some(start => name.startsWith(start) && (prefix || endings.test(name.slice(start.length))));
      const name = names.findIndex(isOf);
      if (name >= 0) {
        return [{ start: index, end: index + word.length, term, whole: name === 0 }];
      }
    }
    return [];
  });
}

const piece = fc.oneof(
  fc.constantFrom(
    'retry',
    'Retries',
    'retr',
    'upload',
    'withUpload',
    'HTTPUploader',
    'aB',
    'a',
    'B2b',
    'été',
    'ß',
    'K',
  ),
  fc.constantFrom(' ', '_', '-', '.', '…', '—', '😀', '\ud83d', '\udc00', '\u0301', 'É', '東', '1'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const pieces = fc.array(piece, { maxLength: 12 }).map(parts => parts.join(''));

test('whatever the text and the terms, exactly the words of the terms are found', () => {
  fc.assert(
    fc.property(pieces, pieces, fc.boolean(), (text, question, prefix) => {
      const terms = queryTerms(question, prefix);
      assert.deepEqual(findTerms(text, terms), slowly(text, terms));
    }),
    { numRuns: 2000 },
  );
});
