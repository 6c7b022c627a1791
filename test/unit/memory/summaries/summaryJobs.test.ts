import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { JobRunner } from '../../../../src/memory/jobs/jobRunner.ts';
import { Layers, type SummaryMaker } from '../../../../src/memory/summaries/layers.ts';
import { SummaryJobs } from '../../../../src/memory/summaries/summaryJobs.ts';
import type { Turn } from '../../../../src/model/turn/turn.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { makeConversation, makeTurn } from '../../../support/builders.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { readSummary, trimOnly } from '../../../support/keptSummaries.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { makeContent } from '../../../support/summaryMaker.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const never = new AbortController().signal;

/** A window whose model can be away: then summaries are provisional, and say so. */
async function setUp(t: TestContext, turns: number) {
  const store = temporaryStore(t);
  const clock = new FakeClock(1_000_000);
  const model = { away: false, name: 'model-1', calls: 0, failAfter: Number.POSITIVE_INFINITY };
  /** The turns that were condensed, call by call. */
  const seen: (readonly Turn[])[] = [];
  const maker: SummaryMaker = {
    async summarize(material) {
      if (++model.calls > model.failAfter) {
        throw new Error('out of order');
      }
      if ('turns' in material) {
        seen.push(material.turns);
      }
      const units = 'turns' in material ? material.turns.length : material.summaries.length;
      const content = makeContent({ conversation_summary: `${units} units by ${model.name}.`.padEnd(40, '.') });
      return {
        condensed: { content },
        made_by: model.away ? 'offline' : model.name,
        prompt_version: '1',
        provisional: model.away,
      };
    },
  };
  const settings = { everyChars: 80, everyTurns: 0, everyTokens: 0, maxLevel: 3 };
  const layers = new Layers({ store, maker, settings: () => settings, clock });
  const jobs = new SummaryJobs({
    store,
    queue: store.work.jobs,
    layers,
    enabled: () => true,
    awayUntil: () => (model.away ? clock.now() + 60_000 : undefined),
    clock,
  });
  const runner = new JobRunner({ work: store.work, kinds: jobs.kinds, owner: 'a', logger: silentLogger, clock });
  t.after(() => runner.dispose());
  const { uuid } = await ensureConversation(store, makeConversation());
  const say = (count: number) =>
    appendTurns(
      store,
      uuid,
      Array.from({ length: count }, () => makeTurn('u'.repeat(20), 'a'.repeat(20))),
    );
  await say(turns);
  const work = async () => {
    runner.wake();
    await runner.idle();
  };
  const made = async () =>
    (await store.summaries.ofConversation(uuid)).map(s => `L${s.level} ${s.start_turn}-${s.end_turn} ${s.made_by}`);
  return { store, clock, model, layers, jobs, uuid, say, work, made, seen };
}

suite('summaries in the background', () => {
  test('a summary that tells of what was taken back is made anew, without it', async t => {
    const { store, model, jobs, uuid, work, made, seen } = await setUp(t, 4);
    await jobs.noticeTurn(uuid);
    await work();
    model.name = 'model-2';
    assert.equal(await store.turns.withdraw(uuid, [1], 5), true);
    await jobs.redo(uuid);
    await work();
    assert.deepEqual(await made(), ['L1 0-1 model-2', 'L1 2-3 model-1', 'L2 0-3 model-2']);
    assert.deepEqual(
      seen.at(-1)?.map(({ user, assistant }) => [user.content, assistant === undefined]),
      [
        ['u'.repeat(20), false],
        ['(taken back)', true],
      ],
    );
  });

  test('a turn that makes a summary due asks for one, any other for nothing', async t => {
    const { store, jobs, uuid, say, work, made } = await setUp(t, 1);
    await jobs.noticeTurn(uuid);
    assert.deepEqual(await store.work.jobs.list(), []);
    await say(1);
    await jobs.noticeTurn(uuid);
    await jobs.noticeTurn(uuid);
    assert.equal((await store.work.jobs.list()).length, 1);
    await work();
    assert.deepEqual(await made(), ['L1 0-1 model-1']);
  });

  test('while the model is away summaries are provisional; they are redone, upwards, when it is back', async t => {
    const { clock, model, jobs, uuid, work, made, store } = await setUp(t, 8);
    model.away = true;
    await jobs.noticeTurn(uuid);
    await work();
    assert.equal(
      (await made()).every(line => line.endsWith('offline')),
      true,
    );
    const before = (await store.summaries.ofConversation(uuid)).map(({ uuid }) => uuid);
    const calls = model.calls;
    await work();
    assert.equal(model.calls, calls, 'nothing is tried while it is away');
    model.away = false;
    clock.advance(60_000);
    await work();
    assert.deepEqual(await made(), [
      'L1 0-1 model-1',
      'L1 2-3 model-1',
      'L1 4-5 model-1',
      'L1 6-7 model-1',
      'L2 0-3 model-1',
      'L2 4-7 model-1',
      'L3 0-7 model-1',
    ]);
    assert.deepEqual(
      (await store.summaries.ofConversation(uuid)).map(({ uuid }) => uuid),
      before,
      'each in its place',
    );
    assert.deepEqual(await store.work.jobs.list(), []);
  });

  test('one whose summaries below were trimmed keeps its words: it is never made from messages', async t => {
    const { store, clock, model, layers, jobs, uuid, work, made } = await setUp(t, 8);
    model.away = true;
    await layers.make(uuid, never);
    const [first] = await store.summaries.ofConversation(uuid, { level: 1 });
    await trimOnly(store, first!.uuid);
    const old = (await store.summaries.ofConversation(uuid, { level: 2 }))[0]!;
    model.away = false;
    clock.advance(60_000);
    await jobs.redoProvisional('all');
    await work();
    assert.deepEqual(await readSummary(store, old.uuid), { ...old, provisional: false });
    assert.deepEqual(
      (await made()).filter(line => line.endsWith('offline')),
      ['L2 0-3 offline'],
    );
    const calls = model.calls;
    assert.equal(await jobs.redoProvisional('all'), 0);
    assert.equal(model.calls, calls);
  });

  test('a redo that stopped between two levels goes on above what it had redone', async t => {
    const { store, clock, model, layers, jobs, uuid, work } = await setUp(t, 8);
    model.away = true;
    await layers.make(uuid, never);
    // Those above were made when the model was there for a moment.
    for (const { uuid: id, ...draft } of (await store.summaries.ofConversation(uuid)).filter(
      ({ level }) => level > 1,
    )) {
      await store.summaries.rewrite(id, { ...draft, provisional: false });
    }
    model.away = false;
    clock.advance(60_000);
    model.failAfter = model.calls + 4;
    await jobs.redoProvisional('all');
    await work();
    assert.equal((await store.summaries.statistics('all'))[0]?.provisional, 0, 'all L1s are redone');
    model.failAfter = Number.POSITIVE_INFINITY;
    model.name = 'model-2';
    clock.advance(60_000);
    await work();
    const above = (await store.summaries.ofConversation(uuid)).filter(({ level }) => level > 1);
    assert.deepEqual(
      above.map(({ level, made_by }) => `L${level} ${made_by}`),
      ['L2 model-2', 'L2 model-2', 'L3 model-2'],
    );
    const calls = model.calls;
    await store.work.jobs.enqueue({ kind: 'redo', key: uuid, payload: null, run_after: clock.now() });
    await work();
    assert.equal(model.calls, calls, 'and is then done');
  });

  test('the old summaries serve until the new ones are complete, whatever happens in between', async t => {
    const { model, jobs, layers, uuid, made } = await setUp(t, 9);
    await layers.make(uuid, never, { force: true });
    const old = await made();
    assert.equal(old.includes('L1 8-8 model-1'), true, 'the last one by hand');
    model.name = 'model-2';
    model.failAfter = model.calls + 3;
    await assert.rejects(jobs.regenerateNow(uuid, never));
    assert.deepEqual(await made(), old);
    model.failAfter = Number.POSITIVE_INFINITY;
    await jobs.regenerateNow(uuid, never);
    assert.deepEqual(
      await made(),
      old.map(line => line.replace('model-1', 'model-2')),
    );
  });

  test('a regeneration that a closed window left goes on where it was', async t => {
    const { model, jobs, layers, uuid, made, work, clock, store } = await setUp(t, 8);
    await layers.make(uuid, never);
    model.name = 'model-2';
    const first = model.calls;
    model.failAfter = first + 3;
    await jobs.regenerate(uuid);
    await work();
    assert.equal((await store.summaries.ofConversation(uuid, { staged: true })).length, 3);
    model.failAfter = Number.POSITIVE_INFINITY;
    clock.advance(60_000);
    await work();
    assert.equal(
      (await made()).every(line => line.endsWith('model-2')),
      true,
    );
    assert.equal(model.calls - first, 8, '7 summaries and the one that failed: none is made twice');
  });

  test('what a killed window left undone is noticed by the next', async t => {
    const { store, jobs, work, made, clock } = await setUp(t, 4);
    // The turns above are of March 2026.
    clock.advance(Date.UTC(2026, 5, 1) - clock.now());
    await jobs.noticeLately('all');
    assert.deepEqual(await store.work.jobs.list(), [], 'long ago is for the backfill');
    const { uuid } = await ensureConversation(store, makeConversation());
    const now = new Date(clock.now() - 60_000).toISOString();
    await appendTurns(store, uuid, [makeTurn('u'.repeat(50), 'a'.repeat(50), now)]);
    await jobs.noticeLately('all');
    await work();
    assert.equal((await store.summaries.ofConversation(uuid)).length, 1);
    assert.deepEqual(await made(), []);
  });

  test('all provisional ones are redone when a person asks', async t => {
    const { store, model, layers, jobs, uuid, work, made } = await setUp(t, 2);
    assert.equal(await jobs.redoProvisional('all'), 0);
    model.away = true;
    await layers.make(uuid, never);
    model.away = false;
    assert.equal(await jobs.redoProvisional('all'), 1);
    await work();
    assert.deepEqual(await made(), ['L1 0-1 model-1']);
    assert.equal((await store.summaries.statistics('all'))[0]?.provisional, 0);
  });

  test('a redo that waits for the model, or failed for good, is brought forward when a person asks', async t => {
    const { store, clock, model, jobs, uuid, work, made } = await setUp(t, 2);
    model.away = true;
    await jobs.make(uuid, never);
    model.away = false;
    await work();
    assert.deepEqual(await made(), ['L1 0-1 offline'], 'its time has not come');
    model.failAfter = model.calls;
    await jobs.redoProvisional('all');
    for (let round = 0; round < 6; round++) {
      await work();
      clock.advance(10 * 60_000);
      await work();
    }
    assert.equal((await store.work.jobs.list())[0]?.state, 'dead');
    model.failAfter = Number.POSITIVE_INFINITY;
    await jobs.redoProvisional('all');
    await work();
    assert.deepEqual(await made(), ['L1 0-1 model-1']);
  });

  test('provisional summaries that a person asked for are redone too, also when they cancelled', async t => {
    const { store, clock, model, jobs, uuid, work, made } = await setUp(t, 8);
    model.away = true;
    const cancel = new AbortController();
    await assert.rejects(jobs.make(uuid, cancel.signal, { force: true, onMade: () => cancel.abort() }));
    assert.deepEqual(await made(), ['L1 0-1 offline']);
    assert.deepEqual(
      (await store.work.jobs.list()).map(({ kind, key, run_after }) => [kind, key, run_after - clock.now()]),
      [['redo', uuid, 60_000]],
    );
    model.away = false;
    clock.advance(60_000);
    await work();
    assert.deepEqual(await made(), ['L1 0-1 model-1']);
  });

  test('made anew while the model is away, lasting summaries stay and the person is told', async t => {
    const { store, model, layers, jobs, uuid, made } = await setUp(t, 8);
    await layers.make(uuid, never);
    const old = await made();
    model.away = true;
    const calls = model.calls;
    assert.equal(await jobs.regenerateNow(uuid, never), false);
    assert.deepEqual(await made(), old);
    assert.equal(model.calls - calls, 1, 'it stops at the first');
    assert.deepEqual(await store.summaries.ofConversation(uuid, { staged: true }), []);
    assert.deepEqual(await store.work.jobs.list(), []);
  });

  test('in the background, making anew waits for the model and keeps what it has', async t => {
    const { clock, model, layers, jobs, uuid, made, work, store } = await setUp(t, 8);
    await layers.make(uuid, never);
    const old = await made();
    model.away = true;
    await jobs.regenerate(uuid);
    await work();
    assert.deepEqual(await made(), old);
    assert.deepEqual(
      (await store.work.jobs.list()).map(({ kind, state, attempts }) => [kind, state, attempts]),
      [['regenerate', 'waiting', 0]],
    );
    model.away = false;
    model.name = 'model-2';
    clock.advance(60_000);
    await work();
    assert.deepEqual(
      await made(),
      old.map(line => line.replace('model-1', 'model-2')),
    );
  });

  test('provisional summaries may be made anew while the model is away; they are still redone', async t => {
    const { store, model, jobs, uuid, made } = await setUp(t, 4);
    model.away = true;
    await jobs.make(uuid, never);
    const [redo] = await store.work.jobs.list();
    await store.work.jobs.claim({ of: [{ kind: 'redo' }], owner: 'x', now: redo!.run_after, lease_ms: 1000 });
    await store.work.jobs.finish(redo!.uuid, 'x', { is: 'done' });
    assert.equal(await jobs.regenerateNow(uuid, never), true);
    assert.deepEqual(await made(), ['L1 0-1 offline', 'L1 2-3 offline', 'L2 0-3 offline']);
    assert.deepEqual(
      (await store.work.jobs.list()).map(({ kind }) => kind),
      ['redo'],
    );
  });
});
