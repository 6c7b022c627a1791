import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { quoteMemory } from '../../../../src/memory/context/answer/offlineQuotes.ts';
import { defaultContextSettings } from '../../../../src/memory/context/contextSettings.ts';
import { buildDualContext } from '../../../../src/memory/context/dualContext.ts';
import { FILE_BOOST } from '../../../../src/memory/context/past/fileBoost.ts';
import { offlineReceipt } from '../../../../src/memory/context/receipt/offlineReceipt.ts';
import { OFFLINE_MODEL } from '../../../../src/model/offlineModel.ts';
import type { Receipt } from '../../../../src/model/receipt/receipt.ts';
import type { Store } from '../../../../src/store/store.ts';
import { turnAt } from '../../../../src/store/turnStore.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../../support/builders.ts';
import { moveFile } from '../../../support/files.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';
import { makeStoredSummary } from './pieces.ts';

const now = new Date('2026-11-16T18:00:00');
const when = '2026-11-11T14:30:00';
const QUESTION = 'what should be careful about here?';
const model = { id: 'copilot/gpt-5', maxInputTokens: 8000 };

/** Turn 0 of a talk is about the file, turn 1 is not; the file has another name since. */
async function openTalk(context: TestContext, workspace_id = 'here') {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation({ title: 'Retries', workspace_id }));
  await appendTurns(store, uuid, [
    makeTurn('Does old.ts wait long enough?', 'The delay doubles up to a minute.', when),
    makeTurn('And lunch?', 'Soup.', when),
  ]);
  const turn = (await turnAt(store, { conversation_id: uuid, turn_index: 0 }))!;
  const link = { message_id: turn.user.uuid, path: 'src/old.ts', kind: 'prose' as const, line: null, symbol: null };
  await store.mentions.linkTurns([{ ref: turn, links: { message_ids: [turn.user.uuid], files: [link], open: [] } }]);
  await moveFile(store, workspace_id, 'src/old.ts', 'src/new.ts');
  return { store, uuid };
}

const ask = (store: Store, question: string, path: string) =>
  buildDualContext(
    { store, now },
    {
      question,
      reach: 'all',
      settings: defaultContextSettings,
      model,
      attachments: [],
      files: { workspace_id: 'here', paths: [path] },
    },
  );

const scores = ({ given }: Receipt) =>
  given.map(({ level, start_turn, parts }) => [level, start_turn, parts?.words, parts?.boosts]);

suite('a question with a file', () => {
  test('is given what was said about that file, also where no word is shared, with a declared boost', async context => {
    const { store, uuid } = await openTalk(context);
    const { prompt, receipt } = await ask(store, QUESTION, 'src/new.ts');
    assert.match(prompt.context, /The delay doubles up to a minute\./);
    assert.deepEqual(scores(receipt), [[0, 0, 0, { file: FILE_BOOST }]]);
    assert.deepEqual((await ask(store, QUESTION, 'src/other.ts')).receipt.given, []);
    const { uuid: _, ...draft } = makeStoredSummary({ conversation_id: uuid, start_turn: 0, end_turn: 0 });
    const summary = await store.summaries.add({ ...draft, conversation_summary: 'The delay doubles.' });
    await store.mentions.linkSummary(
      { conversation_id: uuid, summary_id: summary.uuid },
      { files: ['src/new.ts'], scopes: [] },
    );
    const both = await ask(store, QUESTION, 'src/new.ts');
    assert.deepEqual(
      scores(both.receipt)
        .map(([level, , , boosts]) => [level, boosts])
        .sort(),
      [
        [0, { file: FILE_BOOST }],
        [1, { file: FILE_BOOST }],
      ],
    );
  });

  test('raises what is linked to it under whatever name, and not what only has the path in an argument', async context => {
    const { store, uuid } = await openTalk(context);
    await appendTurns(store, uuid, [
      {
        start: makeStart({
          content: 'How long is the delay of the upload?',
          timestamp: makeTurn('', '', when).start.timestamp,
        }),
        end: makeEnd({ content: 'A second.', tools: [makeTool({ arguments: { path: 'src/new.ts' } })] }),
      },
    ]);
    const { receipt } = await ask(store, 'how does the delay work?', 'src/new.ts');
    const boosts = new Map(
      receipt.given.map(({ item, parts }) => ['turn_index' in item && item.turn_index, parts?.boosts]),
    );
    assert.deepEqual(boosts.get(0), { file: FILE_BOOST });
    assert.deepEqual(boosts.get(2), {});
  });

  test('does not take a file of that path in another workspace for it', async context => {
    const { store } = await openTalk(context, 'elsewhere');
    const { receipt } = await ask(store, 'how does the delay work?', 'src/new.ts');
    assert.deepEqual(
      receipt.given.map(({ parts }) => parts?.boosts),
      [{}],
    );
  });

  test('is answered from it without a model too, but not from what a person left out', async context => {
    const { store, uuid } = await openTalk(context);
    const files = { workspace_id: 'here', paths: ['src/new.ts'] };
    const quote = async () => (await quoteMemory(store, QUESTION, { reach: 'all', limit: 3, files })).quotes;
    const quotes = await quote();
    assert.deepEqual(
      quotes.map(({ text }) => text),
      ['The delay doubles up to a minute.'],
    );
    const [given] = offlineReceipt(QUESTION, quotes, { id: OFFLINE_MODEL, maxInputTokens: 1000 }, now).given;
    assert.deepEqual([given?.parts?.words, given?.parts?.boosts], [0, { file: FILE_BOOST }]);
    await store.rules.set({ conversation_id: uuid, turn_index: 0 }, 'leave-out');
    assert.deepEqual(await quote(), []);
  });
});
