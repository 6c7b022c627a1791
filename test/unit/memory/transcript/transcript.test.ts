import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToolPage, renderTranscript, turnAnchor } from '../../../../src/memory/transcript/transcript.ts';
import { makeStoredConversation, makeStoredTurn } from '../../../support/builders.ts';
import { makeStoredSummary, makeStoredTurns } from '../../../support/summaries.ts';

const now = new Date('2026-11-16T18:00:00');
const conversation = makeStoredConversation({ title: 'Retry *policy*' });

test('a transcript shows each turn as people read it, with tools folded', () => {
  const text = renderTranscript(
    conversation,
    [
      makeStoredTurn({
        user: 'Why does it <stall>?',
        assistant: 'Sockets.',
        references: [{ path: 'src/http.ts', start_line: 3 }],
        reasoning: 'Look at the pool first.',
        tools: [{ tool_name: 'readFile', arguments: { path: 'src/http.ts' }, result: 'export {}', duration_ms: 12 }],
      }),
    ],
    now,
  );
  assert.equal(
    text,
    `# Retry \\*policy\\*

Wed 4 Nov · 2 turns · 1.2 k characters · from @memory · copilot/gpt-5

---

## Turn 1

*Wed 4 Nov*

> Why does it &lt;stall>?

Attached: \`src/http.ts:3\`

<details><summary>Reasoning</summary>

Look at the pool first.

</details>

<details><summary>✓ readFile · 12 ms</summary>

\`\`\`json
{
  "path": "src/http.ts"
}
\`\`\`

\`\`\`text
export {}
\`\`\`

</details>

<p></p>

Sockets.
`,
  );
});

test('failed, cancelled and unanswered turns say so', () => {
  const text = renderTranscript(
    conversation,
    [
      makeStoredTurn({ assistant: 'Half an ans', status: 'cancelled' }),
      makeStoredTurn({ assistant: '', status: 'failed', error: 'The quota is used up.' }),
      makeStoredTurn({ assistant: undefined }),
      makeStoredTurn({ user: '' }),
    ],
    now,
  );
  assert.match(text, /Half an ans\n\n\*Cancelled here\.\*/);
  assert.match(text, /\*The answer failed: The quota is used up\.\*/);
  assert.match(text, /\*No answer was recorded/);
  assert.match(text, /> \*\(no words\)\*/);
});

test('what was taken back says so, and a question that was lost before it was answered is not shown', () => {
  const [first, second, third] = makeStoredTurns([{ user: 'kept' }, { user: 'edited' }, { user: 'lost' }]);
  const text = renderTranscript(
    conversation,
    [first!, { ...second!, withdrawn: true }, { ...third!, assistant: undefined, withdrawn: true }],
    now,
  );
  assert.match(
    text,
    /> edited\n[\s\S]*\*Taken back: it was edited, asked again or removed in chat\. Memory does not use it\.\*/,
  );
  assert.equal(text.match(/Taken back/g)?.length, 1);
  assert.doesNotMatch(text, /lost/);
});

test('a link into a transcript names the heading of the turn', () => {
  assert.equal(turnAnchor(8), 'turn-9');
});

test('a cut tool result tells its true size', () => {
  const tools = [{ tool_name: 'runTests', arguments: {}, result: 'x', result_size_bytes: 120_000 }];
  assert.match(renderTranscript(conversation, [makeStoredTurn({ tools })], now), /had 120 k bytes/);
});

test('a tool call has a page with its arguments and its result, or what went wrong', () => {
  const { tools } = makeStoredTurn({
    tools: [
      { tool_name: 'readFile', arguments: { path: 'a.ts' }, result: 'one\ntwo', duration_ms: 12 },
      { tool_name: 'run_tests', arguments: {}, result: '', success: false, error: 'No such script.' },
    ],
  });
  const [read, run] = tools.map(tool => renderToolPage(tool, now));
  assert.match(
    read ?? '',
    /^# readFile\n\n.* · succeeded · 12 ms\n\n```json\n\{\n {2}"path": "a.ts"\n\}\n```\n\n```text\none\ntwo\n```\n$/,
  );
  assert.match(run ?? '', /^# run\\_tests\n\n.* · failed.*```text\nNo such script\.\n```\n$/s);
});

test('bars show where summaries begin and end, the broadest outside', () => {
  const turns = makeStoredTurns([{ user: 'a' }, { user: 'b' }, { user: 'c' }]);
  const summaries = [
    makeStoredSummary({ uuid: 'one', level: 1, start_turn: 0, end_turn: 0, conversation_summary: 'First part.' }),
    makeStoredSummary({ uuid: 'two', level: 1, start_turn: 1, end_turn: 1, conversation_summary: 'Second part.' }),
    makeStoredSummary({ uuid: 'all', level: 2, start_turn: 0, end_turn: 1, conversation_summary: 'Both [parts].' }),
  ];
  const text = renderTranscript(conversation, turns, now, { summaries, link: ({ uuid }) => `${uuid}.md` });
  const bars = text.split(/\\?\n/).filter(line => /^(## Turn|[▛▙])/.test(line));
  assert.deepEqual(bars, [
    '## Turn 1',
    '▛ **L2** · turns 1–2 · [Both \\[parts\\]](all.md)',
    '▛ **L1** · turn 1 · [First part](one.md)',
    '▙ **L1** · turn 1',
    '## Turn 2',
    '▛ **L1** · turn 2 · [Second part](two.md)',
    '▙ **L1** · turn 2',
    '▙ **L2** · turns 1–2',
    '## Turn 3',
  ]);
});
