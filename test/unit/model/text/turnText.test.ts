import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTurn, sayArguments, shownTurn, turnIndexOf } from '../../../../src/model/text/turnText.ts';
import { makeStoredTurn } from '../../../support/builders.ts';

test('a turn is shown with its reasoning, and each call under the reasoning that led to it', () => {
  const turn = makeStoredTurn({
    user: 'Why does the upload stall?',
    references: [{ path: 'src/http.ts', start_line: 12 }, { path: 'src/auth.ts' }],
    assistant: 'An idle socket is reused.',
    reasoning: 'The server sees nothing, so the time is lost on our side.',
    tools: [
      { reasoning: 'The agent decides about sockets.', arguments: { path: 'src/http.ts', startLine: 1 }, result: 'ok' },
      { tool_name: 'runTests', arguments: { files: ['a.test.ts'] }, success: false, error: 'No such file', result: '' },
    ],
  });
  assert.equal(
    formatTurn({ ...turn, turn_index: 4 }),
    `Turn 5:
User: Why does the upload stall?
(attached: src/http.ts:12, src/auth.ts)
Assistant: An idle socket is reused.
Reasoning: The server sees nothing, so the time is lost on our side.
Tools:
The agent decides about sockets.
readFile(path="src/http.ts", startLine=1)
→ Success: ok
runTests(files=["a.test.ts"])
→ Error: No such file`,
  );
});

test('a turn says how its answer ended', () => {
  const answer = (given: Parameters<typeof makeStoredTurn>[0]) =>
    formatTurn(makeStoredTurn({ user: 'Go', ...given })).split('Assistant: ')[1];
  assert.equal(answer({ assistant: undefined }), '(no answer was recorded)');
  assert.equal(answer({ assistant: '' }), '(empty answer)');
  assert.equal(answer({ assistant: 'Half', status: 'cancelled' }), 'Half\n(cancelled)');
  assert.equal(answer({ assistant: '', status: 'failed', error: 'Quota spent' }), '(failed: Quota spent)');
});

test('a turn without words and a call without a result are shown as such', () => {
  const turn = makeStoredTurn({ user: '', tools: [{ arguments: null }] });
  turn.tools[0]!.result = undefined;
  assert.match(formatTurn(turn), /^Turn 1:\nUser: \(no words\)\n/);
  assert.match(formatTurn(turn), /readFile\(\)\n→ Success: \(no result was recorded\)$/);
});

test('texts in arguments stand as they are, at any depth', () => {
  assert.equal(
    sayArguments({ command: 'echo "a\nb"', edits: [{ path: 'C:\\a.ts', line: 3 }], dry: false, none: null }),
    'command="echo "a\nb"", edits=[{path: "C:\\a.ts", line: 3}], dry=false, none=null',
  );
  assert.equal(sayArguments('ls -l'), '"ls -l"');
});

test('turns are shown from one and stored from zero', () => {
  assert.equal(shownTurn(0), 1);
  assert.equal(turnIndexOf(shownTurn(41)), 41);
});
