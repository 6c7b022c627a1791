import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_RESULT_BYTES } from '../../../src/model/turn/toolResult.ts';
import { turnAt as readTurnAt, turnsOf } from '../../../src/store/turnStore.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../support/builders.ts';
import { appendTurns, beginTurn, endTurn } from '../../support/storing.ts';
import { because, converse, type Open, turnAt, unique, useStore, wellFormed } from './harness.ts';

export function turnsSuite(open: Open): void {
  describe('turns', () => {
    const session = useStore(open);

    test('a begun turn is there for the next session, pending', async () => {
      const { store, reopen } = session;
      const { uuid } = await converse(store);
      const start = makeStart({
        references: [{ path: 'src/upload.ts', start_line: 3, end_line: 9 }, { path: 'a b.md' }],
      });
      const begun = await beginTurn(store, uuid, start);
      assert.deepEqual(begun, { conversation_id: uuid, turn_index: 0, began: true, ended: false });
      const { user, assistant, tools } = await turnAt(await reopen(), uuid, 0);
      assert.deepEqual(
        [user.role, user.content, user.references, user.timestamp, user.char_count],
        ['user', start.content, start.references, start.timestamp, start.content.length],
      );
      assert.equal(assistant, undefined);
      assert.deepEqual(tools, []);
    });

    test('turns are numbered 0, 1, 2, also when many begin at once in two windows', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const windows = [store, await session.other()];
      const begun = await Promise.all(
        Array.from({ length: 20 }, (_, i) => beginTurn(windows[i % 2]!, uuid, makeStart())),
      );
      const indexes = begun.map(({ turn_index }) => turn_index).sort((a, b) => a - b);
      assert.deepEqual(indexes, [...Array(20).keys()]);
      const listed = await turnsOf(store, uuid, { limit: 100 });
      assert.deepEqual(
        listed.map(({ turn_index }) => turn_index),
        indexes,
      );
    });

    test('a request delivered again, even at the same moment in two windows, is recorded once', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const windows = [store, await session.other()];
      const start = makeStart();
      const begun = await Promise.all(Array.from({ length: 10 }, (_, i) => beginTurn(windows[i % 2]!, uuid, start)));
      assert.equal(begun.filter(({ began }) => began).length, 1);
      assert.deepEqual(new Set(begun.map(({ turn_index }) => turn_index)), new Set([0]));
      assert.equal((await store.conversations.get(uuid))?.turn_count, 1);
    });

    test('the same request id in another conversation is another turn', async () => {
      const { store } = session;
      const start = makeStart();
      for (const { uuid } of [await converse(store), await converse(store)]) {
        assert.equal((await beginTurn(store, uuid, start)).began, true);
      }
    });

    test('an ended turn keeps answer, reasoning and model', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const end = makeEnd({ reasoning: 'First look at the socket.', model: 'copilot/gpt-5' });
      await endTurn(store, await beginTurn(store, uuid, makeStart()), end);
      const { assistant } = await turnAt(await session.other(), uuid, 0);
      assert.deepEqual(
        [
          assistant?.role,
          assistant?.content,
          assistant?.reasoning,
          assistant?.model,
          assistant?.status,
          assistant?.error,
        ],
        ['assistant', end.content, end.reasoning, end.model, 'complete', null],
      );
      assert.equal(assistant?.timestamp, end.timestamp);
      const { message_count, turn_count, total_chars } = (await store.conversations.get(uuid))!;
      assert.deepEqual([message_count, turn_count], [2, 1]);
      assert.equal(total_chars, makeStart().content.length + end.content.length);
    });

    test('a turn ends once: the first end stays, even when two windows end it at once', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const other = await session.other();
      const begun = await beginTurn(store, uuid, makeStart());
      await endTurn(store, begun, makeEnd({ content: 'First.', tools: [makeTool()] }));
      await endTurn(store, begun, makeEnd({ content: 'Second, and longer.', tools: [makeTool(), makeTool()] }));
      const { assistant, tools } = await turnAt(store, uuid, 0);
      assert.deepEqual([assistant?.content, tools.length], ['First.', 1]);

      const raced = await beginTurn(store, uuid, makeStart());
      await Promise.all([store, other, store, other].map(window => endTurn(window, raced, makeEnd())));
      assert.equal((await store.conversations.get(uuid))?.message_count, 4);
    });

    for (const status of ['failed', 'cancelled'] as const) {
      test(`a ${status} answer is kept and marked so, with what there was of it`, async () => {
        const { store } = session;
        const { uuid } = await converse(store);
        const end = makeEnd({ status, content: 'Half an ans', error: 'The model is away.', tools: [makeTool()] });
        await endTurn(store, await beginTurn(store, uuid, makeStart()), end);
        const { assistant, tools } = await turnAt(store, uuid, 0);
        assert.deepEqual(
          [assistant?.status, assistant?.content, assistant?.error, tools.length],
          [status, 'Half an ans', 'The model is away.', 1],
        );
        assert.equal((await store.turns.headers(uuid, { limit: 1 }))[0]?.status, status);
      });
    }

    test('a turn of a conversation that is not there says so', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      await assert.rejects(
        endTurn(store, { conversation_id: 'nobody', turn_index: 7 }, makeEnd()),
        because('not-found'),
      );
      await assert.rejects(beginTurn(store, 'nobody', makeStart()), because('not-found'));
      await assert.rejects(appendTurns(store, 'nobody', [makeTurn('a')]), because('not-found'));
      assert.equal(await readTurnAt(store, { conversation_id: uuid, turn_index: 7 }), undefined);
    });

    test('a conversation and its turns are written at once, and each answer is added when it comes', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s'), workspace_id: unique('w') });
      const [whole, open] = [makeTurn('one'), { start: makeStart({ content: 'two' }), end: undefined }];
      const first = await store.turns.record(draft, [whole, open]);
      assert.deepEqual(
        first.turns.map(({ turn_index, began, ended }) => [turn_index, began, ended]),
        [
          [0, true, true],
          [1, true, false],
        ],
      );
      assert.deepEqual([first.conversation.turn_count, first.conversation.message_count], [2, 3]);
      const answered = { ...open, end: makeEnd({ content: 'At last.' }) };
      const second = await (await session.other()).turns.record(draft, [whole, answered, makeTurn('three')]);
      assert.equal(second.conversation.uuid, first.conversation.uuid);
      assert.deepEqual(
        second.turns.map(({ turn_index, began, ended }) => [turn_index, began, ended]),
        [
          [0, false, false],
          [1, false, true],
          [2, true, true],
        ],
      );
      assert.equal((await turnAt(store, first.conversation.uuid, 1)).assistant?.content, 'At last.');
      assert.equal((await store.turns.record(draft, [])).conversation.message_count, 6);
    });

    test('what is not a turn is refused and leaves nothing behind', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      await assert.rejects(beginTurn(store, uuid, makeStart({ timestamp: 'yesterday' })));
      await assert.rejects(
        appendTurns(store, uuid, [makeTurn('good'), { start: makeStart({ timestamp: '' }), end: undefined }]),
      );
      assert.deepEqual(await turnsOf(store, uuid, { limit: 10 }), []);
      assert.equal((await store.conversations.get(uuid))?.message_count, 0);
    });

    test('each tool call keeps its reasoning, arguments, result, success, duration and place', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const args = { path: 'src/é.ts', lines: [1, 2], deep: { on: true, none: null, text: 'a"b\\c\n' } };
      const read = makeTool({ arguments: args, reasoning: 'See the file first.', duration_ms: 12.5, iteration: 1 });
      const broken = makeTool({ tool_name: 'run', success: false, result: '', error: 'Exit code 1', iteration: 2 });
      const { result: _, ...unanswered } = makeTool({ tool_name: 'wait', arguments: null });
      await appendTurns(store, uuid, [{ start: makeStart(), end: makeEnd({ tools: [read, broken, unanswered] }) }]);
      const { tools, assistant } = await turnAt(await session.other(), uuid, 0);
      assert.deepEqual(
        tools.map(({ call }) => [call.sequence_number, call.tool_name, call.success]),
        [
          [0, 'readFile', true],
          [1, 'run', false],
          [2, 'wait', true],
        ],
      );
      const [first, second, third] = tools;
      assert.equal(first?.call.message_id, assistant?.uuid);
      assert.deepEqual(
        [first?.call.arguments, first?.call.reasoning, first?.call.duration_ms, first?.call.iteration],
        [args, 'See the file first.', 12.5, 1],
      );
      assert.deepEqual([first?.result?.result, first?.result?.success], [read.result, true]);
      assert.deepEqual([second?.result?.error, second?.result?.success], ['Exit code 1', false]);
      assert.equal(third?.result, undefined);
      assert.equal(third?.call.arguments, null);
    });

    test('a result above 64 KB is cut between characters, with its true size', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('🦉', '€', 'é', 'x'), fc.integer({ min: -6, max: 6 }), async (char, more) => {
          const result = 'a'.repeat(MAX_RESULT_BYTES - 40 + more) + char.repeat(50);
          const start = makeStart({ request_id: unique('r') });
          const ref = await beginTurn(store, uuid, start);
          await endTurn(store, ref, makeEnd({ tools: [makeTool({ result })] }));
          const stored = (await turnAt(store, uuid, ref.turn_index)).tools[0]?.result;
          const size = Buffer.byteLength(result);
          assert.equal(stored?.result_size_bytes, size);
          assert.ok(result.startsWith(stored.result));
          assert.equal(stored.result, wellFormed(stored.result));
          const kept = Buffer.byteLength(stored.result);
          assert.ok(kept <= MAX_RESULT_BYTES && kept >= Math.min(size, MAX_RESULT_BYTES - 3), `${kept} bytes kept`);
        }),
        { numRuns: 20 },
      );
    });

    test('a result that was cut before keeps the size it had', async () => {
      const { store } = session;
      const tools = [makeTool({ result: 'cut', result_size_bytes: 5_000_000 })];
      const { uuid } = await converse(store, {}, [{ start: makeStart(), end: makeEnd({ tools }) }]);
      assert.equal((await turnAt(store, uuid, 0)).tools[0]?.result?.result_size_bytes, 5_000_000);
    });

    const texts = {
      'a 1 MB prompt': 'why? '.repeat(200_000),
      'an empty prompt': '',
      'a prompt of blanks': ' \n\t\r\n ',
      'every script and emoji': 'Grüße, 重试策略, مرحبا, नमस्ते, 👩‍👩‍👧‍👦 e\u0301 \u{10FFFF} \uFEFF\u2028',
      'NUL and control characters': 'a\0b\0\0c\u0001\u001b[31m\u007f',
      'a lone NUL': '\0',
    };
    for (const [what, content] of Object.entries(texts)) {
      test(`${what} comes back as it was, in question, answer and tool result`, async () => {
        const { store } = session;
        const { uuid } = await converse(store);
        const ref = await beginTurn(store, uuid, makeStart({ content }));
        await endTurn(store, ref, makeEnd({ content, tools: [makeTool({ arguments: { content } })] }));
        const turn = await turnAt(await session.other(), uuid, 0);
        assert.ok(turn.user.content === content, 'question');
        assert.ok(turn.assistant?.content === content, 'answer');
        assert.deepEqual(turn.tools[0]?.call.arguments, { content });
        assert.equal(turn.user.char_count, content.length);
        assert.equal((await store.conversations.get(uuid))?.total_chars, 2 * content.length);
      });
    }

    test('half a surrogate pair becomes the replacement character, and nothing else is lost', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      for (const content of ['before \ud83e after', '\udd89', 'end \ud83e', '\udd89\ud83e']) {
        const ref = await beginTurn(store, uuid, makeStart({ content }));
        await endTurn(store, ref, makeEnd({ content }));
        const turn = await turnAt(store, uuid, ref.turn_index);
        assert.equal(turn.user.content, wellFormed(content));
        assert.equal(turn.assistant?.content, wellFormed(content));
      }
    });

    test('any text comes back as it was', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async content => {
          const ref = await beginTurn(store, uuid, makeStart({ content }));
          assert.equal((await turnAt(store, uuid, ref.turn_index)).user.content, content);
        }),
        { numRuns: 50 },
      );
    });

    test('times come back with the offset they were given', async () => {
      const { store } = session;
      const times = ['2026-03-04T14:30:00.123+05:30', '2026-03-04T14:30:00.000-11:00', '2026-03-04T14:30:00.999+00:00'];
      const turns = times.map(timestamp => ({ start: makeStart({ timestamp }), end: undefined }));
      const { uuid } = await converse(store, {}, turns);
      const listed = await turnsOf(store, uuid, { limit: 10 });
      assert.deepEqual(
        listed.map(({ user }) => user.timestamp),
        times,
      );
    });

    test('append adds whole turns in order, skips what is known, and tells how many were new', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const turns = [makeTurn('one'), makeTurn('two'), makeTurn('three')];
      assert.equal(await appendTurns(store, uuid, turns.slice(0, 2)), 2);
      assert.equal(await appendTurns(store, uuid, [...turns, turns[2]!]), 1);
      assert.equal(await appendTurns(store, uuid, turns), 0);
      assert.equal(await appendTurns(store, uuid, []), 0);
      const listed = await turnsOf(await session.other(), uuid, { limit: 10 });
      assert.deepEqual(
        listed.map(({ user }) => user.content),
        ['one', 'two', 'three'],
      );
      const { message_count, turn_count } = (await store.conversations.get(uuid))!;
      assert.deepEqual([message_count, turn_count], [6, 3]);
    });

    test('ranges are inclusive, in time order or newest first', async () => {
      const { store } = session;
      const { uuid } = await converse(
        store,
        {},
        Array.from({ length: 10 }, (_, i) => makeTurn(`turn ${i}`)),
      );
      const indexes = async (range: { from?: number; to?: number; limit: number; newestFirst?: boolean }) => {
        const [turns, headers] = [await turnsOf(store, uuid, range), await store.turns.headers(uuid, range)];
        const listed = turns.map(({ turn_index }) => turn_index);
        assert.deepEqual(
          headers.map(({ turn_index }) => turn_index),
          listed,
        );
        return listed;
      };
      assert.deepEqual(await indexes({ from: 3, to: 5, limit: 10 }), [3, 4, 5]);
      assert.deepEqual(await indexes({ from: 8, limit: 10 }), [8, 9]);
      assert.deepEqual(await indexes({ to: 1, limit: 10 }), [0, 1]);
      assert.deepEqual(await indexes({ limit: 2 }), [0, 1]);
      assert.deepEqual(await indexes({ limit: 2, newestFirst: true }), [9, 8]);
      assert.deepEqual(await indexes({ to: 4, limit: 2, newestFirst: true }), [4, 3]);
      assert.deepEqual(await indexes({ from: 50, limit: 2 }), []);
    });

    test('several stretches come at once, each as its own list, without the tools if so wanted', async () => {
      const { store } = session;
      const many = await converse(store, {}, [makeTurn('a'), makeTurn('b'), makeTurn('c')]);
      const other = await converse(store);
      const ref = await beginTurn(store, other.uuid, makeStart());
      await endTurn(store, ref, makeEnd({ tools: [makeTool()] }));
      const ranges = [
        { conversation_id: many.uuid, from: 1, to: 2, limit: 5 },
        { conversation_id: other.uuid, limit: 5 },
        { conversation_id: many.uuid, limit: 2, newestFirst: true },
        { conversation_id: 'nobody', limit: 5 },
      ];
      const alone = await Promise.all(
        ranges.map(({ conversation_id, ...range }) => turnsOf(store, conversation_id, range)),
      );
      assert.deepEqual(
        alone.map(turns => turns.length),
        [2, 1, 2, 0],
      );
      assert.equal(alone[1]![0]!.tools.length, 1);
      assert.deepEqual(await store.turns.read(ranges), alone);
      const texts = await store.turns.read(ranges.map(range => ({ ...range, textsOnly: true })));
      assert.deepEqual(
        texts,
        alone.map(turns => turns.map(turn => ({ ...turn, tools: [] }))),
      );
      assert.deepEqual(await store.turns.read([]), []);
    });

    test('headers show first line, state, model, size and number of tools', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const end = makeEnd({ model: 'strata/offline', tools: [makeTool(), makeTool()] });
      await appendTurns(store, uuid, [{ start: makeStart({ content: '\n  Why so slow?\nSecond line' }), end }]);
      const pending = makeStart({ content: 'And now?', references: [{ path: 'a.ts' }] });
      await beginTurn(store, uuid, pending);
      assert.deepEqual(await store.turns.headers(uuid, { limit: 10 }), [
        {
          conversation_id: uuid,
          turn_index: 0,
          kind: 'talk',
          label: 'Why so slow?',
          timestamp: makeStart().timestamp,
          status: 'complete',
          model: 'strata/offline',
          char_count: '\n  Why so slow?\nSecond line'.length + end.content.length,
          material_chars: '\n  Why so slow?\nSecond line'.length + end.content.length,
          tool_count: 2,
          reference_count: 0,
          mentions_file: false,
        },
        {
          conversation_id: uuid,
          turn_index: 1,
          kind: 'talk',
          label: 'And now?',
          timestamp: pending.timestamp,
          status: 'pending',
          model: null,
          char_count: pending.content.length,
          material_chars: pending.content.length,
          tool_count: 0,
          reference_count: 1,
          mentions_file: false,
        },
      ]);
    });

    test('a turn’s kind is that of both its messages, and says how much of it is memory', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const kinds = ['talk', 'note', 'lookup'] as const;
      const turns = kinds.map(kind => ({
        start: makeStart({ content: '12345', kind }),
        end: makeEnd({ content: '123' }),
      }));
      await appendTurns(store, uuid, turns);
      const read = await turnsOf(store, uuid, { limit: 9 });
      assert.deepEqual(
        read.map(({ user, assistant }) => [user.kind, assistant?.kind]),
        kinds.map(kind => [kind, kind]),
      );
      const headers = await store.turns.headers(uuid, { limit: 9 });
      assert.deepEqual(
        headers.map(({ kind, material_chars }) => [kind, material_chars]),
        [
          ['talk', 8],
          ['note', 5],
          ['lookup', 0],
        ],
      );
    });

    test('what was looked up waits for no links, and of a note only what was told does', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const kinds = ['lookup', 'note', 'talk'] as const;
      await appendTurns(
        store,
        uuid,
        kinds.map(kind => ({ start: makeStart({ kind }), end: makeEnd() })),
      );
      const waiting = (await store.mentions.waiting(workspace_id, 9)).turns;
      assert.deepEqual(waiting.map(({ turn_index }) => turn_index).sort(), [1, 2]);
    });
  });
}
