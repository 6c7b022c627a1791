import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { IncomingTurn } from '../../../../src/memory/record/incoming.ts';
import { Recorder, type RecorderSettings } from '../../../../src/memory/record/recorder.ts';
import { countAll } from '../../../../src/store/conversationStore.ts';
import { type Store, StoreError } from '../../../../src/store/store.ts';
import { turnsOf } from '../../../../src/store/turnStore.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { makeTool } from '../../../support/builders.ts';
import { temporaryFolder, temporaryStore } from '../../../support/temporaryStore.ts';

function incoming(given: Partial<IncomingTurn> = {}): IncomingTurn {
  return {
    external_id: 'session-1',
    workspace_id: 'w1',
    workspace_name: 'parcel',
    request_id: 'request-1',
    content: 'Why does it stall?',
    references: [],
    ...given,
  };
}

function recorderOn(context: TestContext, store: Store, settings: Partial<RecorderSettings> = {}): Recorder {
  const all = { enabled: true, redact: true, patterns: [], ...settings };
  const recorder = new Recorder({ store, settings: () => all, logger: silentLogger });
  context.after(() => recorder.dispose());
  return recorder;
}

const done = { content: 'Sockets.', status: 'complete' as const, model: 'strata/offline', tools: [] };

async function stored(store: Store) {
  const [conversation] = await store.conversations.list({ reach: 'all', limit: 1 });
  const turns = conversation ? await turnsOf(store, conversation.uuid, { limit: 100 }) : [];
  return { conversation, turns };
}

suite('recording', () => {
  test('the question is stored before the answer is known', async context => {
    const store = temporaryStore(context);
    await recorderOn(context, store).begin(incoming());
    const { conversation, turns } = await stored(store);
    assert.equal(conversation?.title, 'Why does it stall?');
    assert.equal(turns[0]?.user.content, 'Why does it stall?');
    assert.equal(turns[0]?.assistant, undefined);
  });

  test('the answer follows, with its model, tools and how it ended', async context => {
    const store = temporaryStore(context);
    const turn = await recorderOn(context, store).begin(incoming());
    await turn?.end({ ...done, status: 'failed', error: 'No quota.', reasoning: 'Hm.', tools: [makeTool()] });
    const answer = (await stored(store)).turns[0];
    assert.equal(answer?.assistant?.status, 'failed');
    assert.equal(answer?.assistant?.error, 'No quota.');
    assert.equal(answer?.assistant?.reasoning, 'Hm.');
    assert.equal(answer?.tools[0]?.call.tool_name, 'readFile');
  });

  test('a request delivered twice is one turn', async context => {
    const store = temporaryStore(context);
    const recorder = recorderOn(context, store);
    const turns = await Promise.all([recorder.begin(incoming()), recorder.begin(incoming())]);
    await Promise.all(turns.map(turn => turn?.end(done)));
    assert.deepEqual(turns[0]?.ref, turns[1]?.ref);
    assert.equal((await stored(store)).turns.length, 1);
  });

  test('concurrent requests are turns of their own', async context => {
    const store = temporaryStore(context);
    const recorder = recorderOn(context, store);
    const ids = Array.from({ length: 20 }, (_, index) => `request-${index}`);
    await Promise.all(ids.map(async request_id => (await recorder.begin(incoming({ request_id })))?.end(done)));
    const { turns } = await stored(store);
    assert.deepEqual(
      turns.map(turn => turn.turn_index),
      ids.map((_, index) => index),
    );
    assert.ok(turns.every(turn => turn.assistant?.content === 'Sockets.'));
  });

  test('an empty prompt and one of a megabyte are recorded as they are', async context => {
    const store = temporaryStore(context);
    const recorder = recorderOn(context, store);
    const huge = `${'word '.repeat(200_000)}end`;
    await recorder.begin(incoming({ content: '' }));
    await recorder.begin(incoming({ content: huge, request_id: 'request-2' }));
    const { turns, conversation } = await stored(store);
    assert.equal(conversation?.title, 'Untitled conversation');
    assert.equal(turns[0]?.user.content, '');
    assert.equal(turns[1]?.user.content, huge);
  });

  test('while paused nothing is stored, and neither is the end of that turn after resuming', async context => {
    const store = temporaryStore(context);
    const settings = { enabled: false, redact: true, patterns: [] };
    const recorder = new Recorder({ store, settings: () => settings, logger: silentLogger });
    const turn = await recorder.begin(incoming());
    settings.enabled = true;
    await turn?.end(done);
    assert.equal((await stored(store)).conversation, undefined);
  });
});

suite('what is private', () => {
  test('never reaches the file: not in the question, the answer, the title, nor what tools were told', async context => {
    const folder = temporaryFolder(context);
    const store = temporaryStore(context, folder);
    const turn = await recorderOn(context, store).begin(
      incoming({ content: '<private>ZEBRAFINCH</private> is the code name, use it' }),
    );
    await turn?.end({
      ...done,
      content: 'I used ZEBRAFINCH.',
      reasoning: 'ZEBRAFINCH it is',
      tools: [makeTool({ arguments: { deep: [{ name: 'ZEBRAFINCH' }] }, result: 'found ZEBRAFINCH' })],
    });
    assert.equal((await stored(store)).turns[0]?.assistant?.content, 'I used [private].');
    await store.close();
    for (const suffix of ['', '-wal']) {
      const bytes = readIfThere(join(folder, `memory.db${suffix}`));
      assert.ok(!bytes.includes('ZEBRAFINCH') && !bytes.toLowerCase().includes('zebrafinch'));
    }
  });

  test('secrets are blanked out, unless that is switched off', async context => {
    const secret = `ghp_${'a1b2c3'.repeat(6)}`;
    for (const redact of [true, false]) {
      const store = temporaryStore(context);
      await recorderOn(context, store, { redact }).begin(incoming({ content: `use ${secret}` }));
      assert.equal((await stored(store)).turns[0]?.user.content.includes(secret), !redact);
    }
  });

  test('secrets are blanked out in what was attached, in a given title and in what tools were told', async context => {
    const store = temporaryStore(context);
    const turn = await recorderOn(context, store).begin(
      incoming({
        title: 'password: hunter2hunter2',
        references: [{ path: 'https://ada:hunter2hunter2@example.org/x' }],
      }),
    );
    const told = { password: 'hunter2hunter2', headers: { Authorization: 'Bearer hunter2hunter2' } };
    await turn?.end({ ...done, tools: [makeTool({ arguments: told })] });
    const everything = await stored(store);
    assert.doesNotMatch(JSON.stringify(everything), /hunter2/);
    assert.deepEqual(everything.turns[0]?.user.references, [{ path: 'https://ada:[redacted]@example.org/x' }]);
  });
});

suite('when the store is away', () => {
  /** The real store behind a door that can be shut. */
  function doorTo(store: Store) {
    const door = { error: undefined as Error | undefined, tries: 0 };
    const guard = <T extends object>(entity: T): T =>
      new Proxy(entity, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name);
          door.tries++;
          return (...args: unknown[]) =>
            door.error ? Promise.reject(door.error) : typeof method === 'function' && method(...args);
        },
      });
    const shut: Store = { ...store, conversations: guard(store.conversations), turns: guard(store.turns) };
    return { door, shut };
  }

  test('a turn is kept and written when it is back, the trouble told once and then over', async context => {
    const store = temporaryStore(context);
    const { door, shut } = doorTo(store);
    const recorder = recorderOn(context, shut);
    const troubles: (string | undefined)[] = [];
    recorder.onDidChangeTrouble(error => troubles.push(error?.reason));
    door.error = new StoreError('disk-full', 'The disk is full.');
    const turn = await recorder.begin(incoming());
    await turn?.end(done);
    assert.equal(turn?.ref, undefined);
    door.error = undefined;
    await recorder.retry();
    assert.equal((await stored(store)).turns[0]?.assistant?.content, 'Sockets.');
    assert.deepEqual([...new Set(troubles)], ['disk-full', undefined]);
  });

  const reasons = ['failed', 'closed', 'crashed', 'corrupt', 'not-ours', 'overtaken', 'read-only'] as const;
  for (const error of [...reasons.map(reason => new StoreError(reason, 'No.')), new TypeError('odd')]) {
    test(`an error (${error.name}: ${'reason' in error ? error.reason : error.message}) keeps the turn for another try`, async context => {
      const store = temporaryStore(context);
      const { door, shut } = doorTo(store);
      const recorder = recorderOn(context, shut);
      const troubles: (string | undefined)[] = [];
      recorder.onDidChangeTrouble(trouble => troubles.push(trouble?.reason));
      door.error = error;
      const turn = await recorder.begin(incoming());
      await turn?.end(done);
      assert.ok(troubles.every(reason => reason !== undefined));
      door.error = undefined;
      await recorder.retry();
      assert.equal((await stored(store)).turns[0]?.assistant?.content, 'Sockets.');
      assert.equal(troubles.at(-1), undefined);
    });
  }

  test('one try tells that the store is still away, however many turns wait, and only so many are kept', async context => {
    const { door, shut } = doorTo(temporaryStore(context));
    const recorder = recorderOn(context, shut);
    door.error = new StoreError('disk-full', 'The disk is full.');
    for (let i = 0; i < 1010; i++) {
      await recorder.begin(incoming({ request_id: `request-${i}` }));
    }
    const before = door.tries;
    await recorder.retry();
    assert.equal(door.tries, before + 1);
    door.error = undefined;
    await recorder.retry();
    const { turns } = await stored(shut);
    assert.deepEqual([turns.length, (await countAll(shut, 'all')).turns], [100, 1000]);
  });

  test('a question stored before the trouble gets its answer after it', async context => {
    const store = temporaryStore(context);
    const { door, shut } = doorTo(store);
    const recorder = recorderOn(context, shut);
    const turn = await recorder.begin(incoming());
    door.error = new StoreError('busy', 'In use.');
    await turn?.end(done);
    door.error = undefined;
    await recorder.retry();
    const { turns } = await stored(store);
    assert.equal(turns.length, 1);
    assert.equal(turns[0]?.assistant?.content, 'Sockets.');
  });

  test('a conversation deleted while it is answered stays deleted', async context => {
    const store = temporaryStore(context);
    const recorder = recorderOn(context, store);
    const turn = await recorder.begin(incoming());
    await store.conversations.delete(turn!.ref!.conversation_id);
    await turn?.end(done);
    assert.equal((await stored(store)).conversation, undefined);
  });
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
