import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TurnDraft } from '../../../src/model/turn/turn.ts';
import type { Store } from '../../../src/store/store.ts';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { makeConversation, makeEnd, makeStart } from '../../support/builders.ts';
import { appendTurns, beginTurn, endTurn, ensureConversation } from '../../support/storing.ts';
import { type Open, unique, useStore } from './harness.ts';

/** A conversation as the simplest thing that could be right. */
interface Kept {
  uuid: string;
  turns: { request_id: string; asked: string; answered: string | undefined }[];
}

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const where = fc.nat({ max: 2 });
// Few request ids, so that redelivery happens often.
const request = fc.nat({ max: 12 }).map(n => `request-${n}`);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('begin' as const), where, request, text }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('end' as const), where, index: fc.nat({ max: 5 }), text }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('append' as const),
      where,
      turns: fc.array(fc.record({ request, text, answer: fc.option(text, { nil: undefined }) }), { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), where }) },
);

async function compare(store: Store, { uuid, turns }: Kept): Promise<void> {
  const conversation = (await store.conversations.get(uuid))!;
  const answers = turns.flatMap(({ answered }) => (answered === undefined ? [] : [answered]));
  const chars = [...turns.map(({ asked }) => asked), ...answers].reduce((sum, said) => sum + said.length, 0);
  assert.deepEqual(
    [conversation.turn_count, conversation.message_count, conversation.total_chars],
    [turns.length, turns.length + answers.length, chars],
  );
  const listed = await turnsOf(store, uuid, { limit: 100 });
  assert.deepEqual(
    listed.map(turn => [turn.turn_index, turn.user.content, turn.assistant?.content]),
    turns.map(({ asked, answered }, index) => [index, asked, answered]),
  );
  const headers = await store.turns.headers(uuid, { limit: 100 });
  assert.deepEqual(
    headers.map(({ status }) => status),
    turns.map(({ answered }) => (answered === undefined ? 'pending' : 'complete')),
  );
}

export function recordingModelSuite(open: Open): void {
  describe('recording, compared with a model', () => {
    const session = useStore(open);

    test('any sequence of begin, end, append and delete keeps what it should and counts it rightly', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
          const { store } = session;
          const drafts = [0, 1, 2].map(() => makeConversation({ external_id: unique('s'), workspace_id: unique('w') }));
          const kept: Kept[] = [];
          for (const draft of drafts) {
            kept.push({ uuid: (await ensureConversation(store, draft)).uuid, turns: [] });
          }
          for (const action of steps) {
            const conversation = kept[action.where]!;
            const { uuid, turns } = conversation;
            const known = (request_id: string) => turns.findIndex(turn => turn.request_id === request_id);
            if (action.act === 'begin') {
              const index = known(action.request);
              const begun = await beginTurn(
                store,
                uuid,
                makeStart({ request_id: action.request, content: action.text }),
              );
              const turn_index = index < 0 ? turns.length : index;
              assert.deepEqual(begun, { conversation_id: uuid, turn_index, began: index < 0, ended: false });
              if (index < 0) {
                turns.push({ request_id: action.request, asked: action.text, answered: undefined });
              }
            } else if (action.act === 'end') {
              const turn = turns[action.index];
              if (turn) {
                await endTurn(
                  store,
                  { conversation_id: uuid, turn_index: action.index },
                  makeEnd({ content: action.text }),
                );
                turn.answered ??= action.text;
              }
            } else if (action.act === 'append') {
              const brought = action.turns.map(
                ({ request, text: content, answer }): TurnDraft => ({
                  start: makeStart({ request_id: request, content }),
                  end: answer === undefined ? undefined : makeEnd({ content: answer }),
                }),
              );
              let added = 0;
              for (const { request, text: asked, answer } of action.turns) {
                const turn = turns[known(request)];
                if (turn) {
                  turn.answered ??= answer;
                } else {
                  turns.push({ request_id: request, asked, answered: answer });
                  added++;
                }
              }
              assert.equal(await appendTurns(store, uuid, brought), added);
            } else {
              await store.conversations.delete(uuid);
              conversation.uuid = (await ensureConversation(store, drafts[action.where]!)).uuid;
              conversation.turns = [];
            }
          }
          for (const conversation of kept) {
            await compare(store, conversation);
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
