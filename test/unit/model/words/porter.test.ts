import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { porter } from '../../../../src/model/words/porter.ts';
import { indexedWords } from '../../../support/indexedWords.ts';

const root = new URL('../../../../', import.meta.url);
const texts = ['README.md', 'CHANGELOG.md', 'docs/architecture.md', 'src/store/sqlite/words/textIndex.ts'].map(file =>
  readFileSync(new URL(file, root), 'utf8').toLowerCase(),
);
const written = new Set(texts.join('\n').match(/[a-z0-9]+/g) ?? []);

const letters = [...'aeiouybdglmnrstwxz', 'ж', 'ß', 'œ'];
const endings =
  's es ies sses ed eed ing at bl iz tt ll y ational tional enci izer logi bli alli eli ization ator ness iveness aliti ' +
  'ical icate ful ative alize al ance er ic able ant ement ment ent ion sion tion ou ism ate iti ous ive ize e';
const piece = fc.constantFrom(...letters, ...endings.split(' '));
const madeUp = fc.sample(fc.array(piece, { minLength: 1, maxLength: 6 }), { numRuns: 20_000, seed: 8 });

test('words have the stems that the word index gives them, real and made-up ones', () => {
  const long = [62, 63, 64, 65, 66].map(length => `${'a'.repeat(length - 3)}ing`);
  const words = [...new Set([...written, ...madeUp.map(pieces => pieces.join('')), ...long])];
  assert.ok(written.size > 1000 && words.length > 10_000);
  const indexed = indexedWords(words);
  assert.deepEqual(
    words.map(porter).filter((stem, index) => indexed[index]?.join(' ') !== stem),
    [],
  );
});
