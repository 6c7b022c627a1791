import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSentences } from '../../../../src/model/text/sentences.ts';

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
