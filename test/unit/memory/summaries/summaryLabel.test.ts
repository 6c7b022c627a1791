import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutBetweenWords, summaryLabel } from '../../../../src/memory/summaries/summaryLabel.ts';

test('a summary is called by its first clause', () => {
  const labels: [text: string, label: string][] = [
    ['Backoff with jitter and a cap of 30 s. The tests follow.', 'Backoff with jitter and a cap of 30 s'],
    ['The user asked why the upload stalls, so I answered that the socket is reused.', 'Why the upload stalls'],
    ['The user asked “Why, then, does it stall?”, so I answered: Sockets.', 'Why, then, does it stall?'],
    ['Then the user said “OK, leave it.”', 'OK, leave it.'],
    ['L’utilisateur a demandé « Pourquoi ça bloque ? », j’ai donc répondu : Le socket.', 'Pourquoi ça bloque ?'],
    ['“重试策略是什么？” → 指数退避。', '重试策略是什么？'],
    ['First, the retry policy was settled, then tested.', 'First, the retry policy was settled'],
    ['src/upload.ts was split in two: one part reads.', 'src/upload.ts was split in two'],
    [
      'retry() waits 1,5 s (or 2, if told so) before it goes on, always.',
      'retry() waits 1,5 s (or 2, if told so) before it goes on',
    ],
    ['Why did it fail? Nobody knows.', 'Why did it fail?'],
    ['   ', '(no words)'],
  ];
  for (const [text, label] of labels) {
    assert.equal(summaryLabel(text), label);
  }
});

test('a long clause is cut between words, and says so', () => {
  const label = summaryLabel(`The retry policy ${'was discussed again and '.repeat(10)}settled.`);
  assert.ok(label.length <= 80, label);
  assert.match(label, /^The retry policy was discussed again .* (was|discussed|again|and)…$/);
});

test('no word is ever cut, whatever the text', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', 'Z', '7', '.', '/', '_', '-', '“', '('),
    minLength: 1,
    maxLength: 120,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), fc.integer({ min: 2, max: 90 }), (words, max) => {
      const text = words.join(' ');
      const cut = cutBetweenWords(text, max);
      if (cut === text) return;
      const kept = cut.replace(/…$/, '');
      assert.ok(text.startsWith(kept), `${cut} is no beginning of ${text}`);
      const rest = text.slice(kept.length);
      assert.match(rest, /^[\s,;:–—-]/u);
      assert.ok(cut.length <= max || !kept.includes(' '), cut);
    }),
  );
});

test('every text has a label of one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), text => {
      const label = summaryLabel(text);
      assert.ok(label.length > 0);
      assert.doesNotMatch(label, /[\r\n]/);
    }),
  );
});
