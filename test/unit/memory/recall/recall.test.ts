import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { checkDemo } from '../../../../demo/check.ts';
import { seedDemo } from '../../../../demo/seed.ts';
import { offlineAnswer, offlineAnswerText } from '../../../../src/memory/context/answer/offlineAnswer.ts';
import { quoteMemory } from '../../../../src/memory/context/answer/offlineQuotes.ts';
import { recall } from '../../../../src/memory/recall/recall.ts';
import { OFFLINE_MODEL } from '../../../../src/model/offlineModel.ts';
import type { Store } from '../../../../src/store/store.ts';
import { makeConversation, makeEnd, makeStart } from '../../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { temporaryFolder, temporaryStore } from '../../../support/temporaryStore.ts';

test('the demo names only files that exist', () => {
  assert.deepEqual(checkDemo().problems, []);
});

suite('asking the demo memory offline', () => {
  let store: Store;
  const cleanUps: (() => unknown)[] = [];
  const ending = { after: (cleanUp: () => unknown) => cleanUps.unshift(cleanUp) };
  after(async () => {
    for (const cleanUp of cleanUps) {
      await cleanUp();
    }
  });
  before(async () => {
    const folder = temporaryFolder(ending);
    const turns = await seedDemo(join(folder, 'memory.db'));
    assert.ok(turns >= 90);
    store = temporaryStore(ending, folder);
  });

  const first = async (question: string) => (await recall(store, question, { reach: 'all', limit: 5 })).passages[0];

  test('what did we decide about retries? is answered by the decision', async () => {
    const passage = await first('what did we decide about retries?');
    assert.match(passage?.text ?? '', /^We decided that parcel's retries use exponential back-off with full jitter/);
    assert.equal(passage?.hit.conversation_title, 'The retry policy, thought through');
  });

  test('why is there no lock file around the token refresh? is answered by its reasons', async () => {
    assert.match((await first('why is there no lock file around the token refresh?'))?.text ?? '', /no lock/);
  });

  test('a question in French finds the French conversation', async () => {
    const passage = await first('pourquoi la barre de progression saute-t-elle ?');
    assert.match(passage?.hit.conversation_title ?? '', /progression/i);
  });

  test('what was never talked about is said to be unknown', async () => {
    const quoted = await quoteMemory(store, 'what did we say about kubernetes ingress?', { reach: 'all', limit: 5 });
    const text = offlineAnswerText(offlineAnswer(quoted), new Date());
    assert.match(text, /There is nothing in memory about “kubernetes”, “ingress”\./);
  });

  test('a word that is nowhere is named, and the closest passages follow', async () => {
    const quoted = await quoteMemory(store, 'kubernetes uploads', { reach: 'all', limit: 5 });
    const text = offlineAnswerText(offlineAnswer(quoted), new Date());
    assert.match(text, /Nothing in memory mentions “kubernetes”\. The closest passages:/);
  });

  test('another workspace hears nothing of it', async () => {
    const reach = { workspace_id: 'git:example.org/other' };
    assert.deepEqual((await recall(store, 'what did we decide about retries?', { reach, limit: 5 })).passages, []);
  });

  test('each passage is quoted with its conversation, date, turn and files', async () => {
    const quoted = await quoteMemory(store, 'withRetries loop nextDelay', { reach: 'all', limit: 1 });
    const text = offlineAnswerText(offlineAnswer(quoted), new Date());
    assert.match(text, /\*\*.+\*\* · \w{3} \d+ \w{3} · turn \d+\n\n> /);
    assert.match(text, /Files: `src\/retry\.ts`/);
  });
});

test('an answer that only quoted memory is not recalled itself', async context => {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation());
  const question = 'what about zebras?';
  await appendTurns(store, uuid, [
    {
      start: makeStart({ content: question, kind: 'lookup' }),
      end: makeEnd({ content: 'Nothing about zebras.', model: OFFLINE_MODEL }),
    },
    {
      start: makeStart({ content: 'Zebras?' }),
      end: makeEnd({ content: 'Zebras have stripes.', model: 'copilot/gpt-5' }),
    },
  ]);
  const { passages } = await recall(store, question, { reach: 'all', limit: 5 });
  assert.deepEqual(
    passages.map(passage => passage.text),
    ['Zebras have stripes.'],
  );
});

suite('what a person told memory', () => {
  const facts = [
    'The staging database is on port 5433.',
    'We deploy on Tuesdays, never on Fridays.',
    'Anna owns the billing service.',
    'Redis was rejected because its latency was too high.',
    'The nightly job runs at 03:00 UTC.',
  ];
  const questions = [
    'Where does staging listen?',
    'Which weekdays are fine to deploy?',
    'Who is the person behind billing?',
    'What was wrong with Redis?',
    'At what time of day is the nightly import done?',
  ];

  test('is the first answer to a question in other words', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    const end = makeEnd({ content: 'Noted.', model: OFFLINE_MODEL });
    await appendTurns(
      store,
      uuid,
      facts.map(content => ({ start: makeStart({ content, kind: 'note' }), end })),
    );
    for (const [index, question] of questions.entries()) {
      const { passages, near } = await recall(store, question, { reach: 'all', limit: 3 });
      assert.equal([...passages, ...near][0]?.text, facts[index], question);
    }
  });

  test('what was asked beside it is not recalled', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    const start = makeStart({ content: 'The gate opens at 07:45. When does the zebra wake?', kind: 'note' });
    await appendTurns(store, uuid, [{ start, end: makeEnd({ content: 'Noted.' }) }]);
    const { passages, near } = await recall(store, 'when does the zebra wake?', { reach: 'all', limit: 3 });
    assert.deepEqual([...passages, ...near], []);
    const told = await recall(store, 'when does the gate open?', { reach: 'all', limit: 3 });
    assert.equal(told.passages[0]?.text, 'The gate opens at 07:45.');
  });
});
