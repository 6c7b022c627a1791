import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { IncomingTurn } from '../../../../src/memory/record/incoming.ts';
import { Recorder } from '../../../../src/memory/record/recorder.ts';
import type { TurnRef } from '../../../../src/model/turn/turn.ts';
import type { Store } from '../../../../src/store/store.ts';
import { turnsOf } from '../../../../src/store/turnStore.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { makeTool } from '../../../support/builders.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const outcome = { content: 'Sockets.', status: 'complete' as const, tools: [] };

function imported(number: number, given: Partial<IncomingTurn> = {}): IncomingTurn {
  return {
    external_id: 'session-1',
    source: 'roo',
    workspace_id: 'w1',
    workspace_name: 'parcel',
    request_id: `request-${number}`,
    content: `Question ${number}`,
    references: [],
    timestamp: `2026-03-0${number + 1}T10:00:00.000+01:00`,
    outcome: { ...outcome, timestamp: `2026-03-0${number + 1}T10:05:00.000+01:00` },
    ...given,
  };
}

function recorderOn(context: TestContext, store: Store, enabled = true): { recorder: Recorder; announced: TurnRef[] } {
  const settings = () => ({ enabled, redact: true, patterns: [] });
  const recorder = new Recorder({ store, settings, logger: silentLogger });
  const announced: TurnRef[] = [];
  recorder.onDidRecord(ref => announced.push(ref));
  context.after(() => recorder.dispose());
  return { recorder, announced };
}

async function storedTurns(store: Store) {
  const [conversation] = await store.conversations.list({ reach: 'all', limit: 1 });
  return { conversation, turns: conversation ? await turnsOf(store, conversation.uuid, { limit: 100 }) : [] };
}

suite('turns that a source brings at once', () => {
  test('keep their source, their family, their tags and the times they were said', async context => {
    const store = temporaryStore(context);
    const { recorder } = recorderOn(context, store);
    const family = { parent_id: 'p', root_id: 'r', tags: ['task'], title: 'A task' };
    assert.equal(await recorder.record([imported(0, family), imported(1, family)]), 2);
    const { conversation, turns } = await storedTurns(store);
    assert.deepEqual(
      [conversation?.source, conversation?.parent_id, conversation?.root_id, conversation?.tags, conversation?.title],
      ['roo', 'p', 'r', ['task'], 'A task'],
    );
    assert.equal(conversation?.created_at, '2026-03-01T10:00:00.000+01:00');
    assert.equal(conversation?.updated_at, '2026-03-02T10:05:00.000+01:00');
    assert.deepEqual(
      turns.map(({ user, assistant }) => [user.timestamp, assistant?.timestamp]),
      [
        ['2026-03-01T10:00:00.000+01:00', '2026-03-01T10:05:00.000+01:00'],
        ['2026-03-02T10:00:00.000+01:00', '2026-03-02T10:05:00.000+01:00'],
      ],
    );
  });

  test('are stored once, and completed when an answer comes later', async context => {
    const store = temporaryStore(context);
    const { recorder } = recorderOn(context, store);
    const { outcome: _, ...open } = imported(1);
    assert.equal(await recorder.record([imported(0), open]), 2);
    assert.equal((await storedTurns(store)).turns[1]?.assistant, undefined);
    assert.equal(await recorder.record([imported(0), imported(1), imported(2)]), 2);
    assert.equal(await recorder.record([imported(0), imported(1), imported(2)]), 0);
    assert.deepEqual(
      (await storedTurns(store)).turns.map(({ user, assistant }) => [user.content, assistant?.content]),
      [0, 1, 2].map(number => [`Question ${number}`, 'Sockets.']),
    );
  });

  test('are cleaned as live ones are: questions, answers, titles and what tools were told', async context => {
    const store = temporaryStore(context);
    const { recorder } = recorderOn(context, store);
    const secret = 'ZEBRAFINCH';
    await recorder.record([
      imported(0, {
        title: `About <private>${secret}</private>`,
        content: `<private>${secret}</private> is the code name`,
        outcome: { ...outcome, content: `I used ${secret}.`, tools: [makeTool({ arguments: { name: secret } })] },
      }),
    ]);
    const { conversation, turns } = await storedTurns(store);
    assert.ok(!JSON.stringify([conversation, turns]).includes(secret));
    assert.equal(turns[0]?.assistant?.content, 'I used [private].');
  });

  test('are announced once for each conversation, by the last that is answered', async context => {
    const store = temporaryStore(context);
    const { recorder, announced } = recorderOn(context, store);
    const { outcome: _, ...open } = imported(2);
    await recorder.record([imported(0), imported(1), open, imported(0, { external_id: 'session-2' })]);
    assert.deepEqual(
      announced.map(({ turn_index }) => turn_index),
      [1, 0],
    );
    await recorder.record([imported(0), open]);
    assert.equal(announced.length, 2);
  });

  test('leave nothing behind when one of them is no turn', async context => {
    const store = temporaryStore(context);
    const { recorder, announced } = recorderOn(context, store);
    await assert.rejects(recorder.record([imported(0), imported(1, { timestamp: 'yesterday' })]));
    assert.equal((await storedTurns(store)).conversation, undefined);
    assert.deepEqual(announced, []);
  });

  test('are not stored while recording is paused', async context => {
    const store = temporaryStore(context);
    const { recorder } = recorderOn(context, store, false);
    assert.equal(await recorder.record([imported(0)]), 0);
    assert.equal((await storedTurns(store)).conversation, undefined);
  });

  test('and those of a live chat with the same names are one', async context => {
    const store = temporaryStore(context);
    const { recorder } = recorderOn(context, store);
    const { outcome: _, timestamp: __, ...asked } = imported(0);
    const live = await recorder.begin(asked);
    await recorder.record([imported(0)]);
    await live?.end({ ...outcome, content: 'Too late.' });
    const { turns } = await storedTurns(store);
    assert.deepEqual(
      turns.map(({ assistant }) => assistant?.content),
      ['Sockets.'],
    );
  });
});
