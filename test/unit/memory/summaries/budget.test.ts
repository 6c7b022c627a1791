import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../../../src/memory/summaries/budget.ts';
import type { Ledger } from '../../../../src/work/ledger.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { makeMemoryLedger } from '../../../support/memoryLedger.ts';

function makeBudget(daily: number, spending: Ledger = makeMemoryLedger(), clock = new FakeClock()) {
  return new Budget({ spending, clock, dailyTokens: () => daily });
}

suite('the daily budget', () => {
  test('an estimate is set aside before the call and replaced by what it cost', async () => {
    const budget = makeBudget(1000);
    const reserved = await budget.reserve(600);
    assert.equal(await budget.spentToday(), 600);
    await reserved?.settle(250);
    await reserved?.settle(999);
    assert.equal(await budget.spentToday(), 250);
  });

  test('what does not fit is refused and leaves no trace', async () => {
    const budget = makeBudget(1000);
    await budget.reserve(700);
    assert.equal(await budget.reserve(301), undefined);
    assert.equal(await budget.spentToday(), 700);
    assert.ok(await budget.reserve(300));
  });

  test('a budget of 0 allows nothing', async () => {
    assert.equal(await makeBudget(0).reserve(1), undefined);
  });

  test('starts anew at the next local midnight', async () => {
    const clock = new FakeClock('2026-03-04T23:59:00');
    const budget = makeBudget(1000, makeMemoryLedger(), clock);
    const late = await budget.reserve(1000);
    assert.equal(budget.renewsAt(), new Date('2026-03-05T00:00:00').getTime());
    await clock.pass(60_000);
    assert.ok(await budget.allows(1000));
    await late?.settle(400);
    assert.equal(await budget.spentToday(), 0, 'a call is booked on the day it began');
  });

  test('windows share one ledger and together never go over by reserving', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
        async (s, asked) => {
          const ledger = makeMemoryLedger();
          const spending: Ledger = {
            add: (day, tokens) => s.schedule(Promise.resolve()).then(() => ledger.add(day, tokens)),
            spent: day => s.schedule(Promise.resolve()).then(() => ledger.spent(day)),
          };
          const windows = [makeBudget(1000, spending), makeBudget(1000, spending)];
          const work = Promise.all(asked.map((tokens, index) => windows[index % 2]!.reserve(tokens)));
          await s.waitFor(work);
          const taken = (await work).map((reserved, index) => (reserved ? asked[index]! : 0));
          const sum = taken.reduce((total, tokens) => total + tokens, 0);
          assert.ok(sum <= 1000, `${sum}`);
          assert.equal(await ledger.spent('2026-03-04'), sum);
        },
      ),
    );
  });
});
