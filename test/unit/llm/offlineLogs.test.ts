import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { isShellLine, plainSentence } from '../../../src/llm/offline/plainText.ts';
import type { StoredTurnOptions } from '../../support/builders.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

async function summarize(given: StoredTurnOptions) {
  const material = { level: 1 as const, turns: makeStoredTurns([given]) };
  return (await new OfflineSummarizer().summarize(material, new AbortController().signal)).content;
}

test('a command given as a list of words is told as a command, without the shell around it', async () => {
  const told = async (command: string[]) =>
    (await summarize({ tools: [{ tool_name: 'shell', arguments: { command }, result: '' }] })).actions_summary;
  assert.equal(await told(['bash', '-lc', 'cat src/upload.ts']), 'I used shell(cat src/upload.ts).');
  assert.equal(await told(['git', 'status', '--short']), 'I used shell(git status --short).');
});

test('an item that leads on to others is not joined with what follows it', async () => {
  const assistant =
    'Two changes were made:\n\n- Updated release.yml with:\n- GITHUB_TOKEN for the release\n- Added a changelog';
  const content = await summarize({ user: 'What changed?', assistant });
  assert.doesNotMatch(`${content.conversation_summary}\n${content.key_findings.join('\n')}`, /:;/);
});

test('marks of a list of things to do are not part of them', () => {
  assert.equal(plainSentence('- [-] Write the parser'), 'Write the parser');
});

test('a line for the shell is told neither as an answer nor as a finding', async () => {
  const line = 'brew info goreleaser 2>/dev/null | head -5 || echo not installed because brew is missing';
  const content = await summarize({
    user: 'Is goreleaser installed?',
    assistant: `${line}\n\nGoreleaser is not installed on this machine.`,
  });
  assert.match(content.conversation_summary, /Goreleaser is not installed on this machine/);
  assert.doesNotMatch(`${content.conversation_summary}\n${content.key_findings.join('\n')}`, /brew info/);
  assert.equal(isShellLine('The type is A | B, and it stays so.'), false);
});
