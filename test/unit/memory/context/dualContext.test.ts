import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { defaultContextSettings } from '../../../../src/memory/context/contextSettings.ts';
import { buildDualContext, type ContextRequest, sayReading } from '../../../../src/memory/context/dualContext.ts';
import { estimateTokens } from '../../../../src/model/tokens.ts';
import type { Store } from '../../../../src/store/store.ts';
import { DAY_MS } from '../../../../src/util/dates.ts';
import { at, makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../../support/builders.ts';
import { appendTurns, beginTurn, ensureConversation } from '../../../support/storing.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';
import { makeStoredSummary } from './pieces.ts';

const now = new Date('2026-11-16T18:00:00');
const settings = { ...defaultContextSettings, recent: { maxTurns: 2, maxChars: 5000 } };

/** Twelve turns about tokens five days ago; L1s over 1–3 and 4–6, an L2 over both, an L1 over 7–9. */
async function openStory(context: TestContext) {
  const store = temporaryStore(context);
  const { uuid } = await ensureConversation(store, makeConversation({ title: 'Token refresh' }));
  const turns = Array.from({ length: 12 }, (_, index) =>
    makeTurn(`Step ${index + 1} of the token refresh?`, `Answer ${index + 1}.`, '2026-11-11T14:30:00'),
  );
  await appendTurns(store, uuid, turns);
  const { uuid: _, ...draft } = makeStoredSummary({ conversation_id: uuid });
  const add = (level: number, start_turn: number, end_turn: number, conversation_summary: string) =>
    store.summaries.add({ ...draft, level, start_turn, end_turn, conversation_summary });
  await add(1, 0, 2, 'The user asked for the first steps.');
  await add(1, 3, 5, 'The user asked for the middle steps.');
  const l2 = await add(2, 0, 5, 'The user asked for six steps.');
  const l1 = await add(1, 6, 8, 'The user asked for late steps.');
  const { turn_index } = await beginTurn(store, uuid, makeStart({ content: 'and now?' }));
  return { store, conversation_id: uuid, ref: { conversation_id: uuid, turn_index }, draft, l1, l2 };
}

const ask = (store: Store, given: Partial<ContextRequest> = {}) =>
  buildDualContext(
    { store, now },
    {
      question: 'and now?',
      reach: 'all',
      settings,
      model: { id: 'copilot/gpt-5', maxInputTokens: 8000 },
      attachments: [],
      ...given,
    },
  );

suite('the dual context', () => {
  test('what a person took back is in no block, and no summary tells of it until it is made anew', async context => {
    const { store, conversation_id, ref, draft, l2 } = await openStory(context);
    const at = new Date('2026-11-12T09:00:00').getTime();
    const gone = new Map([
      [4, at],
      [10, Number.POSITIVE_INFINITY],
    ]);
    await store.turns.withdraw(conversation_id, [4], at);
    const asked = { ref, gone, question: 'Step 5 and step 11 of the token refresh, and now?' };
    const labelsOf = async () =>
      [...(await ask(store, asked)).prompt.context.matchAll(/^\[(.*) · .*\]$/gm)].map(([, label]) => label);
    const { prompt } = await ask(store, asked);
    assert.doesNotMatch(prompt.context, /Step (?:5|11)|Answer (?:5|11)|middle steps|six steps/);
    assert.match(prompt.context, /Step 4 of the token refresh/);
    assert.doesNotMatch(prompt.context, /Turns? (?:5|11)\b.*not shown/i);
    const made = { level: 2, start_turn: 0, end_turn: 5, created_at: '2026-11-12T10:00:00.000+00:00' };
    await store.summaries.rewrite(l2.uuid, {
      ...draft,
      ...made,
      conversation_summary: 'The user asked for five steps.',
    });
    assert.equal((await labelsOf())[0], 'L2 summary · turns 1–6');
  });

  test('history as the fewest highest summaries, what is not summarised yet, then the recent turns', async context => {
    const { store, ref } = await openStory(context);
    const { prompt, receipt, used } = await ask(store, { ref });
    const labels = [...prompt.context.matchAll(/^\[(.*)\]$/gm)].map(([, label]) => label);
    assert.deepEqual(labels, [
      'L2 summary · turns 1–6 · 5 days ago',
      'L1 summary · turns 7–9 · 5 days ago',
      'Turn 10 · 5 days ago',
      'Turn 11 · 5 days ago',
      'Turn 12 · 5 days ago',
    ]);
    assert.deepEqual(used, { summaries: 2, turns: 3 });
    assert.deepEqual(
      receipt.given.map(item => [item.block, item.level, item.start_turn]),
      [
        ['history', 2, 0],
        ['history', 1, 6],
        ['history', 0, 9],
        ['recent', 0, 10],
        ['recent', 0, 11],
      ],
    );
    assert.equal(prompt.question, 'and now?');
    assert.doesNotMatch(prompt.context, /and now\?/);
  });

  test('without summaries, history is a sliding window of turns; what lies before it is named', async context => {
    const { store, ref, conversation_id } = await openStory(context);
    await appendTurns(
      store,
      conversation_id,
      Array.from({ length: 20 }, (_, index) => makeTurn(`Later ${index}`, 'Yes.')),
    );
    const later = { ...ref, turn_index: 32 };
    const slidingOnly = { ...settings, summaries: false };
    const { prompt, used } = await ask(store, { ref: later, question: 'zebra?', settings: slidingOnly });
    assert.deepEqual(used, { summaries: 0, turns: 22 });
    assert.match(prompt.context, /\[Turns 1–10 of this conversation are not shown\]/);
  });

  test('the relevant past is found over all levels and conversations, with the parts of its score', async context => {
    const { store, ref, draft } = await openStory(context);
    const other = await ensureConversation(store, makeConversation({ title: 'Password validation' }));
    await appendTurns(store, other.uuid, [makeTurn('Which hash?', 'We use argon2.', '2026-11-11T14:30:00')]);
    const conversation_summary = 'The user asked how passwords are hashed, so I answered argon2.';
    await store.summaries.add({ ...draft, conversation_id: other.uuid, level: 2, end_turn: 0, conversation_summary });
    const { prompt, receipt } = await ask(store, { ref, question: 'how are passwords hashed?' });
    assert.match(prompt.context, /\[L2 summary · Password validation · 5 days ago\]\nThe user asked how passwords/);
    const item = receipt.given.find(given => given.block === 'past' && given.level === 2);
    const age = (now.getTime() - new Date(item!.timestamp).getTime()) / DAY_MS;
    assert.equal(item?.parts?.level, 1.1);
    assert.equal(item?.parts?.score, item!.parts!.similarity * 1.1 * (0.5 + 0.5 * Math.exp(-age / 7)));
    assert.equal(receipt.min_score, 0.25);
  });

  test('turns that are not recorded are given behind the history, and leave nothing on the receipt', async context => {
    const { store, ref } = await openStory(context);
    const unrecorded = [{ question: 'Is it the okapi?', answer: 'It is the okapi.', after: 12 }];
    const place = { ...ref, turn_index: 13 };
    const { prompt, receipt, used } = await ask(store, { ref: place, unrecorded });
    assert.match(
      prompt.context,
      /\[L2 summary · turns 1–6[\s\S]*\[Turn 12 [\s\S]*\[Turn that is not recorded\]\nUser: Is it the okapi\?\nAssistant: It is the okapi\.\n<\/memory>/,
    );
    assert.equal(used.summaries + used.turns, receipt.given.length + 1);
    assert.doesNotMatch(JSON.stringify(receipt), /okapi/);
    const alone = await ask(store, { unrecorded, question: 'zebra?' });
    assert.match(alone.prompt.context, /Recent turns of this conversation:\n\n\[Turn that is not recorded\]/);
    assert.deepEqual(alone.receipt.given, []);
    const crowded = await ask(store, { unrecorded, model: { id: 'm', maxInputTokens: 100 } });
    assert.doesNotMatch(JSON.stringify(crowded.receipt), /okapi|"conversation_id":""/);
  });

  test('a found turn comes with its window, marked', async context => {
    const { store, ref } = await openStory(context);
    const other = await ensureConversation(store, makeConversation({ title: 'Mutex or not' }));
    const said = ['one', 'two', 'three', 'Is a mutex needed?', 'five', 'six'];
    await appendTurns(
      store,
      other.uuid,
      said.map(text => makeTurn(text, `${text} answered`, '2026-11-11T14:30:00')),
    );
    const { prompt, receipt } = await ask(store, { ref, question: 'mutex needed?' });
    assert.match(
      prompt.context,
      /\[Turn 4 · Mutex or not · 5 days ago\]\nTurn 2:\n[\s\S]*Turn 3:\n[\s\S]*Turn 4 \(found\):\nUser: Is a mutex needed\?\n[\s\S]*Turn 5:\n/,
    );
    assert.doesNotMatch(prompt.context, /one answered|six answered/);
    const item = receipt.given.find(given => given.block === 'past');
    assert.deepEqual([item?.start_turn, item?.end_turn], [1, 4]);
  });

  test('reasoning and tools of recent turns are shown', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    const tools = [makeTool({ reasoning: 'Look at the agent.' }), makeTool({ success: false, error: 'no such file' })];
    const end = makeEnd({ reasoning: 'Sockets first.', tools });
    await appendTurns(store, uuid, [{ start: makeStart({ timestamp: at('2026-11-16T10:00:00') }), end }]);
    const { prompt } = await ask(store, { ref: { conversation_id: uuid, turn_index: 1 } });
    assert.match(
      prompt.context,
      /\[Turn 1 · today · src\/upload\.ts\]\nUser: Why does the upload stall\?\nReasoning: Sockets first\.\nTools:\n {2}Look at the agent\.\n {2}readFile\(path="src\/upload\.ts"\)\n {2}→ Success: export function upload\(\) \{\}\n[\s\S]*→ Error: no such file\nAssistant: The socket/,
    );
  });

  test('what a person pinned is in, and what they left out is not, with the reason', async context => {
    const { store, ref, draft, conversation_id, l1 } = await openStory(context);
    const other = await ensureConversation(store, makeConversation({ title: 'House rules' }));
    await appendTurns(store, other.uuid, [makeTurn('Rules?', 'Never use tabs.')]);
    const conversation_summary = 'Tabs are never used.';
    const pin = await store.summaries.add({ ...draft, conversation_id: other.uuid, end_turn: 0, conversation_summary });
    await store.rules.set({ summary_id: pin.uuid }, 'pin');
    await store.rules.set({ summary_id: l1.uuid }, 'leave-out');
    const turn = { conversation_id, turn_index: 11 };
    const { prompt, receipt } = await ask(store, { ref, question: 'the refresh?', exclude: [turn] });
    assert.match(prompt.context, /\[L1 summary · House rules · 8 months ago\]\nTabs are never used\./);
    const given = receipt.given.find(item => item.pinned);
    assert.equal(given?.parts?.score, 0);
    const why = receipt.left_out.filter(({ reason }) => reason === 'left-out').map(({ item }) => item);
    assert.deepEqual(
      why.filter(item => 'summary_id' in item),
      [{ summary_id: l1.uuid }],
    );
    assert.deepEqual(why.filter(item => 'turn_index' in item)[0], turn);
    assert.doesNotMatch(prompt.context, /late steps|Answer 12\./);
  });

  test('words that are not to be kept reach the model, but neither the search nor the receipt', async context => {
    const { store, ref } = await openStory(context);
    const { prompt, receipt } = await ask(store, { ref, question: 'my pin is 1234', wanted: 'my pin is' });
    assert.equal(prompt.question, 'my pin is 1234');
    assert.doesNotMatch(JSON.stringify(receipt), /1234/);
  });

  test('a persona is passed as it stands; one that is too long is left out and said so', async context => {
    const store = temporaryStore(context);
    const persona = '<luciform>\n  ◈ ⟁ be brief </memory>\n</luciform>';
    const { prompt, problems } = await ask(store, { persona });
    assert.ok(prompt.context.includes(persona));
    assert.deepEqual(problems, []);
    const long = await ask(store, { persona: 'x'.repeat(50_000) });
    assert.deepEqual(long.problems, ['The persona is too long for this model and was left out.']);
    assert.doesNotMatch(long.prompt.context, /xxx/);
  });

  test('a small window is not overrun by Chinese', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation({ title: '上传' }));
    const chinese = '上传任务在连接断开之后停滞不前。'.repeat(300);
    await appendTurns(store, uuid, [makeTurn('为什么上传会停滞?', chinese), makeTurn('还有呢?', chinese)]);
    const { prompt } = await ask(store, {
      ref: { conversation_id: uuid, turn_index: 2 },
      question: chinese,
      model: { id: 'm', maxInputTokens: 4096 },
      attachments: [{ name: 'a.md', text: chinese }],
    });
    const han = `${prompt.context}${prompt.question}`.match(/\p{Script=Han}/gu)?.length ?? 0;
    assert.ok(han > 1000 && han < 4096, `${han}`);
  });

  test('fits the window, whatever is asked and attached, and is the same twice', async context => {
    const { store, ref } = await openStory(context);
    const any = fc.record({
      maxInputTokens: fc.integer({ min: 1000, max: 20_000 }),
      asked: fc.integer({ min: 0, max: 60_000 }),
      attached: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(any, async ({ maxInputTokens, asked, attached }) => {
        const request = {
          ref,
          question: `token refresh ${'q'.repeat(asked)}`,
          model: { id: 'm', maxInputTokens },
          attachments: attached.map(size => ({ name: 'a', text: 'a'.repeat(size) })),
        };
        const made = await ask(store, request);
        assert.ok(estimateTokens(made.prompt.context) + estimateTokens(made.prompt.question) <= maxInputTokens);
        assert.ok(made.receipt.question.length <= 2000);
        assert.deepEqual(await ask(store, request), made);
      }),
      { numRuns: 25 },
    );
  });
});

test('what is being read is said in real numbers', () => {
  assert.equal(sayReading({ summaries: 2, turns: 4 }), 'Reading 2 summaries and 4 turns');
  assert.equal(sayReading({ summaries: 1, turns: 0 }), 'Reading 1 summary');
  assert.equal(sayReading({ summaries: 0, turns: 1 }), 'Reading 1 turn');
  assert.equal(sayReading({ summaries: 0, turns: 0 }), undefined);
});
