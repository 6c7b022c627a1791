import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Pace } from '../../../../src/memory/summaries/pace.ts';
import { systemClock } from '../../../../src/util/clock.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { failsWith } from '../../../support/modelParts.ts';

const never = new AbortController().signal;

suite('the pace of background calls', () => {
  test('ten begin at once, the eleventh when the first is a minute ago', async () => {
    const clock = new FakeClock();
    const pace = new Pace(clock);
    let begun = 0;
    const all = Array.from({ length: 11 }, () => pace.turn(never).then(() => begun++));
    await clock.asleep(1);
    assert.equal(begun, 10);
    await clock.pass(59_999);
    assert.equal(begun, 10);
    await clock.pass(1);
    await Promise.all(all);
    assert.equal(begun, 11);
  });

  test('who gives up leaves the line, and those behind still get their turn', async () => {
    const clock = new FakeClock();
    const pace = new Pace(clock, 1);
    await pace.turn(never);
    const impatient = new AbortController();
    const second = pace.turn(impatient.signal);
    const third = pace.turn(never);
    await clock.asleep(1);
    impatient.abort();
    await assert.rejects(second, failsWith('cancelled'));
    await clock.pass(60_000);
    await third;
    assert.equal(clock.sleeping, 0);
  });

  test('never more than the limit in any minute, whenever they are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 25 }),
        async (limit, gaps) => {
          const clock = new FakeClock();
          const pace = new Pace(clock, limit);
          const starts: number[] = [];
          const turns: Promise<unknown>[] = [];
          for (const gap of gaps) {
            await clock.pass(gap);
            turns.push(pace.turn(never).then(() => starts.push(clock.now())));
          }
          await clock.pass(gaps.length * 60_000);
          await Promise.all(turns);
          for (const start of starts) {
            assert.ok(starts.filter(other => other >= start && other < start + 60_000).length <= limit);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('a wait on the real clock ends when it is aborted, also before it begins', async () => {
  const controller = new AbortController();
  const wait = systemClock.sleep(3_600_000, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(wait, /enough/);
  await assert.rejects(systemClock.sleep(3_600_000, controller.signal), /enough/);
  await systemClock.sleep(0, never);
});
