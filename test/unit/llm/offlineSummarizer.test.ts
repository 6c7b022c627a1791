import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ModelError } from '../../../src/llm/languageModel.ts';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import { makeStoredTurn, type StoredTurnOptions } from '../../support/builders.ts';

const never = new AbortController().signal;

async function summarize(...given: StoredTurnOptions[]) {
  const turns: Turn[] = given.map((options, turn_index) => ({ ...makeStoredTurn(options), turn_index }));
  return (await new OfflineSummarizer().summarize({ level: 1, turns }, never)).content;
}

describe('a conversation in English', () => {
  const turns: StoredTurnOptions[] = [
    {
      user: 'Why does the upload stall after fifteen minutes?',
      references: [{ path: 'src/http.ts' }],
      assistant:
        'The refresh reuses an **idle socket** from the pool of `src/http.ts`. I decided against a DNS cache, because no lookup happens.',
      tools: [
        {
          tool_name: 'readFile',
          arguments: { path: 'src/http.ts' },
          reasoning: 'The agent decides about sockets.',
          result: 'line one\nline two',
        },
        { tool_name: 'runTests', arguments: { files: ['test/http.test.ts'] }, success: false, error: '1 test failed' },
      ],
    },
    {
      user: 'OK. What is the fix?',
      assistant: '`closeIdle()` drops an idle socket after 4 s.\n\n```ts\nconst secret = 1;\n```',
      tools: [{ tool_name: 'editFile', arguments: { path: 'src/http.ts' }, result: 'edited src/http.ts: +19 -7' }],
    },
  ];

  test('is told by its questions and the sentences that answer them', async () => {
    const content = await summarize(...turns);
    assert.equal(
      content.conversation_summary,
      'The user asked “Why does the upload stall after fifteen minutes?”, so I answered: The refresh reuses an idle socket from the pool of src/http.ts. I decided against a DNS cache, because no lookup happens.\n' +
        'Then the user asked “What is the fix?”; I answered: closeIdle() drops an idle socket after 4 s.',
    );
    assert.deepEqual(
      content.evidence.map(({ turns: named, supported }) => [named, supported]),
      [
        [[0], true],
        [[0], true],
        [[1], true],
        [[0], true],
        [[1], true],
        // The two findings.
        [[0], true],
        [[1], true],
      ],
    );
  });

  test('is told by what its tools did, found and failed at', async () => {
    const content = await summarize(...turns);
    assert.equal(
      content.actions_summary,
      'I used readFile(src/http.ts) (“The agent decides about sockets”), then runTests(test/http.test.ts), which failed: “1 test failed”.\n' +
        'Then I used editFile(src/http.ts), which returned “edited src/http.ts: +19 -7”.',
    );
    assert.deepEqual(content.tools_used, ['readFile', 'runTests', 'editFile']);
  });

  test('comes with its findings, files and symbols', async () => {
    const content = await summarize(...turns);
    assert.deepEqual(content.key_findings, [
      'I decided against a DNS cache, because no lookup happens.',
      'closeIdle() drops an idle socket after 4 s.',
    ]);
    assert.deepEqual(content.files_mentioned, ['src/http.ts', 'test/http.test.ts']);
    assert.deepEqual(content.scopes_mentioned, ['closeIdle']);
  });
});

test('a conversation in French is told in French', async () => {
  const content = await summarize({
    user: 'Pourquoi écrire la progression sur stderr et pas sur stdout ?',
    assistant: 'Parce que stdout sert au résultat. La barre reste ainsi à l’écran.',
    tools: [{ tool_name: 'runTests', arguments: { files: ['test/progress.test.ts'] }, result: '4 passed, 0 failed' }],
  });
  assert.equal(
    content.conversation_summary,
    'L’utilisateur a demandé « Pourquoi écrire la progression sur stderr et pas sur stdout ? », j’ai donc répondu : Parce que stdout sert au résultat. La barre reste ainsi à l’écran.',
  );
  assert.equal(
    content.actions_summary,
    'J’ai utilisé runTests(test/progress.test.ts), qui a renvoyé « 4 passed, 0 failed ».',
  );
});

test('other languages get signs instead of words', async () => {
  const german = await summarize({
    user: 'Warum bleibt der Upload nach einer Viertelstunde stehen, obwohl niemand etwas verändert hat?',
    assistant: 'Weil ein untätiger Socket wiederverwendet wird, dessen Gegenseite bereits geschlossen wurde.',
    tools: [{ result: 'gelesen' }],
  });
  assert.equal(
    german.conversation_summary,
    '“Warum bleibt der Upload nach einer Viertelstunde stehen, obwohl niemand etwas verändert hat?” → Weil ein untätiger Socket wiederverwendet wird, dessen Gegenseite bereits geschlossen wurde.',
  );
  assert.equal(german.actions_summary, 'readFile(src/upload.ts) → “gelesen”.');
  const japanese = await summarize({ user: 'なぜ止まるのか？', assistant: '接続が再利用される。' });
  assert.equal(japanese.conversation_summary, '“なぜ止まるのか？” → 接続が再利用される。');
  const arabic = await summarize({ user: 'لماذا يتوقف الرفع؟', assistant: 'لأن الاتصال القديم يعاد استخدامه.' });
  assert.equal(arabic.conversation_summary, '“لماذا يتوقف الرفع؟” → لأن الاتصال القديم يعاد استخدامه.');
});

test('a later correction is told, and not the mistake it takes back', async () => {
  const filler = { user: 'Show me the log of the proxy', assistant: 'The proxy writes one row for each request.' };
  const content = await summarize(
    {
      user: 'What causes the stall?',
      assistant: 'The stall is caused by a slow DNS lookup, because the thread pool is full.',
    },
    filler,
    {
      user: 'It stalls again.',
      assistant: 'I was wrong: the stall is not caused by a slow DNS lookup, an idle socket is reused.',
    },
  );
  assert.match(content.conversation_summary, /I was wrong: the stall is not caused by a slow DNS lookup/);
  assert.doesNotMatch(content.conversation_summary, /because the thread pool is full/);
  assert.doesNotMatch(content.key_findings.join('\n'), /because the thread pool is full/);
});

test('an answer that did not come is told as such', async () => {
  const told = async (given: StoredTurnOptions) =>
    (await summarize({ user: 'Why is it slow?', ...given })).conversation_summary;
  assert.equal(
    await told({ assistant: '', status: 'failed', error: 'The quota is spent.' }),
    'The user asked “Why is it slow?”, but the answer failed: The quota is spent.',
  );
  assert.equal(
    await told({ assistant: '', status: 'cancelled' }),
    'The user asked “Why is it slow?”, but the answer was cancelled.',
  );
  assert.equal(await told({ assistant: undefined }), 'The user asked “Why is it slow?”, and no answer was recorded.');
  assert.equal(await told({ assistant: ' ' }), 'The user asked “Why is it slow?”, and the answer was empty.');
  assert.equal(
    await told({ assistant: '```\nx()\n```' }),
    'The user asked “Why is it slow?”, and the answer was code or data.',
  );
  assert.equal(
    await told({ assistant: 'The cache is cold at the', status: 'cancelled' }),
    'The user asked “Why is it slow?”; I began to answer: The cache is cold at the.',
  );
});

test('turns without words are told without inventing any', async () => {
  const told = async (user: string, assistant: string) => (await summarize({ user, assistant })).conversation_summary;
  assert.equal(await told('', ''), 'The user sent no words, and the answer was empty.');
  assert.equal(
    await told('👍', 'Good to hear that it works now.'),
    'The user said “👍”, so I answered: Good to hear that it works now.',
  );
  assert.equal(
    await told('```\nlet a = compute(b, c, d, e, f, g, h);\n```', 'The name shadows another one.'),
    'The user said “…”, so I answered: The name shadows another one.',
  );
});

test('a call without arguments and without a result is told by its name; no tools, no actions', async () => {
  const content = await summarize({ tools: [{ tool_name: 'getErrors', arguments: {}, result: '' }] });
  assert.equal(content.actions_summary, 'I used getErrors().');
  assert.equal((await summarize({})).actions_summary, '');
});

test('many calls: failures and changes first, the others by name', async () => {
  const reads = Array.from({ length: 40 }, (_, index) => ({ arguments: { path: `src/part${index}.ts` }, result: '' }));
  const content = await summarize({
    tools: [
      ...reads,
      { tool_name: 'runTests', arguments: {}, success: false, error: 'Timed out in test/a.test.ts' },
      ...reads,
    ],
  });
  assert.match(content.actions_summary, /runTests\(\), which failed: “Timed out in test\/a\.test\.ts”/);
  assert.match(content.actions_summary, /\nOther calls: readFile\.$/);
  assert.ok(content.actions_summary.length <= 500);
});

describe('a giant turn', () => {
  const line = 'The worker retries the batch after each timeout and writes a checkpoint to src/jobs/queue.ts. ';
  const giant = line.repeat(Math.ceil(1_000_000 / line.length));

  test('is read to its end', async () => {
    const content = await summarize({ user: 'What happens?', assistant: `${giant}\n\nWe decided to drop the worker.` });
    assert.match(content.conversation_summary, /We decided to drop the worker\./);
    assert.ok(content.conversation_summary.length <= 500);
  });

  test('lets others run and stops when it is cancelled', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const turns = [makeStoredTurn({ user: giant, assistant: giant })];
    await assert.rejects(
      new OfflineSummarizer().summarize({ level: 1, turns }, controller.signal),
      (error: unknown) => error instanceof ModelError && error.reason === 'cancelled',
    );
  });

  for (const [what, text] of [
    ['one endless word', 'x'.repeat(1_000_000)],
    ['marks without words', '```\n'.repeat(250_000)],
    ['lines that all go on', 'and more words\n'.repeat(66_000)],
    ['brackets that never close', '[a]('.repeat(250_000)],
  ] as const) {
    test(`may be ${what}`, async () => {
      const content = await summarize({ user: text, assistant: text, tools: [{ result: text.slice(0, 65_536) }] });
      assert.ok(content.conversation_summary.length <= 500);
    });
  }
});
