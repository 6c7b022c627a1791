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
    assert.equal(summaryLabel({ conversation_summary: text }), label);
  }
});

test('what was decided names a summary, else what was asked', () => {
  const asked = (question: string, answer: string) => `The user asked “${question}”, so I answered: ${answer}`;
  const labels: [text: string, label: string][] = [
    [asked('Is that all?', 'We decided that retries use full jitter: the wait is random.'), 'Retries use full jitter'],
    [asked('And now?', 'So the decision: SHA-256 per part, in a header.'), 'SHA-256 per part'],
    [asked('Why not?', 'So a retry library is rejected: the loop is small.'), 'A retry library is rejected'],
    [asked('And a circuit breaker?', 'Rejected, together with the shared budget.'), 'A circuit breaker?'],
    [
      'The user said “They see nothing”, so I answered: It is slow.\nThen the user asked “Is the cache full?”; I answered: No.',
      'Is the cache full?',
    ],
    [
      'L’utilisateur a demandé « Mo ou Mio ? », j’ai donc répondu : Décision : unités binaires partout, et une décimale.',
      'Unités binaires partout',
    ],
  ];
  for (const [conversation_summary, label] of labels) {
    assert.equal(summaryLabel({ conversation_summary }), label);
  }
});

test('what its turns do not support names no summary', () => {
  const conversation_summary = 'The user asked about sockets. We decided to fly to Mars.';
  const evidence = [
    { sentence: 'The user asked about sockets.', turns: [0], supported: true },
    { sentence: 'We decided to fly to Mars.', turns: [], supported: false },
    { sentence: 'It was decided to land.', turns: [], supported: false, finding: true as const },
  ];
  const key_findings = ['It was decided to land.'];
  assert.equal(summaryLabel({ conversation_summary, evidence, key_findings }), 'Sockets');
});

test('a long clause is cut between words, and says so', () => {
  const label = summaryLabel({
    conversation_summary: `The retry policy ${'was discussed again and '.repeat(10)}settled.`,
  });
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
      if (cut === text) {
        return;
      }
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
      const label = summaryLabel({ conversation_summary: text });
      assert.ok(label.length > 0);
      assert.doesNotMatch(label, /[\r\n]/);
    }),
  );
});

test('what was told to memory is called by its words', () => {
  const label = summaryLabel({ conversation_summary: 'The user noted: the staging database is on port 5433.' });
  assert.equal(label, 'The staging database is on port 5433');
});
