import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Layers, type SummaryMaker } from '../../../../src/memory/summaries/layers.ts';
import type { LayerSettings } from '../../../../src/memory/summaries/planner.ts';
import { SummaryJobs } from '../../../../src/memory/summaries/summaryJobs.ts';
import type { Job } from '../../../../src/model/job.ts';
import type { SqliteStore } from '../../../../src/store/sqlite/thread/sqliteStore.ts';
import { plainMaker } from '../../../support/summaryMaker.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';
import { append, assertSound, converse, lengths, ranges, settingsArbitrary, sizesArbitrary } from './soundLayers.ts';

const never = new AbortController().signal;

/** A model that is slow: what happens meanwhile is up to the test. */
function slowly(meanwhile: () => Promise<unknown>, length?: Parameters<typeof plainMaker>[0]): SummaryMaker {
  const quick = plainMaker(length);
  return {
    async summarize(material, signal) {
      await meanwhile();
      return await quick.summarize(material, signal);
    },
  };
}

function atCall(wanted: number, work: () => Promise<unknown>): () => Promise<void> {
  let calls = 0;
  return async () => {
    if (++calls === wanted) {
      await work();
    }
  };
}

function jobsOf(store: SqliteStore, layers: Layers): SummaryJobs {
  return new SummaryJobs({ store, queue: store.work.jobs, layers, enabled: () => true, awayUntil: () => undefined });
}

async function setUp(t: TestContext, turns: number, everyTurns = 3) {
  const store = temporaryStore(t);
  const settings = () => ({ everyChars: 10_000, everyTurns, everyTokens: 0, maxLevel: 1 });
  const uuid = await converse(store, Array(turns).fill(100));
  const made = async () => ranges(await store.summaries.ofConversation(uuid)).map(([, from, to]) => `${from}-${to}`);
  const background = new Layers({ store, maker: plainMaker(), settings });
  const slow = (meanwhile: () => Promise<unknown>, call = 1) =>
    new Layers({ store, maker: slowly(atCall(call, meanwhile)), settings });
  return { store, settings, uuid, made, background, slow };
}

suite('work at the same time', () => {
  test('a slow summary asked for by a person gives way to the one made behind it', async t => {
    const { store, uuid, made, background, slow } = await setUp(t, 2);
    const foreground = slow(async () => {
      await append(store, uuid, [100]);
      await background.make(uuid, never);
    });
    assert.equal(await foreground.make(uuid, never, { force: true }), 0);
    assert.deepEqual(await made(), ['0-2']);
  });

  test('what is left over after that makes the summary that the person asked for', async t => {
    const { store, uuid, made, background, slow } = await setUp(t, 2);
    const foreground = slow(async () => {
      await append(store, uuid, [100, 100]);
      await background.make(uuid, never);
    });
    assert.equal(await foreground.make(uuid, never, { force: true }), 1);
    assert.deepEqual(await made(), ['0-2', '3-3']);
  });

  test('a summary under way while its conversation is regenerated goes on after the new ones', async t => {
    const { store, uuid, made, background, slow } = await setUp(t, 6, 2);
    await background.make(uuid, never);
    await append(store, uuid, [100, 100, 100]);
    const settings = () => ({ everyChars: 10_000, everyTurns: 7, everyTokens: 0, maxLevel: 1 });
    const anew = jobsOf(store, new Layers({ store, maker: plainMaker(), settings }));
    await slow(() => anew.regenerateNow(uuid, never)).make(uuid, never);
    assert.deepEqual(await made(), ['0-6', '7-8']);
  });

  test('a summary made at the last moment before others take its place is neither lost nor doubled', async t => {
    const { store, uuid, made, background } = await setUp(t, 5, 2);
    await background.make(uuid, never, { force: true });
    const meanwhile = atCall(1, async () => {
      await append(store, uuid, [100, 100]);
      await background.make(uuid, never);
    });
    const publish = async (id: string) => {
      await meanwhile();
      return await store.summaries.publish(id);
    };
    const summaries = new Proxy(store.summaries, {
      get: (target, name) => (name === 'publish' ? publish : Reflect.get(target, name)),
    });
    await jobsOf({ ...store, summaries }, background).regenerateNow(uuid, never);
    assert.deepEqual(await made(), ['0-1', '2-3', '4-4', '5-6']);
    assert.deepEqual(await store.summaries.ofConversation(uuid, { staged: true }), []);
  });

  test('two windows that regenerate at once leave one whole set', async t => {
    const { store, uuid, made, background, slow } = await setUp(t, 6, 2);
    await background.make(uuid, never);
    const first = jobsOf(store, background);
    const second = jobsOf(
      store,
      slow(() => first.regenerateNow(uuid, never), 2),
    );
    await second.regenerateNow(uuid, never);
    assert.deepEqual(await made(), ['0-1', '2-3', '4-5']);
  });

  test('one that is overtaken again and again ends with an error, not in a loop', async t => {
    const { store, settings, uuid } = await setUp(t, 2);
    let calls = 0;
    const maker = slowly(async () => {
      calls += 1;
      await append(store, uuid, [100, 100, 100]);
      await new Layers({ store, maker: plainMaker(), settings }).make(uuid, never, { force: true });
      await append(store, uuid, [100]);
    });
    await assert.rejects(new Layers({ store, maker, settings }).make(uuid, never, { force: true }), {
      reason: 'overtaken',
    });
    assert.ok(calls <= 20, `${calls}`);
  });
});

const actors = ['background', 'by hand', 'regenerate now', 'regenerate as a job'] as const;
interface Act {
  actor: (typeof actors)[number];
  /** The model takes so many round trips to the store. */
  slowness: number;
  /** It is stopped after so many summaries. */
  stopAfter: number;
}
const actArbitrary: fc.Arbitrary<Act> = fc.record({
  actor: fc.constantFrom(...actors),
  slowness: fc.nat(6),
  stopAfter: fc.constantFrom(0, 1, 3, 99, 99, 99),
});

async function perform(
  store: SqliteStore,
  uuid: string,
  settings: LayerSettings,
  seed: number,
  act: Act,
): Promise<void> {
  const meanwhile = async () => {
    for (let i = 0; i < act.slowness; i++) {
      await store.conversations.get(uuid);
    }
  };
  const layers = new Layers({ store, settings: () => settings, maker: slowly(meanwhile, lengths(seed)) });
  const dying = new AbortController();
  let left = act.stopAfter;
  const onMade = () => {
    if (--left < 0) {
      dying.abort();
    }
  };
  const jobs = jobsOf(store, layers);
  const job = { kind: 'regenerate', key: uuid } as Job;
  const works = {
    background: () => layers.make(uuid, dying.signal, { onMade }),
    'by hand': () => layers.make(uuid, dying.signal, { force: true, onMade }),
    'regenerate now': () => jobs.regenerateNow(uuid, dying.signal, onMade),
    'regenerate as a job': () => jobs.kinds.find(({ kind }) => kind === 'regenerate')!.run(job, dying.signal),
  };
  await works[act.actor]().catch(error => {
    if (!dying.signal.aborted) {
      throw error;
    }
  });
}

suite('any conversation, worked on from all sides', () => {
  test('every turn ends in exactly one L1, and nothing is skipped or condensed twice above', async t => {
    const store = temporaryStore(t);
    await fc.assert(
      fc.asyncProperty(
        sizesArbitrary,
        settingsArbitrary,
        fc.integer({ min: 0, max: 29 }),
        fc.array(fc.array(actArbitrary, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        async (sizes, settings, seed, rounds) => {
          const uuid = await converse(store, []);
          const step = Math.ceil(sizes.length / (rounds.length * 2));
          let said = 0;
          const say = async () => {
            await append(store, uuid, sizes.slice(said, said + step));
            said += step;
          };
          for (const acts of rounds) {
            await say();
            await Promise.all([...acts.map(act => perform(store, uuid, settings, seed, act)), say()]);
            assertSound(await store.summaries.ofConversation(uuid), sizes, settings);
          }
          await perform(store, uuid, settings, seed, { actor: 'by hand', slowness: 0, stopAfter: 99 });
          const made = await store.summaries.ofConversation(uuid);
          assertSound(made, sizes, settings);
          const last = made.findLast(({ level }) => level === 1);
          assert.equal(last?.end_turn, sizes.length - 1, 'all turns are in an L1');
        },
      ),
      { numRuns: 40 },
    );
  });
});
