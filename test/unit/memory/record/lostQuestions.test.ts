import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { dropLostQuestions, WRITTEN_MS } from '../../../../src/memory/record/lostQuestions.ts';
import { at, makeConversation, makeEnd, makeStart } from '../../../support/builders.ts';
import { beginTurn, endTurn, ensureConversation } from '../../../support/storing.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const asked = new Date('2026-03-04T10:00:00Z');
const later = asked.getTime() + 2 * WRITTEN_MS;

/** A conversation with these requests, `?` at the end of those without an answer. */
async function chatOf(context: TestContext, requests: readonly string[]) {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation({ source: 'memory', external_id: 'session' }));
  for (const request_id of requests) {
    const start = makeStart({ request_id, content: request_id, timestamp: at(asked) });
    const ref = await beginTurn(store, uuid, start);
    if (!request_id.endsWith('?')) {
      await endTurn(store, ref, makeEnd({ timestamp: at(asked) }));
    }
  }
  const look = (chat: string | undefined, now = later) => dropLostQuestions(store, 'all', async () => chat, now);
  const withdrawn = async () =>
    (await store.turns.asked(uuid, 9)).filter(turn => turn.withdrawn_ms !== null).map(turn => turn.request_id);
  return { store, uuid, look, withdrawn };
}

suite('a question that went with its window', () => {
  test('is dropped when the chat that was written does not have it', async context => {
    const { look, withdrawn } = await chatOf(context, ['one', 'two?']);
    assert.equal(await look('{"requestId":"one"}'), false);
    assert.deepEqual(await withdrawn(), ['two?']);
  });

  test('takes its conversation with it when there is nothing else in it', async context => {
    const { store, uuid, look } = await chatOf(context, ['one?']);
    await look('{}');
    assert.equal(await store.conversations.get(uuid), undefined);
  });

  test('stays when the chat has it, and when nothing is known of the chat', async context => {
    const { look, withdrawn } = await chatOf(context, ['one', 'two?']);
    await look('{"requestId":"one"}{"requestId":"two?"}');
    await look(undefined);
    assert.deepEqual(await withdrawn(), []);
  });

  test('is looked at again when it is too new for VS Code to have written it', async context => {
    const { look, withdrawn } = await chatOf(context, ['one', 'two?']);
    assert.equal(await look('{}', asked.getTime() + 1000), true);
    assert.deepEqual(await withdrawn(), []);
  });

  test('an answered one stays, whatever the chat has', async context => {
    const { store, uuid, look, withdrawn } = await chatOf(context, ['one', 'two']);
    await look('{}');
    assert.deepEqual(await withdrawn(), []);
    assert.notEqual(await store.conversations.get(uuid), undefined);
  });
});
