import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { packPieces, sourceOf } from '../../../../src/memory/summaries/pieces.ts';
import { splitText } from '../../../../src/memory/summaries/splitText.ts';
import { makeStoredSummary, supportedBy } from '../../../support/summaries.ts';

suite('splitting a text that is too long', () => {
  test('prefers paragraphs, then lines, sentences and words', () => {
    assert.deepEqual(splitText('one two\n\nthree four', 12), ['one two\n\n', 'three four']);
    assert.deepEqual(splitText('one two\nthree four', 12), ['one two\n', 'three four']);
    assert.deepEqual(splitText('One two. Three four', 12), ['One two. ', 'Three four']);
    assert.deepEqual(splitText('one two three', 12), ['one two ', 'three']);
  });

  test('loses nothing, keeps to the limit, and breaks no character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\n\n', '. ', '🦘', 'é'), maxLength: 400 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 50 }), (whole, max) => {
        const parts = splitText(whole, max);
        assert.equal(parts.join(''), whole);
        assert.ok(parts.every(part => part.length <= max && part.isWellFormed()));
      }),
    );
  });
});

suite('grouping pieces', () => {
  test('whole pieces, in order, as many as fit', () => {
    assert.deepEqual(packPieces(['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)], 100), [
      ['a'.repeat(40), 'b'.repeat(40)],
      ['c'.repeat(40)],
    ]);
  });

  test('a giant turn is split, and each part says which turn it belongs to', () => {
    const groups = packPieces([`Turn 7:\nUser: ${'word '.repeat(60)}`], 200);
    assert.equal(groups.length, 3);
    assert.match(groups[0]?.[0] ?? '', /^Turn 7:\nUser: word/);
    assert.match(groups[1]?.[0] ?? '', /^Turn 7: \(goes on, part 2 of 3\)\nword/);
    assert.equal(groups.flat().join('').match(/word/g)?.length, 60);
  });

  test('every group fits, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 12 }), sizes => {
        const groups = packPieces(
          sizes.map((size, index) => `Turn ${index}:\n${'x'.repeat(size)}`),
          1000,
        );
        assert.ok(groups.every(group => group.length > 0 && group.join('\n\n').length <= 1000));
        const kept = groups.flat().join('').match(/x/g)?.length ?? 0;
        assert.equal(
          kept,
          sizes.reduce((sum, size) => sum + size, 0),
        );
      }),
    );
  });
});

test('above level 1, only what is supported below can support a sentence', () => {
  const summary = makeStoredSummary({
    evidence: [supportedBy('The cap is 30 s.', 2, 3), { sentence: 'It runs on Mars.', turns: [3], supported: false }],
  });
  const source = sourceOf({ level: 2, summaries: [summary] });
  assert.deepEqual(
    [...source],
    [
      [2, '\nThe cap is 30 s.'],
      [3, '\nThe cap is 30 s.'],
    ],
  );
});
