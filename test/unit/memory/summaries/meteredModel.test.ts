import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as z from 'zod/mini';
import { type LanguageModel, ModelError, type ModelErrorReason } from '../../../../src/llm/languageModel.ts';
import { Budget } from '../../../../src/memory/summaries/budget.ts';
import { BudgetSpentError, meterModel } from '../../../../src/memory/summaries/meteredModel.ts';
import { Pace } from '../../../../src/memory/summaries/pace.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { makeMemoryLedger } from '../../../support/memoryLedger.ts';
import { failsWith, userSays } from '../../../support/modelParts.ts';

const never = new AbortController().signal;

function setUp(given: { fails?: ModelErrorReason; dailyTokens?: number; perMinute?: number } = {}) {
  const clock = new FakeClock();
  const budget = new Budget({ spending: makeMemoryLedger(), clock, dailyTokens: () => given.dailyTokens ?? 100_000 });
  const asked = { count: 0 };
  const model: LanguageModel = {
    id: 'stub',
    maxInputTokens: 1000,
    maxOutputTokens: 1000,
    async *stream() {},
    async generate(_request, schema) {
      asked.count++;
      if (given.fails) {
        throw new ModelError(given.fails, 'It failed.');
      }
      return { value: schema.parse('done'), usage: { inputTokens: 30, outputTokens: 12 } };
    },
  };
  const metered = meterModel(model, { pace: new Pace(clock, given.perMinute), budget });
  const generate = (text = 'x'.repeat(400), signal = never) =>
    metered.generate({ messages: [userSays(text)] }, z.string(), signal);
  return { clock, budget, asked, generate };
}

suite('a model for background work', () => {
  test('is paid with what a call cost', async () => {
    const { budget, generate } = setUp();
    assert.equal((await generate()).value, 'done');
    assert.equal(await budget.spentToday(), 42);
  });

  test('is asked no faster than the pace allows', async () => {
    const { clock, asked, generate } = setUp({ perMinute: 2 });
    const all = [1, 2, 3].map(() => generate());
    await Promise.all(all.slice(0, 2));
    await clock.asleep(1);
    assert.equal(asked.count, 2);
    await clock.pass(60_000);
    await Promise.all(all);
    assert.equal(asked.count, 3);
  });

  test('is not asked when the work is cancelled while it waits, and nothing is set aside', async () => {
    const { clock, asked, budget, generate } = setUp({ perMinute: 1 });
    await generate();
    const controller = new AbortController();
    const waiting = generate('x', controller.signal);
    await clock.asleep(1);
    controller.abort();
    await assert.rejects(waiting, failsWith('cancelled'));
    assert.equal(asked.count, 1);
    assert.equal(await budget.spentToday(), 42);
  });

  test('is not asked for what the budget cannot pay', async () => {
    const { asked, budget, generate } = setUp({ dailyTokens: 1099 });
    await assert.rejects(generate(), error => error instanceof BudgetSpentError);
    assert.equal(asked.count, 0);
    assert.equal(await budget.spentToday(), 0);
  });

  for (const reason of ['quota', 'network', 'server', 'bad-key', 'not-found', 'bad-request'] as const) {
    test(`costs nothing when it fails with ${reason}`, async () => {
      const { budget, generate } = setUp({ fails: reason });
      await assert.rejects(generate(), failsWith(reason));
      assert.equal(await budget.spentToday(), 0);
    });
  }

  for (const reason of ['bad-answer', 'blocked', 'timeout', 'cancelled'] as const) {
    test(`costs the estimate when it fails with ${reason}, for it may have worked`, async () => {
      const { budget, generate } = setUp({ fails: reason });
      await assert.rejects(generate(), failsWith(reason));
      assert.equal(await budget.spentToday(), 1100);
    });
  }
});
