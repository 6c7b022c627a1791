import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Postponed } from '../../../../src/memory/jobs/jobRunner.ts';
import { Layers, type SummaryMaker } from '../../../../src/memory/summaries/layers.ts';
import { SummaryJobs } from '../../../../src/memory/summaries/summaryJobs.ts';
import type { SqliteStore } from '../../../../src/store/sqlite/thread/sqliteStore.ts';
import { at, makeConversation, makeEnd, makeStart } from '../../../support/builders.ts';
import { beginTurn, endTurn, ensureConversation } from '../../../support/storing.ts';
import { makeContent } from '../../../support/summaryMaker.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const kinds = ['summarize', 'redo', 'regenerate'].map(kind => ({ kind }));

/** Windows on one memory, with a clock that only the test turns. */
class Play {
  readonly store: SqliteStore;
  readonly uuid: string;
  now = new Date('2026-03-04T14:30:00Z').getTime();
  away = false;
  /** Turns that some L1 condensed before anybody could have given up on their answers. */
  readonly early: number[] = [];
  readonly #begun: { turn_index: number; at: number; answered: boolean }[] = [];

  constructor(store: SqliteStore, uuid: string) {
    this.store = store;
    this.uuid = uuid;
  }

  static async begin(store: SqliteStore): Promise<Play> {
    return new Play(store, (await ensureConversation(store, makeConversation())).uuid);
  }

  /** Tells which answers it was given. */
  maker(slowness: number): SummaryMaker {
    return {
      summarize: async material => {
        const seen = 'turns' in material ? material.turns : [];
        this.early.push(
          ...seen
            .filter(({ assistant }) => !assistant)
            .map(({ turn_index }) => turn_index)
            .filter(index => this.now - this.#begun[index]!.at < HOUR),
        );
        for (let i = 0; i < slowness; i++) {
          await this.store.conversations.get(this.uuid);
        }
        const told =
          'turns' in material
            ? material.turns.flatMap(({ assistant }) => assistant?.content ?? []).join(' ')
            : material.summaries.map(({ conversation_summary }) => conversation_summary).join(' ');
        const content = makeContent({ conversation_summary: told || 'Nothing.' });
        const by = this.away ? 'offline' : 'model';
        return { condensed: { content }, made_by: by, prompt_version: '1', provisional: this.away };
      },
    };
  }

  window(slowness = 0): SummaryJobs {
    const { store } = this;
    const clock = { now: () => this.now };
    const settings = () => ({ everyChars: 100_000, everyTurns: 2, everyTokens: 0, maxLevel: 2 });
    const layers = new Layers({ store, maker: this.maker(slowness), settings, clock });
    const awayUntil = () => (this.away ? this.now + MINUTE : undefined);
    return new SummaryJobs({ store, queue: store.work.jobs, layers, enabled: () => true, awayUntil, clock });
  }

  async ask(): Promise<void> {
    const begun = this.now;
    const start = makeStart({ content: 'A question', timestamp: at(new Date(begun)) });
    const { turn_index } = await beginTurn(this.store, this.uuid, start);
    this.#begun[turn_index] = { turn_index, at: begun, answered: false };
  }

  get pending(): number[] {
    return this.#begun.filter(({ answered }) => !answered).map(({ turn_index }) => turn_index);
  }

  get answered(): number[] {
    return this.#begun.filter(({ answered }) => answered).map(({ turn_index }) => turn_index);
  }

  async answer(turn_index: number, jobs: SummaryJobs): Promise<void> {
    this.#begun[turn_index]!.answered = true;
    const end = makeEnd({ content: `<${turn_index}>`, timestamp: at(new Date(this.now)) });
    await endTurn(this.store, { conversation_id: this.uuid, turn_index }, end);
    await jobs.noticeTurn(this.uuid);
  }

  /** Jobs whose time has come, as a runner does them. */
  async work(jobs: SummaryJobs, owner: string): Promise<void> {
    for (;;) {
      const { job } = await this.store.work.jobs.claim({
        of: kinds,
        owner,
        now: this.now,
        lease_ms: HOUR,
      });
      if (!job) {
        return;
      }
      try {
        await jobs.kinds.find(({ kind }) => kind === job.kind)!.run(job, never);
        await this.store.work.jobs.finish(job.uuid, owner, { is: 'done' });
      } catch (error) {
        if (!(error instanceof Postponed)) {
          throw error;
        }
        await this.store.work.jobs.finish(job.uuid, owner, { is: 'put-off', run_after: error.until });
        if (error.until <= this.now) {
          return;
        }
      }
    }
  }

  /** In which of the L1s each answer is told. */
  async told(): Promise<Map<number, string[]>> {
    const level1 = await this.store.summaries.ofConversation(this.uuid, { level: 1 });
    return new Map(
      this.answered.map(index => [
        index,
        level1.filter(s => s.conversation_summary.includes(`<${index}>`)).map(s => `${s.start_turn}-${s.end_turn}`),
      ]),
    );
  }
}

async function play(t: TestContext): Promise<Play> {
  return await Play.begin(temporaryStore(t));
}

suite('answers that come late', () => {
  test('no L1 covers a turn that may still be answered, however many come after it', async t => {
    const it = await play(t);
    const jobs = it.window();
    for (let i = 0; i < 6; i++) {
      await it.ask();
    }
    for (const index of [0, 2, 3, 4, 5]) {
      await it.answer(index, jobs);
    }
    await it.work(jobs, 'a');
    assert.deepEqual(await it.store.summaries.ofConversation(it.uuid), []);
    await it.answer(1, jobs);
    await it.work(jobs, 'a');
    assert.deepEqual([...(await it.told()).values()], [['0-1'], ['0-1'], ['2-3'], ['2-3'], ['4-5'], ['4-5']]);
  });

  test('one that was left behind has ended with what it has; its answer gets into its summary and those above', async t => {
    const it = await play(t);
    const jobs = it.window();
    for (let i = 0; i < 4; i++) {
      await it.ask();
    }
    for (const index of [0, 2, 3]) {
      await it.answer(index, jobs);
    }
    it.now += HOUR;
    await jobs.noticeTurn(it.uuid);
    await it.work(jobs, 'a');
    const level2 = async () =>
      (await it.store.summaries.ofConversation(it.uuid, { level: 2 }))[0]?.conversation_summary;
    assert.equal(await level2(), '<0> <2> <3>');
    it.now += HOUR;
    await it.answer(1, jobs);
    await it.work(jobs, 'a');
    assert.deepEqual((await it.told()).get(1), ['0-1']);
    assert.equal(await level2(), '<0> <1> <2> <3>');
    assert.deepEqual(await it.store.summaries.ofConversation(it.uuid, { outdated: true }), []);
  });

  test('also while the model is away: provisionally, and again when it is back', async t => {
    const it = await play(t);
    const jobs = it.window();
    for (let i = 0; i < 2; i++) {
      await it.ask();
    }
    await it.answer(1, jobs);
    it.now += HOUR;
    await jobs.noticeTurn(it.uuid);
    await it.work(jobs, 'a');
    it.away = true;
    await it.answer(0, jobs);
    await it.work(jobs, 'a');
    const made = async () =>
      (await it.store.summaries.ofConversation(it.uuid)).map(s => [s.made_by, s.conversation_summary]);
    assert.deepEqual(await made(), [['offline', '<0> <1>']]);
    it.away = false;
    it.now += HOUR;
    await it.work(jobs, 'a');
    assert.deepEqual(await made(), [['model', '<0> <1>']]);
  });

  test('whatever happens in two windows, each answer ends in exactly one L1 made after it came', async t => {
    const store = temporaryStore(t);
    const act = fc.oneof(
      { weight: 4, arbitrary: fc.constant({ kind: 'ask' as const, pick: 0 }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: fc.nat(20) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const), pick: fc.nat(1) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('regenerate' as const), pick: fc.nat(1) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), pick: fc.constantFrom(20, 70, 70) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 12, maxLength: 30, size: 'max' }),
        fc.nat(4),
        async (rounds, slowness) => {
          const it = await Play.begin(store);
          const windows = [it.window(slowness), it.window()];
          for (const acts of rounds) {
            // What happens at the same time: a person's hour does not pass while a summary is made.
            await Promise.all(
              acts.map(async ({ kind, pick }) => {
                const jobs = windows[pick % 2]!;
                if (kind === 'wait') {
                  return;
                }
                if (kind === 'ask') {
                  await it.ask();
                }
                if (kind === 'work') {
                  await it.work(jobs, `window ${pick % 2}`);
                }
                if (kind === 'regenerate') {
                  await jobs.regenerateNow(it.uuid, never);
                }
                const index = it.pending[pick % Math.max(1, it.pending.length)];
                if (kind === 'answer' && index !== undefined) {
                  await it.answer(index, jobs);
                }
              }),
            );
            it.now += acts.reduce((sum, { kind, pick }) => sum + (kind === 'wait' ? pick * MINUTE : 0), MINUTE);
          }
          it.now += HOUR;
          await windows[0]!.noticeTurn(it.uuid);
          await it.work(windows[0]!, 'last');
          const marks = await store.summaries.marks(it.uuid);
          const covered = marks.find(({ level }) => level === 1)?.next_turn ?? 0;
          for (const [index, where] of await it.told()) {
            assert.equal(where.length, index < covered ? 1 : 0, `answer ${index} is in ${where.join(', ') || 'none'}`);
          }
          assert.deepEqual(it.early, [], 'condensed while they might still be answered');
          assert.deepEqual(await store.summaries.ofConversation(it.uuid, { outdated: true }), []);
        },
      ),
      { numRuns: 60 },
    );
  });
});
