import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { createGeminiModel, type GeminiModelOptions } from '../../../../src/llm/gemini/geminiModel.ts';
import { OfflineSummarizer } from '../../../../src/llm/offline/offlineSummarizer.ts';
import { Budget } from '../../../../src/memory/summaries/budget.ts';
import { meterModel } from '../../../../src/memory/summaries/meteredModel.ts';
import { ModelSummarizer } from '../../../../src/memory/summaries/modelSummarizer.ts';
import { Pace } from '../../../../src/memory/summaries/pace.ts';
import {
  type Made,
  SummarizerPolicy,
  type SummarizerState,
} from '../../../../src/memory/summaries/summarizerPolicy.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { type GeminiServer, startGeminiServer } from '../../../support/geminiServer.ts';
import { makeMemoryLedger } from '../../../support/memoryLedger.ts';
import { failsWith } from '../../../support/modelParts.ts';
import { makeStoredTurns } from '../../../support/summaries.ts';
import { makeAnswer, retryTurns } from '../../../support/summaryAnswers.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
const MINUTE = 60_000;
const material = { level: 1 as const, turns: makeStoredTurns(retryTurns) };
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

/** Gemini's real client behind pace and budget, on a clock that stands still. */
function setUp(given: { model?: Partial<GeminiModelOptions>; dailyTokens?: number; withKey?: boolean } = {}) {
  const clock = new FakeClock();
  const settings = { dailyTokens: given.dailyTokens ?? 1_000_000 };
  const budget = new Budget({ spending: makeMemoryLedger(), clock, dailyTokens: () => settings.dailyTokens });
  const model = createGeminiModel({
    apiKey: key,
    model: 'gemini-2.5-flash',
    baseUrl: gemini.baseUrl,
    logger: silentLogger,
    ...given.model,
  });
  const metered = new ModelSummarizer(meterModel(model, { pace: new Pace(clock, 1000), budget }));
  const preferred = given.withKey === false ? undefined : metered;
  const policy = new SummarizerPolicy({ preferred, offline: new OfflineSummarizer(), budget, clock });
  const states: SummarizerState[] = [];
  policy.onDidChange(state => states.push(state));
  return { clock, settings, budget, policy, states, summarize: () => policy.summarize(material, never) };
}

function assertOffline(made: Made, provisional: boolean, note?: RegExp): void {
  assert.equal(made.made_by, 'offline');
  assert.equal(made.prompt_version, 'offline-3');
  assert.match(made.condensed.content.conversation_summary, /Why does the upload stall\?/);
  assert.equal(made.provisional, provisional);
  if (note) {
    assert.match(made.note ?? '', note);
  } else {
    assert.equal(made.note, undefined);
  }
}

suite('who makes a summary', () => {
  test('without a key the offline summariser, for good', async () => {
    const { policy, summarize } = setUp({ withKey: false });
    assertOffline(await summarize(), false);
    assert.deepEqual(policy.state, { kind: 'ready' });
    assert.equal(gemini.requests.length, 0);
  });

  test('Gemini where there is a key, paid from the budget with what it cost', async () => {
    gemini.reply({ json: makeAnswer(), usage: { promptTokenCount: 700, candidatesTokenCount: 90 } });
    const { summarize, budget, states } = setUp();
    const made = await summarize();
    assert.equal(made.made_by, 'gemini/gemini-2.5-flash');
    assert.equal(made.prompt_version, 'summary-2');
    assert.equal(made.provisional, false);
    assert.equal(await budget.spentToday(), 790);
    assert.deepEqual(states, []);
  });

  test('cancelled work is nobody else’s', async () => {
    gemini.fail('never');
    const { policy } = setUp();
    const controller = new AbortController();
    const made = policy.summarize(material, controller.signal);
    await gemini.arrived(1);
    controller.abort();
    await assert.rejects(made, failsWith('cancelled'));
    assert.deepEqual(policy.state, { kind: 'ready' });
  });
});

suite('when Gemini is away', () => {
  const faults = {
    'quota-minute': /^Gemini has had too many requests from this API key\. /,
    'quota-bare': /^Gemini has had too many requests from this API key\. /,
    internal: /^Gemini has a problem on its side \(HTTP 500\)\. /,
    overloaded: /^Gemini is overloaded at the moment\. /,
    'refused-connection': /^Gemini could not be reached\. /,
    'broken-stream': /^The connection to Gemini broke off in the middle of the answer\. /,
  } as const;
  for (const [fault, sentence] of Object.entries(faults)) {
    test(`${fault} for a minute: a summary each second, two requests, one state, then Gemini again`, async () => {
      gemini.fail(fault as keyof typeof faults, { times: Number.POSITIVE_INFINITY, afterChunks: 1 });
      gemini.reply({ json: makeAnswer() });
      const { clock, policy, states, summarize, budget } = setUp();
      for (let second = 0; second < 60; second++) {
        assertOffline(await summarize(), true, sentence);
        await clock.pass(1000);
      }
      assert.equal(gemini.requests.length, 2, 'at once and after 30 s');
      assert.deepEqual([...new Set(states.map(({ kind }) => kind))], ['away']);
      assert.match(
        policy.state.message ?? '',
        / Summaries are made offline; they will be redone when Gemini is back\.$/,
      );
      assert.equal(await budget.spentToday(), 0, 'nothing was charged');
      gemini.reset();
      gemini.reply({ json: makeAnswer() });
      await clock.pass(policy.state.until! - clock.now());
      assert.equal((await summarize()).made_by, 'gemini/gemini-2.5-flash');
      assert.deepEqual(policy.state, { kind: 'ready' });
      assert.equal(states.length, 3);
    });
  }

  test('nothing for as long as it is waited for: offline after one request', async () => {
    gemini.fail('never', { times: Number.POSITIVE_INFINITY });
    const { policy, summarize } = setUp({ model: { timeoutMs: 1500 } });
    assertOffline(await summarize(), true, /^Gemini did not answer for 2 s\. Summaries are made offline/);
    assertOffline(await summarize(), true, /^Gemini did not answer/);
    assert.equal(gemini.requests.length, 1);
    assert.equal(policy.state.kind, 'away');
  });

  test('it is left alone for longer each time, up to half an hour', async () => {
    gemini.fail('internal', { times: Number.POSITIVE_INFINITY });
    const { clock, policy, summarize } = setUp();
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      await summarize();
      const wait = policy.state.until! - clock.now();
      waits.push(wait / 1000);
      await clock.pass(wait);
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 480, 960, 1800, 1800, 1800]);
    assert.equal(gemini.requests.length, 9);
  });

  test('the wait that Gemini names is kept, also when it is hours', async () => {
    const { clock, policy, summarize } = setUp();
    gemini.fail('quota-minute', { retrySeconds: 45 });
    await summarize();
    assert.equal(policy.state.until, clock.now() + 45_000);
    assert.equal(policy.awayUntil, clock.now() + 45_000);
    await clock.pass(45_000);
    assert.equal(policy.awayUntil, undefined, 'worth a try');
    policy.reset();
    gemini.fail('quota-day');
    assertOffline(await summarize(), true, /^The daily Gemini quota of this API key is used up\. Summaries/);
    assert.ok(policy.state.until! > clock.now());
  });

  test('calls that fail together are one failure, and one call finds out whether it is back', async () => {
    gemini.fail('internal', { times: Number.POSITIVE_INFINITY });
    const { clock, policy, states, summarize } = setUp();
    for (const made of await Promise.all([1, 2, 3, 4, 5].map(summarize))) {
      assertOffline(made, true, /HTTP 500/);
    }
    assert.equal(states.length, 1);
    assert.equal(policy.state.until, clock.now() + 30_000);
    await clock.pass(30_000);
    const before = gemini.requests.length;
    await Promise.all([1, 2, 3, 4, 5].map(summarize));
    assert.equal(gemini.requests.length, before + 1);
  });

  test('a refused key is not tried again before the key or a setting changes', async () => {
    gemini.fail('bad-key');
    gemini.reply({ json: makeAnswer() });
    const { clock, policy, states, summarize } = setUp();
    for (let hour = 0; hour < 5; hour++) {
      assertOffline(await summarize(), true, /^Gemini did not accept the API key\. Set a new one .* made offline\.$/);
      await clock.pass(60 * MINUTE);
    }
    assert.equal(gemini.requests.length, 1);
    assert.equal(policy.state.kind, 'bad-key');
    assert.equal(policy.state.until, undefined);
    assert.equal(policy.awayUntil, clock.now() + 30 * MINUTE);
    policy.reset();
    assert.equal(policy.awayUntil, undefined);
    assert.equal((await summarize()).provisional, false);
    assert.deepEqual(
      states.map(({ kind }) => kind),
      ['bad-key', 'ready'],
    );
  });

  test('a model that does not exist is not asked for again either', async () => {
    gemini.fail('model-not-found', { times: Number.POSITIVE_INFINITY });
    const { clock, summarize } = setUp();
    await summarize();
    await clock.pass(60 * MINUTE);
    assertOffline(await summarize(), true, /has no model "gemini-2\.5-flash"/);
    assert.equal(gemini.requests.length, 1);
  });
});

suite('when an answer cannot be used', () => {
  test('this summary is made offline for good, and Gemini is asked for the next', async () => {
    const { policy, states, summarize } = setUp();
    gemini.replyOnce({ text: 'Sure' });
    gemini.replyOnce({ text: 'Sure' });
    gemini.reply({ json: makeAnswer() });
    assertOffline(await summarize(), false, /not valid JSON.* The summary was made offline\.$/s);
    assert.deepEqual(policy.state, { kind: 'ready' });
    assert.equal((await summarize()).made_by, 'gemini/gemini-2.5-flash');
    assert.equal(gemini.requests.length, 3);
    assert.deepEqual(states, []);
  });

  test('so is one that the filter refused, after one request', async () => {
    gemini.fail('answer-blocked');
    const { policy, summarize } = setUp();
    assertOffline(await summarize(), false, /filter/);
    assert.deepEqual(policy.state, { kind: 'ready' });
    assert.equal(gemini.requests.length, 1);
  });

  test('three in a row are about the model, or a sign-in page in between: it is left alone for a while', async () => {
    gemini.fail('html', { times: Number.POSITIVE_INFINITY });
    const { clock, policy, summarize } = setUp();
    for (let second = 0; second < 29; second++) {
      await summarize();
      await clock.pass(1000);
    }
    assert.equal(gemini.requests.length, 6);
    assert.equal(policy.state.kind, 'away');
    assertOffline(await summarize(), true, /redone when Gemini is back/);
  });

  test('a bad answer is paid for', async () => {
    gemini.reply({ text: 'Sure' });
    const { summarize, budget } = setUp();
    await summarize();
    assert.ok((await budget.spentToday()) > 2000);
  });
});

suite('when the budget is spent', () => {
  test('no request is made; offline takes over until tomorrow', async () => {
    gemini.reply({ json: makeAnswer(), usage: { promptTokenCount: 4000, candidatesTokenCount: 500 } });
    const { clock, policy, states, summarize } = setUp({ dailyTokens: 5000 });
    assert.equal((await summarize()).provisional, false);
    for (let round = 0; round < 5; round++) {
      assertOffline(await summarize(), true, /^Today's token budget is spent\./);
    }
    assert.equal(gemini.requests.length, 1);
    assert.equal(policy.state.kind, 'budget-spent');
    assert.equal(states.length, 1);
    await clock.pass(policy.state.until! - clock.now());
    assert.equal((await summarize()).provisional, false);
    assert.deepEqual(policy.state, { kind: 'ready' });
  });

  test('also when another window spends it in the middle of the work', async () => {
    const { policy, budget, summarize } = setUp({ dailyTokens: 5000 });
    gemini.replyOnce(() => {
      void budget.reserve(2500);
      return { text: 'Sure' };
    });
    gemini.reply({ json: makeAnswer() });
    assertOffline(await summarize(), true, /^Today's token budget is spent\./);
    assert.equal(gemini.requests.length, 1);
    assert.equal(policy.state.kind, 'budget-spent');
  });

  test('a larger budget counts at once', async () => {
    gemini.reply({ json: makeAnswer(), usage: { promptTokenCount: 4000, candidatesTokenCount: 500 } });
    const { settings, summarize } = setUp({ dailyTokens: 5000 });
    await summarize();
    assert.equal((await summarize()).provisional, true);
    settings.dailyTokens = 50_000;
    assert.equal((await summarize()).provisional, false);
  });

  test('what no day’s budget could pay is made offline for good', async () => {
    const { policy, summarize } = setUp({ dailyTokens: 100 });
    assertOffline(await summarize(), false, /more tokens than a day's budget/);
    assert.deepEqual(policy.state, { kind: 'ready' });
    assert.equal(gemini.requests.length, 0);
  });
});
