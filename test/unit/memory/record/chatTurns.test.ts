import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { recentTurns } from '../../../../src/memory/context/history/recentTurns.ts';
import { ChatTurns, type ShownQuestion } from '../../../../src/memory/record/chatTurns.ts';
import { turnsOf } from '../../../../src/store/turnStore.ts';
import { makeConversation, makeEnd, makeStart } from '../../../support/builders.ts';
import { beginTurn, endTurn, ensureConversation } from '../../../support/storing.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const recording = { recording: true, now: new Date(2026, 2, 4) };

/** A chat in which these were asked, `?` at the end of those that no answer came to. */
async function chatOf(context: TestContext, asked: readonly string[]) {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation());
  const add = async (content: string) => {
    const { turn_index } = await beginTurn(store, uuid, makeStart({ request_id: content, content }));
    const ref = { conversation_id: uuid, turn_index };
    if (!content.endsWith('?')) {
      await endTurn(store, ref, makeEnd({ content: `answer to ${content}` }));
    }
    return ref;
  };
  for (const content of asked) {
    await add(content);
  }
  const withdrawn = async () =>
    (await turnsOf(store, uuid, { limit: 20 })).filter(turn => turn.withdrawn).map(({ user }) => user.content);
  const shown = (...turns: number[]): ShownQuestion[] =>
    turns.map(turn_index => ({ ref: { conversation_id: uuid, turn_index }, request_id: undefined }));
  return { store, uuid, add, withdrawn, shown, chat: new ChatTurns(store) };
}

const indexesOf = ({ gone }: { gone: ReadonlyMap<number, unknown> }) => [...gone.keys()];

suite('turns that their chat no longer shows', () => {
  test('one that was edited is withdrawn with all after it, and is no recent turn', async context => {
    const { store, add, withdrawn, shown, chat } = await chatOf(context, ['a', 'b', 'c']);
    await chat.follow(await add('d'), shown(0, 1, 2), recording);
    const ref = await add('b, better');
    const followed = await chat.follow(ref, shown(0), recording);
    assert.deepEqual(indexesOf(followed), [1, 2, 3]);
    assert.deepEqual(await withdrawn(), ['b', 'c', 'd']);
    const recent = await recentTurns(store, ref, { maxTurns: 3, maxChars: 1000 }, [], followed.gone);
    assert.deepEqual(
      recent.map(({ turn }) => turn?.user.content),
      ['a'],
    );
    const next = await chat.follow(await add('e'), shown(0, 4), recording);
    assert.deepEqual(indexesOf(next), [1, 2, 3], 'and stays so');
  });

  test('one that is asked again while it is being answered does not stand twice', async context => {
    const { store, add, withdrawn, shown, chat } = await chatOf(context, ['a']);
    const first = await add('b?');
    await chat.follow(first, shown(0), recording);
    await chat.follow(await add('b'), shown(0), recording);
    await endTurn(store, first, makeEnd({ content: 'too late' }));
    assert.deepEqual(await withdrawn(), ['b?']);
  });

  test('one that a reload cut off is withdrawn when its chat goes on without it', async context => {
    const { add, withdrawn, shown, chat } = await chatOf(context, ['a', 'b?']);
    assert.deepEqual(indexesOf(await chat.follow(await add('c'), shown(0), recording)), [1]);
    assert.deepEqual(await withdrawn(), ['b?']);
  });

  test('one that a reload cut off stays when its chat still shows it', async context => {
    const { add, withdrawn, shown, chat } = await chatOf(context, ['a', 'b?']);
    const named = [...shown(0), { ref: undefined, request_id: 'b?' }];
    assert.deepEqual(indexesOf(await chat.follow(await add('c'), named, recording)), []);
    assert.deepEqual(await withdrawn(), []);
  });

  test('an answer that the chat lost with its window stays in memory, and is not given as if it stood', async context => {
    const { add, withdrawn, chat } = await chatOf(context, ['a', 'b']);
    assert.deepEqual(indexesOf(await chat.follow(await add('c'), [], recording)), [0, 1]);
    assert.deepEqual(await withdrawn(), []);
  });

  test('where VS Code names no requests, nothing is taken for gone on their account', async context => {
    const { add, withdrawn, shown, chat } = await chatOf(context, ['a', 'b?']);
    const unnamed = [...shown(0), { ref: undefined, request_id: undefined }];
    assert.deepEqual(indexesOf(await chat.follow(await add('c'), unnamed, recording)), []);
    assert.deepEqual(await withdrawn(), []);
  });

  test('while recording is paused nothing is withdrawn before it resumes', async context => {
    const { uuid, add, withdrawn, shown, chat } = await chatOf(context, ['a']);
    await chat.follow(await add('b'), shown(0), recording);
    const paused = { conversation_id: uuid, turn_index: 2 };
    const followed = await chat.follow(paused, shown(0), { ...recording, recording: false });
    assert.deepEqual(indexesOf(followed), [1]);
    assert.deepEqual(await withdrawn(), []);
    await chat.follow(await add('c'), shown(0), recording);
    assert.deepEqual(await withdrawn(), ['b']);
  });
});
