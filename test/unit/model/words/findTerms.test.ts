import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTerms } from '../../../../src/model/words/findTerms.ts';
import { isUnspaced, segmentsOf } from '../../../../src/model/words/scripts.ts';
import { foldWord, identifierParts, type QueryTerm, queryTerms, stem } from '../../../../src/model/words/words.ts';

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
  const wordsIn = (text: string) =>
    [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: word, index }) =>
      segmentsOf(word).map(segment => ({ ...segment, start: index + segment.start })),
    );
  const wanted = terms.map(({ text }) => wordsIn(text).filter(({ text }) => foldWord(text) !== ''));
  return wordsIn(text).flatMap(({ text: word, start }) => {
    const names = [word, ...identifierParts(word)].filter(name => foldWord(name) !== '');
    for (const [term, { prefix }] of terms.entries()) {
      const isOf = (name: string) =>
        wanted[term]!.some(
          ({ text }) => stem(name) === stem(text) || (prefix && foldWord(name).startsWith(foldWord(text))),
        );
      const name = names.findIndex(isOf);
      if (name >= 0) {
        return [{ start, end: start + word.length, term, whole: name === 0 }];
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
  fc.constantFrom(' ', '_', '-', '.', '…', '—', '😀', '\ud83d', '\udc00', '\u0301', 'É', 'ays', '1'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const pieces = fc.array(piece, { maxLength: 12 }).map(parts => parts.join(''));
const spaced = pieces.filter(text => !isUnspaced(text));

test('whatever the text and the terms, exactly the words with a stem of theirs are found', () => {
  fc.assert(
    fc.property(spaced, spaced, fc.boolean(), (text, question, prefix) => {
      const terms = queryTerms(question, prefix);
      assert.deepEqual(findTerms(text, terms), slowly(text, terms));
    }),
    { numRuns: 2000 },
  );
});
