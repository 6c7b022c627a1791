import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type JobHandler, JobRunner, Postponed } from '../../../../src/memory/jobs/jobRunner.ts';
import type { Job } from '../../../../src/model/job.ts';
import { StoreError } from '../../../../src/store/store.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { temporaryFolder, temporaryStore } from '../../../support/temporaryStore.ts';

const MINUTE = 60_000;

function setUp(t: TestContext, handler: JobHandler, owner = 'a') {
  const store = temporaryStore(t);
  const clock = new FakeClock(1_000_000);
  const windowOf = (name: string, work: JobHandler) => {
    const runner = new JobRunner({
      work: store.work,
      kinds: [{ kind: 'k', run: work }],
      owner: name,
      logger: silentLogger,
      clock,
    });
    t.after(() => runner.dispose());
    return runner;
  };
  const runner = windowOf(owner, handler);
  const run = async (which = runner) => {
    which.wake();
    await which.idle();
  };
  const add = (key: string, run_after = 0) => store.work.jobs.enqueue({ kind: 'k', key, payload: null, run_after });
  return { store, clock, runner, windowOf, run, add };
}

/** An idle window, and the store of another one on the same file. */
function twoWindows(t: TestContext) {
  const folder = temporaryFolder(t);
  const other = temporaryStore(t, folder);
  const store = temporaryStore(t, folder);
  const clock = new FakeClock(1_000_000);
  const done: string[] = [];
  const kinds = [{ kind: 'k', run: async (job: Job) => void done.push(job.key) }];
  const idle = new JobRunner({ work: store.work, kinds, owner: 'idle', logger: silentLogger, clock });
  t.after(() => idle.dispose());
  return { other, idle, clock, done };
}

suite('background work', () => {
  test('what is due is done, in order, and nothing before its time', async t => {
    const done: string[] = [];
    const { store, clock, add, run } = setUp(t, async job => void done.push(job.key));
    await add('second', 2);
    await add('first', 1);
    await add('later', clock.now() + MINUTE);
    await run();
    assert.deepEqual(done, ['first', 'second']);
    assert.equal((await store.work.jobs.list()).length, 1);
    assert.equal(clock.next, MINUTE, 'it sleeps until the next is due');
  });

  test('wakes by itself when the next is due', async t => {
    const done: string[] = [];
    const { clock, add, run, runner } = setUp(t, async job => void done.push(job.key));
    await add('later', clock.now() + MINUTE);
    await run();
    clock.advance(MINUTE);
    await runner.idle();
    assert.deepEqual(done, ['later']);
    assert.equal(clock.next, 5 * MINUTE, 'with nothing to do it still looks now and then');
  });

  test('two windows share the work, and none of it is done twice', async t => {
    const done: string[] = [];
    const work: JobHandler = async job => void done.push(job.key);
    const { windowOf, add, run, runner } = setUp(t, work);
    const other = windowOf('b', work);
    for (let i = 0; i < 20; i++) {
      await add(`job ${i}`);
    }
    await Promise.all([run(runner), run(other)]);
    assert.deepEqual(done.toSorted(), Array.from({ length: 20 }, (_, i) => `job ${i}`).toSorted());
  });

  test('a failure is tried again, later each time, and dead after the sixth', async t => {
    const { store, clock, add, run } = setUp(t, async () => {
      throw new Error('no luck');
    });
    await add('k');
    const waits: number[] = [];
    for (;;) {
      await run();
      const [job] = await store.work.jobs.list();
      assert.equal(job?.last_error, 'no luck');
      if (job?.state === 'dead') {
        break;
      }
      waits.push(job!.run_after - clock.now());
      clock.advance(job!.run_after - clock.now());
    }
    assert.deepEqual(waits, [5000, 10_000, 20_000, 40_000, 80_000]);
    await store.work.jobs.retry((await store.work.jobs.list())[0]!.uuid, clock.now());
    assert.equal((await store.work.jobs.list())[0]?.state, 'waiting', 'a person can try again');
  });

  test('work that was begun six times and never ended is dead, like work that failed six times', async t => {
    const begun: string[] = [];
    const { store, clock, add, run } = setUp(t, async job => void begun.push(job.key));
    await add('deadly');
    for (let round = 0; round < 6; round++) {
      // As by windows that it killed.
      const { job } = await store.work.jobs.claim({
        of: [{ kind: 'k' }],
        owner: `gone ${round}`,
        now: clock.now(),
        lease_ms: MINUTE,
      });
      assert.equal(job?.key, 'deadly');
      clock.advance(MINUTE);
    }
    await add('harmless');
    await run();
    assert.deepEqual(begun, ['harmless']);
    const [job] = await store.work.jobs.list();
    assert.deepEqual([job?.key, job?.state], ['deadly', 'dead']);
    assert.match(job?.last_error ?? '', /begun 6 times and never ended/);
    await store.work.jobs.retry(job!.uuid, clock.now());
    await run();
    assert.deepEqual(begun, ['harmless', 'deadly'], 'a person can try again');
  });

  test('a store that is away is no failure of the work, however often', async t => {
    const { store, clock, add, run } = setUp(t, async () => {
      throw new StoreError('busy', 'In use.');
    });
    await add('k');
    for (let round = 0; round < 20; round++) {
      await run();
      clock.advance(10 * MINUTE);
    }
    await run();
    const [job] = await store.work.jobs.list();
    assert.deepEqual([job?.state, job?.attempts], ['waiting', 0]);
  });

  test('work that ends the thread of the store each time is dead after the sixth', async t => {
    const { store, clock, add, run } = setUp(t, async () => {
      throw new StoreError('crashed', 'The memory stopped unexpectedly.');
    });
    await add('k');
    for (let round = 0; round < 6; round++) {
      await run();
      clock.advance(10 * MINUTE);
    }
    await run();
    assert.equal((await store.work.jobs.list())[0]?.state, 'dead');
  });

  test('work that is put off is no failure, however often', async t => {
    const { store, clock, add, run } = setUp(t, async () => {
      throw new Postponed(clock.now() + MINUTE);
    });
    await add('k');
    for (let round = 0; round < 10; round++) {
      await run();
      clock.advance(MINUTE);
    }
    await run();
    assert.equal((await store.work.jobs.list())[0]?.state, 'waiting');
  });

  test('a real failure after being put off often is the first one', async t => {
    let putOff = 8;
    const { store, clock, add, run } = setUp(t, async () => {
      if (putOff-- > 0) {
        throw new Postponed(clock.now() + MINUTE);
      }
      throw new Error('no luck');
    });
    await add('k');
    await run();
    for (let round = 0; round < 8; round++) {
      clock.advance(MINUTE);
      await run();
    }
    const [job] = await store.work.jobs.list();
    assert.deepEqual([job?.state, job?.attempts, job?.last_error], ['waiting', 1, 'no luck']);
  });

  test('work on what was deleted is over', async t => {
    const { store, add, run } = setUp(t, async () => {
      throw new StoreError('not-found', 'Gone.');
    });
    await add('k');
    await run();
    assert.deepEqual(await store.work.jobs.list(), []);
  });

  test('a long job keeps its lease; a dead window’s job is taken over when its lease ends', async t => {
    let finish = () => {};
    const started = Promise.withResolvers<void>();
    const { store, clock, windowOf, add, runner, run } = setUp(t, async () => {
      started.resolve();
      await new Promise<void>(resolve => {
        finish = resolve;
      });
    });
    const taken: string[] = [];
    const other = windowOf('b', async job => void taken.push(job.key));
    await add('k');
    runner.wake();
    await started.promise;
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(20_000);
      await store.work.jobs.list();
      await run(other);
    }
    assert.deepEqual(taken, [], 'it is alive');
    // A killed window extends nothing: claimed by hand, as by a window that is gone.
    finish();
    await runner.idle();
    await add('left behind');
    await store.work.jobs.claim({ of: [{ kind: 'k' }], owner: 'gone', now: clock.now(), lease_ms: MINUTE });
    await run(other);
    assert.deepEqual(taken, []);
    clock.advance(MINUTE);
    await other.idle();
    await run(other);
    assert.deepEqual(taken, ['left behind']);
  });

  test('a window that closes gives its job back at once', async t => {
    const started = Promise.withResolvers<void>();
    const { store, clock, windowOf, add, runner, run } = setUp(t, async (_, signal) => {
      started.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await add('k');
    runner.wake();
    await started.promise;
    await runner.dispose();
    assert.deepEqual(
      (await store.work.jobs.list()).map(({ state, run_after, attempts }) => [state, run_after, attempts]),
      [['waiting', clock.now(), 0]],
    );
    const done: string[] = [];
    await run(windowOf('b', async job => void done.push(job.key)));
    assert.deepEqual(done, ['k']);
  });

  test('an idle window takes over what a killed one left, without being asked', async t => {
    const { other: gone, idle, clock, done } = twoWindows(t);
    const following = idle.follow();
    t.after(() => following.dispose());
    idle.wake();
    await idle.idle();
    assert.equal(clock.next, 5 * MINUTE, 'it has nothing to do');
    await gone.work.jobs.enqueue({ kind: 'k', key: 'left behind', payload: null, run_after: 0 });
    await gone.work.jobs.claim({ of: [{ kind: 'k' }], owner: 'gone', now: clock.now(), lease_ms: MINUTE });
    await gone.close();
    await eventually(() => assert.equal(clock.next, MINUTE, 'it sleeps until the lease ends'));
    clock.advance(MINUTE);
    await idle.idle();
    assert.deepEqual(done, ['left behind']);
  });

  test('an idle window goes on with what a closing one gave back, at once', async t => {
    const { other: closing, idle, clock, done } = twoWindows(t);
    const job = await closing.work.jobs.enqueue({ kind: 'k', key: 'given back', payload: null, run_after: 0 });
    await closing.work.jobs.claim({ of: [{ kind: 'k' }], owner: 'closing', now: clock.now(), lease_ms: MINUTE });
    const following = idle.follow();
    t.after(() => following.dispose());
    idle.wake();
    await idle.idle();
    await closing.work.jobs.finish(job.uuid, 'closing', { is: 'put-off', run_after: clock.now() });
    await eventually(() => assert.deepEqual(done, ['given back']));
  });
});
