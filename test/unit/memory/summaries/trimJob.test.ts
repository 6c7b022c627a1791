import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { JobRunner } from '../../../../src/memory/jobs/jobRunner.ts';
import { isRoutine } from '../../../../src/memory/jobs/routine.ts';
import { type KeepDays, TrimJob, trimRules } from '../../../../src/memory/summaries/trimJob.ts';
import { DAY_MS } from '../../../../src/util/dates.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { makeConversation, makeTurn } from '../../../support/builders.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { makeStoredSummary } from '../../../support/summaries.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const GRACE = 10 * 60_000;

/** A turn on the first of January and one on each of the days after, each in an L1, the first `covered` of them in an L2. */
async function setUp(t: TestContext, keepDays: KeepDays, covered = 6) {
  const store = temporaryStore(t);
  const clock = new FakeClock(Date.UTC(2026, 0, 10, 12));
  const kept = { days: keepDays };
  const trim = new TrimJob({ store, queue: store.work.jobs, keepDays: () => kept.days, clock });
  const runner = new JobRunner({ work: store.work, kinds: [trim.kind], owner: 'a', logger: silentLogger, clock });
  t.after(() => runner.dispose());
  const { uuid } = await ensureConversation(store, makeConversation());
  await appendTurns(
    store,
    uuid,
    Array.from({ length: 6 }, (_, day) => makeTurn('u', 'a', new Date(Date.UTC(2026, 0, 1 + day, 9)).toISOString())),
  );
  const made: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const place = { start_turn: turn, end_turn: turn, char_range_start: turn * 2, char_range_end: turn * 2 + 2 };
    made.push((await store.summaries.add(makeStoredSummary({ conversation_id: uuid, ...place }))).uuid);
  }
  const condense = (parent_summaries: string[], end_turn: number, level = 2) =>
    store.summaries.add(
      makeStoredSummary({
        conversation_id: uuid,
        level,
        source_type: 'SUMMARY',
        parent_summaries,
        end_turn,
        char_range_end: end_turn * 2 + 2,
      }),
    );
  const above = covered > 0 ? await condense(made.slice(0, covered), covered - 1) : undefined;
  const work = async () => {
    runner.wake();
    await runner.idle();
  };
  const turnsKept = async () =>
    (await store.summaries.ofConversation(uuid, { level: 1 })).map(({ start_turn }) => start_turn);
  return { store, clock, kept, trim, uuid, work, turnsKept, above, condense };
}

suite('trimming by setting', () => {
  test('nothing goes, and nothing is asked for, unless it is set', async t => {
    const { store, trim, work, turnsKept } = await setUp(t, { 1: 0 });
    await trim.notice();
    assert.deepEqual(await store.work.jobs.list(), []);
    await work();
    assert.deepEqual(await turnsKept(), [0, 1, 2, 3, 4, 5]);
  });

  test('what is older than its days goes after a while, and then once a day, however often windows open', async t => {
    const { store, clock, trim, uuid, work, turnsKept } = await setUp(t, { 1: 7 });
    await trim.notice();
    await work();
    assert.equal((await turnsKept()).length, 6, 'a slip can still be taken back');
    clock.advance(GRACE);
    await work();
    assert.deepEqual(await turnsKept(), [3, 4, 5]);
    clock.advance(DAY_MS - 1);
    await trim.notice();
    await work();
    assert.deepEqual(await turnsKept(), [3, 4, 5]);
    clock.advance(1);
    await work();
    assert.deepEqual(await turnsKept(), [4, 5]);
    assert.equal((await store.conversations.get(uuid))?.turn_count, 6, 'turns stay');
    const jobs = await store.work.jobs.list();
    assert.deepEqual([jobs.length, jobs[0]?.attempts, jobs.every(isRoutine)], [1, 0, true]);
  });

  test('what no higher summary tells stays, however old it is', async t => {
    const { clock, trim, work, turnsKept } = await setUp(t, { 1: 1, 2: 1 }, 3);
    await trim.notice();
    clock.advance(GRACE);
    await work();
    assert.deepEqual(await turnsKept(), [3, 4, 5], 'the first three are told by the L2, which nothing covers either');
  });

  test('where the summary above goes too, the one above that stays', async t => {
    const { store, clock, trim, uuid, work, turnsKept, above, condense } = await setUp(t, { 1: 1, 2: 1 }, 3);
    await condense([above!.uuid], 2, 3);
    await trim.notice();
    clock.advance(GRACE);
    await work();
    assert.deepEqual(await turnsKept(), [3, 4, 5]);
    assert.deepEqual(
      (await store.summaries.ofConversation(uuid)).map(({ level }) => level),
      [1, 1, 1, 3],
      'the L3 tells all that went',
    );
  });

  test('what a person pinned stays', async t => {
    const { store, clock, trim, uuid, work, turnsKept } = await setUp(t, { 1: 1 });
    const [first] = await store.summaries.ofConversation(uuid);
    await store.rules.set({ summary_id: first!.uuid }, 'pin');
    await trim.notice();
    clock.advance(GRACE);
    await work();
    assert.deepEqual(await turnsKept(), [0]);
  });

  test('taken back in time, nothing goes', async t => {
    const { store, clock, kept, trim, work, turnsKept } = await setUp(t, { 1: 1 });
    await trim.notice();
    kept.days = {};
    clock.advance(GRACE);
    await work();
    assert.equal((await turnsKept()).length, 6);
    assert.deepEqual(await store.work.jobs.list(), []);
  });

  test('only levels and days that make sense count', () => {
    const rules = trimRules({ 1: 30, 2: 0, 3: -1, 0: 5, all: 5, '1.5': 5 }, 40 * DAY_MS);
    assert.deepEqual(rules, [{ level: 1, before: 10 * DAY_MS }]);
  });
});
