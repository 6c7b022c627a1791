import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutItemMarks } from '../../../../src/model/text/itemMarks.ts';
import { proseBlocks, splitSentences } from '../../../../src/model/text/sentences.ts';

test('prose is split into sentences and items; code, headings and tables are left out', () => {
  const text = `# Title

It waits 0.5 s. Then it doubles! Does it stop? Yes.

\`\`\`ts
const code = 1. Not prose.
\`\`\`

| a | b |
- first item
- second item. With more
1. Third item`;
  assert.deepEqual(splitSentences(text), [
    'It waits 0.5 s.',
    'Then it doubles!',
    'Does it stop?',
    'Yes.',
    '- first item',
    '- second item.',
    'With more',
    '1. Third item',
  ]);
});

test('a wrapped line goes on; a line that begins anew does not', () => {
  assert.deepEqual(splitSentences('The pool has four\nthreads by default\nAnd more'), [
    'The pool has four threads by default',
    'And more',
  ]);
});

test('an abbreviation ends no sentence', () => {
  assert.deepEqual(splitSentences('Use a lock, e.g. SQLite has one. Done.'), [
    'Use a lock, e.g. SQLite has one.',
    'Done.',
  ]);
});

test('scripts without spaces are split at their own full stops', () => {
  assert.deepEqual(splitSentences('接続が切れた。再試行する！'), ['接続が切れた。', '再試行する！']);
});

test('a code block that is never closed hides the rest', () => {
  assert.deepEqual(splitSentences('Before.\n```\nafter'), ['Before.']);
});

test('code in a list or a quote is no prose; what is only indented is', () => {
  const text =
    '1. Start it:\n\n    ```sh\n    Npm start. Then wait.\n    ```\n\n    It listens.\n> ```\n> Quoted code\n\n    Indented words';
  assert.deepEqual(splitSentences(text), ['1. Start it:', 'It listens.', 'Indented words']);
});

test('a number alone is an answer, a bullet and a box are marks', () => {
  assert.deepEqual(splitSentences('8.'), ['8.']);
  assert.deepEqual(
    [...proseBlocks('• one\nand more\n2024. A year')],
    [
      { text: '• one and more', item: true },
      { text: '2024. A year', item: false },
    ],
  );
  assert.equal(withoutItemMarks(' - [x] 1) done'), 'done');
  assert.equal(withoutItemMarks('2024. A year'), '2024. A year');
});
