import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import type { Summary } from '../../../src/model/summary/summary.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import { demoTurns, inRanges } from '../../support/demoTurns.ts';
import { summaryOf } from '../../support/storedSummary.ts';
import { makeStoredSummary, makeStoredTurns, supportedBy } from '../../support/summaries.ts';

const summarizer = new OfflineSummarizer();
const never = new AbortController().signal;

/** What stands at the top of a conversation: its L2, or its only L1. */
async function topText(turns: readonly Turn[]): Promise<string> {
  const below: Summary[] = [];
  for (const range of inRanges(turns, 10_000)) {
    const { content } = await summarizer.summarize({ level: 1, turns: range }, never);
    below.push(summaryOf(content, range[0]!.turn_index, range.at(-1)!.turn_index));
  }
  const [only] = below;
  if (only && below.length === 1) {
    return only.conversation_summary;
  }
  return (await summarizer.summarize({ level: 2, summaries: below }, never)).content.conversation_summary;
}

const decisions: Record<string, RegExp> = {
  'first-sketch': /default 8 MiB, fixed for the length of an upload/,
  checksums: /SHA-256 per part in the header x-parcel-sha256.*CRC32C and MD5 are rejected/,
  'first-retry-loop': /a retry library is rejected.*no jitter, cap 5 s, eight attempts/s,
  'resume-journal': /the resume journal is a file of JSON lines.*SQLite were considered and rejected/,
  'parallel-parts': /four parts at a time, fixed/,
  'stall-dns': /the remedy is cachedLookup in src\/dnsCache\.ts/,
  'retry-policy': /exponential back-off with full jitter.*500 ms.*capped at 30 s, for at most 6 attempts/,
  'token-refresh': /Token refresh is single flight now/,
  'affichage-progression': /Décision : unités binaires partout/,
  'stall-sockets': /caused by reusing an idle socket .* and not by DNS/,
  'config-precedence': /defaults, then parcel\.config\.json in the current directory, then PARCEL_\*, then flags/,
  'before-release':
    /the Windows test of saveCredentials is yours.*the hint for 413 and the README sentence about dumps go to 0\.5/,
};

for (const { id, turns } of demoTurns()) {
  test(`the top summary of ${id} says what was decided`, async () => {
    const text = await topText(turns);
    assert.match(text, decisions[id] ?? /^$/);
    assert.ok(text.length <= 500);
  });
}

test('where room is short, an answer is told without its question rather than not at all', async () => {
  const lead = (index: number) => `The user said “${`Remark ${index} on the uploads. `.repeat(5)}”, so I answered: `;
  const decision = `We decided that retries use exponential back-off with full jitter: ${'the wait is random and doubles, '.repeat(5)}for at most 6 attempts.`;
  const answers = [
    'The lanes are limited to 4, because the server throttles retries.',
    decision,
    'The wait of all lanes doubles because the server asks for random retries.',
  ];
  const summaries = answers.map((answer, turn) => {
    const sentence = lead(turn) + answer;
    const evidence = [supportedBy(sentence, turn)];
    return makeStoredSummary({ conversation_summary: sentence, evidence, start_turn: turn, end_turn: turn });
  });
  const { conversation_summary, evidence } = (await summarizer.summarize({ level: 2, summaries }, never)).content;
  for (const answer of answers) {
    assert.ok(conversation_summary.includes(answer), conversation_summary);
  }
  assert.ok(conversation_summary.length <= 500);
  assert.deepEqual(
    evidence.map(({ turns }) => turns),
    [[0], [1], [2]],
  );
});

test('a sentence that leans on the one before it gives way to one that stands alone', async () => {
  const turns = makeStoredTurns([
    {
      user: 'Is the credentials file safe to read?',
      assistant:
        'Process A may save the refresh token late. B then finds the same refresh token again and gives up. ' +
        'The credentials file is written beside the old one and renamed, so a reader sees a whole refresh token.',
    },
  ]);
  const { conversation_summary } = (await summarizer.summarize({ level: 1, turns }, never)).content;
  assert.match(conversation_summary, /written beside the old one and renamed/);
  assert.doesNotMatch(conversation_summary, /answered: B then/);
});
