import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { recentTurns } from '../../../../../src/memory/context/history/recentTurns.ts';
import type { TurnEnd } from '../../../../../src/model/turn/turn.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../../../support/storing.ts';
import { temporaryStore } from '../../../../support/temporaryStore.ts';

async function recentOf(context: TestContext, ends: (Partial<TurnEnd> | undefined)[], maxChars = 1000) {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation());
  await appendTurns(
    store,
    uuid,
    ends.map(end => ({ start: makeStart({ content: 'q' }), end: end && makeEnd(end) })),
  );
  return await recentTurns(store, { conversation_id: uuid, turn_index: ends.length }, { maxTurns: 3, maxChars });
}

const indexesOf = (recent: Awaited<ReturnType<typeof recentOf>>) => recent.map(({ turn }) => turn?.turn_index);
const answer = (content: string) => ({ content });

suite('recent turns', () => {
  test('are the last ones, oldest first, at most so many', async context => {
    const recent = await recentOf(context, ['a', 'b', 'c', 'd'].map(answer));
    assert.deepEqual(
      recent.map(({ text }) => text),
      ['b', 'c', 'd'].map(content => `User: q\nAssistant: ${content}`),
    );
  });

  test('stop before they grow too long', async context => {
    assert.deepEqual(indexesOf(await recentOf(context, ['a', 'x'.repeat(600), 'y'.repeat(600)].map(answer))), [2]);
  });

  test('count their reasoning and their tools', async context => {
    const reasoning = 'r'.repeat(600);
    const tools = Array.from({ length: 4 }, () => makeTool({ result: 'x'.repeat(150) }));
    assert.deepEqual(indexesOf(await recentOf(context, [{ reasoning }, { reasoning }])), [1]);
    assert.deepEqual(indexesOf(await recentOf(context, [{ tools }, { tools }])), [1]);
    assert.deepEqual(indexesOf(await recentOf(context, [{ tools }, { reasoning }], 5000)), [0, 1]);
  });

  test('always hold the newest, cut in its middle if it is longer than all may be', async context => {
    const [newest, ...others] = await recentOf(context, ['a', `BEGIN ${'z'.repeat(400_000)} END`].map(answer));
    assert.deepEqual(others, []);
    assert.match(newest?.text ?? '', /^User: q\nAssistant: BEGIN z+\n\[… \d+ characters left out …\]\nz+ END$/);
    assert.ok(newest!.text.length <= 1000, `${newest?.text.length}`);
  });

  test('hold the newest even if a person allows no characters', async context => {
    const [newest, ...others] = await recentOf(context, ['a', 'z'.repeat(500)].map(answer), 0);
    assert.deepEqual(others, []);
    assert.match(newest?.text ?? '', /^User: q\nAssistant: z/);
  });

  test('are joined by those that are not recorded, in the order they were said', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('one', '1'), makeTurn('three', '3')]);
    const unrecorded = [
      { question: 'two', answer: '2', after: 0 },
      { question: 'four', answer: '4', after: 1 },
      { question: 'five', answer: '5', after: 1 },
    ];
    const said = async (maxTurns: number, maxChars = 1000) => {
      const place = { conversation_id: uuid, turn_index: 2 };
      const recent = await recentTurns(store, place, { maxTurns, maxChars }, unrecorded);
      return recent.map(({ text }) => /^User: (.*)\nAssistant: \d$/.exec(text)?.[1]);
    };
    assert.deepEqual(await said(10), ['one', 'two', 'three', 'four', 'five']);
    assert.deepEqual(await said(3), ['three', 'four', 'five']);
    assert.deepEqual(await said(10, 60), ['four', 'five']);
    const nowhere = await recentTurns(store, undefined, { maxTurns: 2, maxChars: 1000 }, unrecorded);
    assert.deepEqual(
      nowhere.map(({ turn }) => turn),
      [undefined, undefined],
    );
  });

  test('leave out a turn that was never answered', async context => {
    assert.deepEqual(indexesOf(await recentOf(context, [answer('a'), undefined])), [0]);
  });
});
