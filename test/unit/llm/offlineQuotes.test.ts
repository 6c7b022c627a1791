import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { plainSentence } from '../../../src/llm/offline/plainText.ts';
import { OFFLINE_MODEL } from '../../../src/model/offlineModel.ts';
import type { StoredTurnOptions } from '../../support/builders.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

async function summarize(...given: StoredTurnOptions[]) {
  const material = { level: 1 as const, turns: makeStoredTurns(given) };
  return (await new OfflineSummarizer().summarize(material, new AbortController().signal)).content;
}

const quotes = `*From memory alone, without a language model. Choose one in the model picker for a written answer.*

**Retry policy for uploads** · Tue 4 Nov · turn 9

> We decided on a cap of 30 s in \`src/retry.ts\`, because the proxy asks for it.`;

const quoted = (user: string): StoredTurnOptions => ({ user, assistant: quotes, model: OFFLINE_MODEL });

test('of turns that only quoted memory, what was asked is told and none of the quotes', async () => {
  const content = await summarize(
    quoted('What did we decide about retries?'),
    quoted('Which checksum do we use?'),
    quoted('/search lanes'),
  );
  assert.equal(
    content.conversation_summary,
    'The user asked “What did we decide about retries?”, and I quoted memory.\n' +
      'Then the user asked “Which checksum do we use?”, and I quoted memory.\n' +
      'Then the user said “/search lanes”, and I quoted memory.',
  );
  assert.deepEqual(content.key_findings, []);
  assert.deepEqual(content.topics, []);
  assert.deepEqual(content.files_mentioned, []);
});

test('in French too', async () => {
  const { conversation_summary } = await summarize(quoted('Pourquoi les parties sont-elles de 8 Mio et pas de 4 ?'));
  assert.equal(
    conversation_summary,
    'L’utilisateur a demandé « Pourquoi les parties sont-elles de 8 Mio et pas de 4 ? », et j’ai cité la mémoire.',
  );
});

test('beside an answer of a model they do not take its room', async () => {
  const { conversation_summary, key_findings } = await summarize(
    quoted('What did we decide about retries?'),
    { user: 'Why is the cap 30 s?', assistant: 'The cap is 30 s because the gateway drops idle requests.' },
    quoted('Which checksum do we use?'),
  );
  assert.match(conversation_summary, /the gateway drops idle requests/);
  assert.doesNotMatch(conversation_summary, /the proxy asks for it/);
  assert.deepEqual(key_findings, ['The cap is 30 s because the gateway drops idle requests.']);
});

test('an offline answer that failed is told as failed', async () => {
  const { conversation_summary } = await summarize({
    user: 'Which checksum do we use?',
    assistant: '',
    model: OFFLINE_MODEL,
    status: 'failed',
    error: 'The memory is locked.',
  });
  assert.match(conversation_summary, /but the answer failed: The memory is locked\.$/);
});

test('emphasis whose other half stands in another sentence leaves no stray marks', () => {
  assert.equal(plainSentence('*From memory alone, without a model.'), 'From memory alone, without a model.');
  assert.equal(plainSentence('Choose one in the picker.*'), 'Choose one in the picker.');
  assert.equal(plainSentence('That is the whole point*.'), 'That is the whole point.');
  assert.equal(plainSentence('It matches src/* and *.ts, so 2 * 3 stay'), 'It matches src/* and *.ts, so 2 * 3 stay');
});
