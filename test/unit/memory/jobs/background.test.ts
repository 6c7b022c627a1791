import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { Background, START_MS } from '../../../../src/memory/jobs/background.ts';
import { Postponed } from '../../../../src/memory/jobs/jobRunner.ts';
import { routineKinds } from '../../../../src/memory/jobs/routine.ts';
import type { SqliteStore } from '../../../../src/store/sqlite/thread/sqliteStore.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import type { Work } from '../../../../src/work/work.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const MINUTE = 60_000;

function setUp(t: TestContext, exists = true) {
  const { work } = temporaryStore(t);
  const clock = new FakeClock();
  const background = new Background({ work, logger: silentLogger, exists: async () => exists, clock });
  t.after(() => background.stop());
  return { work, clock, background };
}

suite('the background work of a window', () => {
  for (const exists of [true, false]) {
    test(`begins once the window has settled ${exists ? 'and there is a memory' : ', but not without a memory'}`, async t => {
      const { clock, background } = setUp(t, exists);
      const done: string[] = [];
      const looked = Promise.withResolvers<void>();
      let asked = false;
      background.register({ kind: 'k', run: async ({ key }) => void done.push(key) });
      background.atStart(() => Promise.reject(new Error('one that fails does not stop the others')));
      background.atStart(async () => {
        asked = true;
        await background.ask('k', 'left behind');
        looked.resolve();
      });
      background.startLater();
      clock.advance(START_MS - 1);
      assert.equal(clock.next, 1, 'nothing yet');
      clock.advance(1);
      if (exists) {
        await looked.promise;
        await background.idle('k');
      }
      await setImmediate();
      assert.equal(asked, exists);
      assert.deepEqual(done, exists ? ['left behind'] : []);
    });
  }

  test('what asks no model does not wait behind what does', async t => {
    const { background } = setUp(t);
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    background.register(
      {
        kind: 'slow',
        run: async () => {
          begun.resolve();
          await slow.promise;
        },
      },
      { kind: 'quick', quick: true, run: async () => quick.resolve() },
    );
    const quick = Promise.withResolvers<void>();
    await background.ask('slow', 'k');
    await begun.promise;
    await background.ask('quick', 'k');
    await quick.promise;
    await background.idle('quick');
    slow.resolve();
    await background.idle('slow');
  });

  test('is told while it lasts, unless it is routine', async t => {
    const { background } = setUp(t);
    const told: boolean[] = [];
    background.onDidChangeBusy(busy => told.push(busy));
    background.register(
      { kind: 'k', run: async () => {} },
      { kind: routineKinds.link, quick: true, run: async () => {} },
    );
    await background.ask(routineKinds.link, 'w');
    await background.idle(routineKinds.link);
    assert.deepEqual(told, []);
    await background.ask('k', 'k');
    await background.idle('k');
    assert.deepEqual(told, [true, false]);
  });

  test('what failed for good is tried again when it is asked for again', async t => {
    const { work, clock, background } = setUp(t);
    let works = false;
    background.register({
      kind: 'k',
      run: async () => {
        if (!works) {
          throw new Error('no luck');
        }
      },
    });
    await background.ask('k', 'k');
    for (let round = 0; round < 6; round++) {
      await background.idle('k');
      clock.advance(10 * MINUTE);
    }
    await background.idle('k');
    assert.equal((await work.jobs.list())[0]?.state, 'dead');
    works = true;
    await background.ask('k', 'k');
    await background.idle('k');
    assert.deepEqual(await work.jobs.list(), []);
  });

  test('a folder that is opened later brings its work along', async t => {
    const { work, background } = setUp(t);
    const folders: string[] = [];
    const done: string[] = [];
    background.register({
      kind: 'here',
      quick: true,
      keys: async () => folders,
      run: async ({ key }) => void done.push(key),
    });
    await work.jobs.enqueue({ kind: 'here', key: 'w', payload: null, run_after: 0 });
    background.wake();
    await background.idle('here');
    assert.deepEqual(done, []);
    folders.push('w');
    // Asking changes nothing in the queue, and still it is looked at.
    await background.ask('here', 'w');
    await background.idle('here');
    assert.deepEqual(done, ['w']);
  });
});

const kinds = ['here', 'anywhere'] as const;
const keys = ['w1', 'w2'] as const;
type Ending = 'done' | 'put off';

/** Windows that share a queue, and what they do; the test ends each job. */
class Play {
  readonly clock = new FakeClock();
  readonly #store: SqliteStore;
  readonly #kinds: Record<(typeof kinds)[number], string>;
  readonly #running = new Map<string, { window: number; end(how: Ending): void }>();
  readonly #open = new Map<number, Background>();
  readonly #crashed = new Set<number>();
  /** When each was asked for last, and begun last among those that were done. */
  readonly #asked = new Map<string, number>();
  readonly #done = new Map<string, number>();
  readonly #wrong: string[] = [];
  #moment = 0;
  #opened = 0;
  #byItself = false;

  constructor(store: SqliteStore, name: string) {
    this.#store = store;
    this.#kinds = { here: `here ${name}`, anywhere: `anywhere ${name}` };
  }

  get windows(): number[] {
    return [...this.#open.keys()];
  }

  openWindow(folders: readonly string[]): void {
    const window = this.#opened++;
    const owner = `window ${window}`;
    const run = async ({ kind, key }: { kind: string; key: string }, signal: AbortSignal) => {
      const job = `${kind} ${key}`;
      if (this.#running.has(job)) {
        this.#wrong.push(`${job} is done by two at once`);
      }
      const begun = ++this.#moment;
      const ended = Promise.withResolvers<Ending>();
      this.#running.set(job, { window, end: ended.resolve });
      ended.promise.catch(() => {});
      signal.addEventListener('abort', () => ended.reject(signal.reason));
      try {
        if (!this.#byItself && (await ended.promise) === 'put off') {
          throw new Postponed(this.clock.now() + MINUTE);
        }
        this.#done.set(job, begun);
      } finally {
        this.#running.delete(job);
      }
    };
    const work = this.#workOf(window);
    const background = new Background({
      work,
      logger: silentLogger,
      exists: async () => true,
      owner,
      clock: this.clock,
    });
    background.register(
      {
        kind: this.#kinds.here,
        quick: true,
        keys: async () => folders,
        run: (job, signal) => {
          if (!folders.includes(job.key)) {
            this.#wrong.push(`a window without its folder does ${job.key}`);
          }
          return run(job, signal);
        },
      },
      { kind: this.#kinds.anywhere, run },
    );
    this.#open.set(window, background);
    background.wake();
  }

  async ask(window: number, kind: (typeof kinds)[number], key: string): Promise<void> {
    const background = this.#open.get(window);
    if (background) {
      // A run that began before this moment may miss it.
      this.#asked.set(`${this.#kinds[kind]} ${key}`, this.#moment);
      await background.ask(this.#kinds[kind], key);
    }
  }

  end(window: number, how: Ending): void {
    [...this.#running.values()].find(running => running.window === window)?.end(how);
  }

  async close(window: number): Promise<void> {
    const background = this.#open.get(window);
    this.#open.delete(window);
    await background?.stop();
  }

  /** It writes nothing any more, and nobody hears of it. */
  crash(window: number): void {
    this.#crashed.add(window);
    this.#open.delete(window);
    for (const [job, running] of this.#running) {
      if (running.window === window) {
        this.#running.delete(job);
      }
    }
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 4; i++) {
      await this.#store.work.jobs.list();
    }
  }

  /** With a window for each folder and jobs that end by themselves, all is done in a while. */
  async finish(): Promise<void> {
    this.openWindow(keys);
    this.#byItself = true;
    for (const { end } of this.#running.values()) {
      end('done');
    }
    const names = Object.values(this.#kinds);
    const left = async () => (await this.#store.work.jobs.list()).filter(({ kind }) => names.includes(kind));
    for (let round = 0; (await left()).length > 0; round++) {
      assert.ok(round < 100, `${JSON.stringify(await left())} is never done`);
      this.clock.advance(MINUTE / 3);
      await this.settle();
    }
    await Promise.all(this.windows.map(window => this.close(window)));
    assert.deepEqual(this.#wrong, []);
    for (const [job, asked] of this.#asked) {
      assert.ok((this.#done.get(job) ?? 0) > asked, `${job} was not done since it was asked for`);
    }
  }

  #workOf(window: number): Work {
    const { work } = this.#store;
    const jobs = new Proxy(work.jobs, {
      get: (target, name) =>
        this.#crashed.has(window) ? () => new Promise(() => {}) : Reflect.get(target, name, target),
    });
    return { ...work, jobs };
  }
}

suite('windows that share the background work', () => {
  test('all that is asked for is done, by one at a time, and only where it can be', async t => {
    const store = temporaryStore(t);
    const window = fc.nat({ max: 2 });
    const step = fc.oneof(
      fc.record({ act: fc.constant('ask'), window, kind: fc.constantFrom(...kinds), key: fc.constantFrom(...keys) }),
      fc.record({ act: fc.constantFrom('done', 'put off', 'crash', 'close', 'time passes', 'time passes'), window }),
    );
    let plays = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
        const play = new Play(store, `play ${++plays}`);
        const folders = [['w1'], ['w1', 'w2'], []];
        for (const each of folders) {
          play.openWindow(each);
        }
        for (const given of steps) {
          const at = play.windows[given.window % Math.max(1, play.windows.length)] ?? -1;
          if ('kind' in given) {
            await play.ask(at, given.kind, given.key);
          } else if (given.act === 'crash') {
            play.crash(at);
          } else if (given.act === 'close') {
            await play.close(at);
          } else if (given.act === 'time passes') {
            play.clock.advance(MINUTE / 2);
          } else {
            play.end(at, given.act as Ending);
          }
          await play.settle();
        }
        await play.finish();
      }),
      { numRuns: 40 },
    );
  });
});
