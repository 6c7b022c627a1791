import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '../../../src/util/clock.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const never = new AbortController().signal;

for (const [name, clock, pass] of [
  ['the real clock', systemClock, (ms: number) => systemClock.sleep(ms, never)],
  ((clock: FakeClock) => ['the clock of tests', clock, (ms: number) => clock.pass(ms)] as const)(new FakeClock()),
] as const) {
  suite(name, () => {
    test('calls back in its time, unless it is called off', async () => {
      const called: string[] = [];
      clock.after(1, () => called.push('kept'));
      clock.after(1, () => called.push('called off'))();
      await pass(1);
      assert.deepEqual(called, ['kept']);
    });

    test('a sleeper wakes, or is woken by its signal', async () => {
      const slept = clock.sleep(1, never);
      await pass(1);
      await slept;
      const controller = new AbortController();
      const long = clock.sleep(3_600_000, controller.signal);
      controller.abort(new Error('enough'));
      await assert.rejects(long, /enough/);
      await assert.rejects(clock.sleep(1, controller.signal), /enough/);
    });
  });
}

test('what is due on the clock of tests happens in order, each at its own time', async () => {
  const clock = new FakeClock(0);
  const seen: number[] = [];
  clock.after(30, () => seen.push(clock.now()));
  clock.after(10, () => {
    seen.push(clock.now());
    clock.after(5, () => seen.push(clock.now()));
  });
  assert.equal(clock.next, 10);
  await clock.pass(40);
  assert.deepEqual([...seen, clock.now(), clock.sleeping], [10, 15, 30, 40, 0]);
  clock.after(10, () => seen.push(clock.now()));
  clock.advance(100);
  assert.equal(seen.at(-1), 140);
});
