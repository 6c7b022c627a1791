import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import type { Summary } from '../../../src/model/summary/summary.ts';
import { makeStoredSummary, supportedBy } from '../../support/summaries.ts';

async function rollUp(...summaries: Summary[]) {
  const signal = new AbortController().signal;
  return (await new OfflineSummarizer().summarize({ level: 2, summaries }, signal)).content;
}

const cause = 'The user asked “Why does the upload stall?”, so I answered: An idle socket is reused.';
const fix = 'Then the user asked “What is the fix?”; I answered: The idle socket is closed after 4 s in src/http.ts.';
const tests = 'I used runTests(test/http.test.ts), which returned “4 passed, 0 failed”.';

test('sentences keep the turns they rested on below, and stand on their own', async () => {
  const content = await rollUp(
    makeStoredSummary({
      conversation_summary: cause,
      evidence: [supportedBy(cause, 2)],
      start_turn: 0,
      end_turn: 4,
      tools_used: ['readFile'],
    }),
    makeStoredSummary({
      conversation_summary: fix,
      actions_summary: tests,
      evidence: [supportedBy(fix, 7), supportedBy(tests, 8)],
      start_turn: 5,
      end_turn: 9,
      tools_used: ['runTests', 'readFile'],
    }),
  );
  assert.equal(
    content.conversation_summary,
    `${cause}\nThe user asked “What is the fix?”; I answered: The idle socket is closed after 4 s in src/http.ts.`,
  );
  assert.equal(content.actions_summary, tests);
  assert.deepEqual(
    content.evidence.map(({ turns }) => turns),
    [[2], [7], [8]],
  );
  assert.deepEqual(content.tools_used, ['readFile', 'runTests']);
  assert.deepEqual(content.files_mentioned, ['src/http.ts', 'test/http.test.ts']);
});

test('what no turn speaks for is not carried upwards', async () => {
  const invented = 'The user asked about Redis in src/cache.ts.';
  const content = await rollUp(
    makeStoredSummary({
      conversation_summary: `${cause} ${invented}`,
      evidence: [supportedBy(cause, 2), { sentence: invented, turns: [3], supported: false }],
    }),
  );
  assert.equal(content.conversation_summary, cause);
});

test('a summary without evidence rests on its whole range', async () => {
  const content = await rollUp(
    makeStoredSummary({ conversation_summary: 'An idle socket stalls uploads.', start_turn: 3, end_turn: 5 }),
  );
  assert.deepEqual(content.evidence, [
    { sentence: 'An idle socket stalls uploads.', turns: [3, 4, 5], supported: true },
  ]);
});

test('a correction in a later summary wins over the mistake, and findings are merged', async () => {
  const mistake = 'The stall is caused by a slow DNS lookup behind a full thread pool.';
  const correction = 'I was wrong: the stall is not caused by a slow DNS lookup, an idle socket is reused.';
  const decision = 'We decided to keep the cap of 30 s because the proxy asks for it.';
  const content = await rollUp(
    makeStoredSummary({ conversation_summary: mistake, evidence: [supportedBy(mistake, 0)], key_findings: [mistake] }),
    makeStoredSummary({
      conversation_summary: decision,
      evidence: [supportedBy(decision, 6)],
      key_findings: [decision],
    }),
    makeStoredSummary({
      conversation_summary: correction,
      evidence: [supportedBy(correction, 9)],
      key_findings: [correction],
    }),
  );
  assert.equal(content.conversation_summary, `${decision}\n${correction}`);
  assert.deepEqual(content.key_findings, [decision, correction]);
});

const subjects =
  'parser lexer cache queue socket router theme editor ledger invoice backup cluster schema cursor webhook calendar locale font canvas kernel';

test('twenty summaries still fit, with the whole range in view', async () => {
  const summaries = subjects.split(' ').map((subject, index, all) => {
    const sentence = `The user asked about the ${subject}, so I answered: A ${subject} without ${all[(index + 7) % 20]} loses every ${all[(index + 11) % 20]} at midnight.`;
    return makeStoredSummary({
      conversation_summary: sentence,
      evidence: [supportedBy(sentence, index)],
      start_turn: index,
      end_turn: index,
    });
  });
  const { conversation_summary, evidence } = await rollUp(...summaries);
  const turns = evidence.flatMap(each => each.turns);
  assert.ok(conversation_summary.length <= 500);
  assert.ok(
    turns.some(turn => turn < 7) && turns.some(turn => turn >= 7 && turn < 14) && turns.some(turn => turn >= 14),
    String(turns),
  );
});

test('nothing to condense makes nothing', async () => {
  const content = await rollUp();
  assert.equal(content.conversation_summary, '');
  assert.deepEqual(content.evidence, []);
});

test('an answer that says nothing without its question is told with it or not at all', async () => {
  const sentences = [
    `We decided that part 0 of the uploads waits, because the server asks for that: ${'it is busy with other parts and '.repeat(3)}so on.`,
    'The user asked “And a circuit breaker for all of the lanes?”, so I answered: Rejected, together with the shared budget of all lanes, because both solve another problem.',
    `We decided that part 2 of the reports waits, because the reader asks for that: ${'there is no room in the queue and '.repeat(3)}so on.`,
  ];
  const { conversation_summary } = await rollUp(
    ...sentences.map((sentence, turn) =>
      makeStoredSummary({
        conversation_summary: sentence,
        evidence: [supportedBy(sentence, turn)],
        start_turn: turn,
        end_turn: turn,
      }),
    ),
  );
  assert.doesNotMatch(conversation_summary, /^Rejected/m);
});
