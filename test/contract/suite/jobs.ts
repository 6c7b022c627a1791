import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Job } from '../../../src/model/job.ts';
import type { Claim } from '../../../src/work/jobQueue.ts';
import { unique } from './harness.ts';
import { type OpenWork, useWork } from './workHarness.ts';

const MINUTE = 60_000;

export function jobsSuite(open: OpenWork): void {
  describe('jobs', () => {
    const session = useWork(open);

    /** A kind of its own keeps tests apart. */
    function queue() {
      const kind = unique('kind');
      const { jobs } = session.work;
      return {
        kind,
        jobs,
        add: (key: string, run_after = 0, payload: unknown = { key }) =>
          jobs.enqueue({ kind, key, payload, run_after }),
        claim: async (given: Partial<Claim> = {}) =>
          (await jobs.claim({ of: [{ kind }], owner: 'a', now: 1000, lease_ms: 500, ...given })).job,
        /** Asked before the time of any. */
        nextDue: async (of: Claim['of'] = [{ kind }]) =>
          (await jobs.claim({ of, owner: 'a', now: 0, lease_ms: 500 })).due,
        listed: async (): Promise<Job[]> => (await jobs.list()).filter(job => job.kind === kind),
      };
    }

    test('a new job waits, for the next session too', async () => {
      const { kind, add } = queue();
      const job = await add('k', 42, { deep: [1, null, 'é'] });
      assert.deepEqual(job, {
        uuid: job.uuid,
        kind,
        key: 'k',
        payload: { deep: [1, null, 'é'] },
        state: 'waiting',
        attempts: 0,
        run_after: 42,
        lease_owner: null,
        lease_until: null,
        last_error: null,
      });
      const listed = await (await session.reopen()).jobs.list('waiting');
      assert.deepEqual(
        listed.find(({ uuid }) => uuid === job.uuid),
        job,
      );
    });

    test('asking again brings waiting work forward, never back, and changes nothing else', async () => {
      const { jobs, add, claim, listed } = queue();
      const waiting = await add('k', 10);
      assert.deepEqual(await add('k', 20, 'other'), waiting);
      assert.deepEqual(await add('k', 5, 'other'), { ...waiting, run_after: 5 });
      assert.deepEqual(await add('k', 10), { ...waiting, run_after: 5 });
      await claim();
      await jobs.finish(waiting.uuid, 'a', { is: 'failed', error: 'no', run_after: 5000 });
      assert.equal((await add('k', 5)).run_after, 5000, 'after a failure it waits its time');
      await claim({ now: 5000 });
      await jobs.finish(waiting.uuid, 'a', { is: 'failed', error: 'no', run_after: undefined });
      assert.equal((await add('k', 5)).state, 'dead');
      assert.equal((await listed()).length, 1);
      await add('other key');
      assert.equal((await listed()).length, 2);
    });

    test('work asked for while it runs is done once more, and only once', async () => {
      const { jobs, add, claim, listed } = queue();
      const { uuid } = await add('k', 10);
      const running = await claim();
      assert.deepEqual(await add('k', 5), running);
      await add('k', 5);
      assert.equal(await jobs.finish(uuid, 'a', { is: 'done' }), true);
      assert.deepEqual([(await listed())[0]?.state, (await listed())[0]?.attempts], ['waiting', 0]);
      assert.equal((await claim())?.uuid, uuid);
      assert.equal(await jobs.finish(uuid, 'a', { is: 'done' }), true);
      assert.deepEqual(await listed(), []);
    });

    test('tells when the next job can be claimed: its time, or the end of a lease', async () => {
      const { jobs, add, claim, nextDue } = queue();
      assert.equal(await nextDue(), undefined);
      await add('later', 900);
      await add('sooner', 100);
      assert.equal(await nextDue(), 100);
      const { uuid } = (await claim({ now: 200, lease_ms: 500 }))!;
      assert.equal(await nextDue(), 700);
      await jobs.finish(uuid, 'a', { is: 'failed', error: 'no', run_after: undefined });
      assert.equal(await nextDue(), 900);
      assert.equal(await nextDue([]), undefined);
    });

    test('two windows asking at once make one job', async () => {
      const { kind, listed } = queue();
      const windows = [session.work, await session.other()];
      await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          windows[i % 2]!.jobs.enqueue({ kind, key: 'k', payload: i, run_after: 0 }),
        ),
      );
      assert.equal((await listed()).length, 1);
    });

    test('the job whose time came first is claimed first, and none before its time or of another kind', async () => {
      const { add, claim } = queue();
      await add('later', 900);
      await add('sooner', 100);
      await add('also sooner', 100);
      await add('not yet', 1001);
      const claimed = [await claim(), await claim(), await claim()].map(job => job?.key);
      assert.deepEqual(claimed, ['sooner', 'also sooner', 'later']);
      assert.equal(await claim(), undefined);
      assert.equal(await claim({ of: [] }), undefined);
      assert.equal((await claim({ now: 1001 }))?.key, 'not yet');
    });

    test('of a kind with keys only those are claimed and waited for, of the others all', async () => {
      const { jobs, kind, add, claim, nextDue } = queue();
      const other = unique('kind');
      await add('theirs', 100);
      await add('mine', 200);
      await jobs.enqueue({ kind: other, key: 'theirs', payload: null, run_after: 300 });
      const of = [{ kind, keys: ['mine', 'not asked for'] }, { kind: other }];
      assert.equal(await nextDue(of), 200);
      const claimed = [await claim({ of }), await claim({ of }), await claim({ of })];
      assert.deepEqual(
        claimed.map(job => job && [job.kind, job.key]),
        [[kind, 'mine'], [other, 'theirs'], undefined],
      );
      assert.equal(await claim({ of: [{ kind, keys: [] }] }), undefined);
      assert.equal(await nextDue([{ kind, keys: [] }]), undefined);
      assert.equal((await claim({ of: [{ kind, keys: ['theirs'] }] }))?.key, 'theirs');
    });

    test('keys are names, whatever is in them', async () => {
      const keys = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 2, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(keys, async ([mine, ...theirs]) => {
          const { kind, add, claim } = queue();
          for (const key of [...theirs, mine!]) {
            await add(key);
          }
          const of = [{ kind, keys: [mine!] }];
          assert.equal((await claim({ of }))?.key, mine);
          assert.equal(await claim({ of }), undefined);
        }),
        { numRuns: 40 },
      );
    });

    test('a claimed job is its owner’s until the lease runs out', async () => {
      const { jobs, add, claim } = queue();
      await add('k');
      const mine = await claim();
      assert.deepEqual([mine?.state, mine?.attempts, mine?.lease_owner, mine?.lease_until], ['running', 1, 'a', 1500]);
      assert.equal(await claim({ owner: 'b', now: 1499 }), undefined);
      assert.equal(await jobs.extend(mine!.uuid, 'a', 3000), true);
      assert.equal(await claim({ owner: 'b', now: 2999 }), undefined);
      const taken = await claim({ owner: 'b', now: 3000 });
      assert.deepEqual([taken?.uuid, taken?.attempts, taken?.lease_owner], [mine?.uuid, 2, 'b']);
    });

    test('who lost the lease can neither extend, complete nor fail', async () => {
      const { jobs, add, claim, listed } = queue();
      await add('k');
      const { uuid } = (await claim())!;
      await claim({ owner: 'b', now: 2000 });
      assert.equal(await jobs.extend(uuid, 'a', 9999), false);
      assert.equal(await jobs.finish(uuid, 'a', { is: 'done' }), false);
      assert.equal(await jobs.finish(uuid, 'a', { is: 'failed', error: 'no', run_after: 5 }), false);
      assert.equal((await listed())[0]?.lease_until, 2500);
      assert.equal(await jobs.finish(uuid, 'b', { is: 'done' }), true);
      assert.equal(await jobs.finish(uuid, 'b', { is: 'done' }), false);
      assert.deepEqual(await listed(), []);
    });

    test('completed work can be asked for again', async () => {
      const { jobs, add, claim } = queue();
      const first = await add('k');
      await claim();
      await jobs.finish(first.uuid, 'a', { is: 'done' });
      assert.notEqual((await add('k')).uuid, first.uuid);
    });

    test('a failed job waits until its time, and is dead without one', async () => {
      const { jobs, add, claim, listed } = queue();
      const { uuid } = await add('k');
      await claim();
      assert.equal(await jobs.finish(uuid, 'a', { is: 'failed', error: 'Quota.', run_after: 5000 }), true);
      const [waiting] = await listed();
      assert.deepEqual(
        [waiting?.state, waiting?.last_error, waiting?.run_after, waiting?.lease_owner, waiting?.attempts],
        ['waiting', 'Quota.', 5000, null, 1],
      );
      assert.equal(await claim({ now: 4999 }), undefined);
      assert.equal((await claim({ now: 5000 }))?.attempts, 2);
      assert.equal(await jobs.finish(uuid, 'a', { is: 'failed', error: 'Bad key.', run_after: undefined }), true);
      assert.equal(await claim({ now: 1e12 }), undefined);
      assert.equal((await listed())[0]?.state, 'dead');
      assert.ok((await jobs.list('dead')).some(job => job.uuid === uuid));
    });

    test('a job that is put off waits until its time, and that is no attempt', async () => {
      const { jobs, add, claim, listed } = queue();
      const { uuid } = await add('k');
      for (const now of [1000, 2000, 3000]) {
        assert.equal((await claim({ now }))?.attempts, 1);
        assert.equal(await jobs.finish(uuid, 'a', { is: 'put-off', run_after: now + 1000 }), true);
        assert.equal(await claim({ now: now + 999 }), undefined);
      }
      const [waiting] = await listed();
      assert.deepEqual(
        [waiting?.state, waiting?.attempts, waiting?.run_after, waiting?.lease_owner, waiting?.last_error],
        ['waiting', 0, 4000, null, null],
      );
      assert.equal(await jobs.finish(uuid, 'a', { is: 'put-off', run_after: 9000 }), false, 'nobody has it');
      await claim({ now: 4000 });
      assert.equal(await jobs.finish(uuid, 'b', { is: 'put-off', run_after: 9000 }), false, 'another has it');
    });

    test('a job that was asked for while it ran is not put off', async () => {
      const { jobs, add, claim } = queue();
      const { uuid } = await add('k');
      await claim();
      await add('k');
      await jobs.finish(uuid, 'a', { is: 'put-off', run_after: 9000 });
      assert.equal((await claim({ now: 1001 }))?.uuid, uuid);
      await jobs.finish(uuid, 'a', { is: 'put-off', run_after: 9000 });
      assert.equal(await claim({ now: 8999 }), undefined, 'only once');
    });

    test('a dead job that is retried starts afresh; a running one is left alone', async () => {
      const { jobs, add, claim, listed } = queue();
      const { uuid } = await add('k');
      const running = await claim();
      await jobs.retry(uuid, 7000);
      assert.deepEqual(await listed(), [running]);
      await jobs.finish(uuid, 'a', { is: 'failed', error: 'no', run_after: undefined });
      await jobs.retry(uuid, 7000);
      const [job] = await listed();
      assert.deepEqual([job?.state, job?.attempts, job?.run_after], ['waiting', 0, 7000]);
      assert.equal((await claim({ now: 7000 }))?.uuid, uuid);
    });

    test('a clock that is set back leaves no lease and no wait longer than it was', async () => {
      const { jobs, add, claim } = queue();
      const now = 1e12;
      const { uuid: failed } = await add('failed');
      await claim({ now, lease_ms: MINUTE });
      await jobs.finish(failed, 'a', { is: 'failed', error: 'no', run_after: now + 2 * MINUTE });
      await add('left behind');
      assert.equal((await claim({ now, lease_ms: MINUTE }))?.key, 'left behind');
      await claim({ now: now + 1, lease_ms: MINUTE });

      const earlier = now - 365 * 24 * 60 * MINUTE;
      assert.equal(await claim({ owner: 'b', now: earlier, lease_ms: MINUTE }), undefined, 'neither is due yet');
      const keys = [
        await claim({ owner: 'b', now: earlier + MINUTE, lease_ms: 10 * MINUTE }),
        await claim({ owner: 'b', now: earlier + 2 * MINUTE, lease_ms: 10 * MINUTE }),
      ].map(job => job?.key);
      assert.deepEqual(keys, ['left behind', 'failed']);
    });

    test('however the clock jumps, work waits no longer than it should and ten minutes more', async () => {
      const jump = fc.integer({ min: -400 * 24 * 60, max: 400 * 24 * 60 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ jump, wait: fc.integer({ min: 0, max: 60 }) }), { minLength: 1, maxLength: 6 }),
          async rounds => {
            const { jobs, add, claim, listed } = queue();
            let now = 1e12;
            await add('k', now);
            for (const { jump, wait } of rounds) {
              const job = await claim({ now, lease_ms: MINUTE });
              assert.equal(job?.key, 'k');
              await jobs.finish(job.uuid, 'a', { is: 'put-off', run_after: now + wait * MINUTE });
              await claim({ now: now - 1 });
              now += jump * MINUTE;
              // As a window looks: every five minutes.
              for (let waited = 0; waited <= wait + 10; waited += 5) {
                const [{ run_after }] = (await listed()) as [Job];
                if (run_after <= now) {
                  break;
                }
                assert.equal(await claim({ now }), undefined);
                now += 5 * MINUTE;
              }
            }
            assert.equal((await claim({ now }))?.key, 'k');
          },
        ),
        { numRuns: 50 },
      );
    });

    test('many claims at once in two windows give each job to one', async () => {
      const { kind, add } = queue();
      for (let i = 0; i < 10; i++) {
        await add(`k${i}`);
      }
      const windows = [session.work, await session.other()];
      const claimed = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          windows[i % 2]!.jobs.claim({ of: [{ kind }], owner: `owner ${i}`, now: 1000, lease_ms: 500 }),
        ),
      );
      const got = claimed.flatMap(({ job }) => job?.key ?? []);
      assert.deepEqual([got.length, new Set(got).size], [10, 10]);
    });

    test('however two owners interleave, each job is done exactly once while leases hold', async () => {
      const other = await session.other();
      const step = fc.record({
        owner: fc.constantFrom('a', 'b'),
        act: fc.constantFrom('claim', 'claim', 'complete', 'fail', 'extend', 'both claim', 'time passes'),
      });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 25 }), async (count, steps) => {
          const { kind, add, listed } = queue();
          const works = { a: session.work, b: other };
          const held = { a: new Map<string, number>(), b: new Map<string, number>() };
          const done: string[] = [];
          let now = 1000;
          for (let i = 0; i < count; i++) {
            await add(`k${i}`);
          }
          const claim = async (owner: 'a' | 'b') => {
            const { job } = await works[owner].jobs.claim({ of: [{ kind }], owner, now, lease_ms: 100 });
            if (job) {
              const elsewhere = held[owner === 'a' ? 'b' : 'a'];
              assert.ok((elsewhere.get(job.uuid) ?? 0) <= now, 'claimed while another holds the lease');
              elsewhere.delete(job.uuid);
              held[owner].set(job.uuid, now + 100);
            }
            return job;
          };
          const complete = async (owner: 'a' | 'b', uuid: string) => {
            assert.equal(await works[owner].jobs.finish(uuid, owner, { is: 'done' }), true);
            held[owner].delete(uuid);
            done.push(uuid);
          };
          for (const { owner, act } of steps) {
            const [uuid] = [...held[owner]].find(([, until]) => until > now) ?? [];
            if (act === 'claim') {
              await claim(owner);
            } else if (act === 'both claim') {
              await Promise.all([claim('a'), claim('b')]);
            } else if (act === 'time passes') {
              now += 60;
            } else if (uuid && act === 'complete') {
              await complete(owner, uuid);
            } else if (uuid && act === 'fail') {
              assert.equal(
                await works[owner].jobs.finish(uuid, owner, { is: 'failed', error: 'no', run_after: now + 30 }),
                true,
              );
              held[owner].delete(uuid);
            } else if (uuid && act === 'extend') {
              assert.equal(await works[owner].jobs.extend(uuid, owner, now + 200), true);
              held[owner].set(uuid, now + 200);
            }
          }
          now += 1000;
          for (let job = await claim('a'); job; job = await claim('a')) {
            await complete('a', job.uuid);
          }
          assert.deepEqual(await listed(), []);
          assert.deepEqual([done.length, new Set(done).size], [count, count]);
        }),
        { numRuns: 40 },
      );
    });
  });
}
