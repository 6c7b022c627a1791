import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { plainSentence } from '../../../src/llm/offline/plainText.ts';
import type { StoredTurnOptions } from '../../support/builders.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

async function summarize(...given: StoredTurnOptions[]) {
  const material = { level: 1 as const, turns: makeStoredTurns(given) };
  return (await new OfflineSummarizer().summarize(material, new AbortController().signal)).content;
}

test('what was told to memory is told as such', async () => {
  const notes = [
    { user: 'The staging database listens on port 5433.', kind: 'note' as const, assistant: undefined },
    { user: 'Deploys go out on Tuesdays.', kind: 'note' as const, assistant: undefined },
  ];
  const { conversation_summary } = await summarize(...notes);
  assert.equal(
    conversation_summary,
    'The user noted: The staging database listens on port 5433.\nThen the user noted: Deploys go out on Tuesdays.',
  );
});

test('one note among many that resemble each other is told', async () => {
  const keepers = [1, 2, 4, 5, 6].map(pen => `Keeper ${pen} looks after pen ${pen} of the zoo.`);
  const gate = 'please note that the ferret gate opens at 07:45 with badge 9913';
  const notes = keepers.toSpliced(2, 0, gate).map(user => ({ user, kind: 'note' as const, assistant: undefined }));
  assert.match((await summarize(...notes)).conversation_summary, /ferret gate opens at 07:45/);
});

test('in French too', async () => {
  const { conversation_summary } = await summarize({
    user: 'La base de staging est sur le port 5433, et les déploiements sont le mardi.',
    kind: 'note',
    assistant: undefined,
  });
  assert.equal(
    conversation_summary,
    'L’utilisateur a noté : La base de staging est sur le port 5433, et les déploiements sont le mardi.',
  );
});

test('emphasis over several sentences leaves no stray marks', async () => {
  const told = async (assistant: string) =>
    (await summarize({ user: 'Which model answers here?', assistant })).conversation_summary;
  assert.match(await told('*From memory alone, without a model. Choose one.*'), /answered: From memory alone, without/);
  assert.match(
    await told('No model. *Choose another model in the picker.*'),
    /: Choose another model in the picker\.$/,
  );
  assert.match(await told('A model is *the whole point of it all*.'), /: A model is the whole point of it all\.$/);
  assert.equal(plainSentence('It matches src/* and *.ts, so 2 * 3 stay'), 'It matches src/* and *.ts, so 2 * 3 stay');
});
