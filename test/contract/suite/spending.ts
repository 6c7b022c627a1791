import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Work } from '../../../src/work/work.ts';
import { unique } from './harness.ts';
import { type OpenWork, useWork } from './workHarness.ts';

export function spendingSuite(open: OpenWork): void {
  describe('spending', () => {
    const session = useWork(open);

    test('tokens spent on a day add up over windows', async () => {
      const windows = [session.work, await session.other()];
      assert.equal(await session.work.spending.spent('2026-03-04'), 0);
      await Promise.all(Array.from({ length: 10 }, (_, i) => windows[i % 2]!.spending.add('2026-03-04', 7)));
      assert.equal(await session.work.spending.spent('2026-03-04'), 70);
      assert.equal(await session.work.spending.spent('2026-03-05'), 0);
    });
  });
}

/** How often a change was announced while the work was done. */
async function changesDuring(work: Work, act: () => Promise<unknown>): Promise<number> {
  let changes = 0;
  const listening = work.onDidChange(() => changes++);
  await act();
  listening.dispose();
  return changes;
}

export function workChangesSuite(open: OpenWork): void {
  describe('changes of the work', () => {
    const session = useWork(open);
    const ask = ({ jobs }: Work, kind = unique('k')) => jobs.enqueue({ kind, key: 'k', payload: null, run_after: 0 });

    test('a job that is asked for and tokens that are spent are announced', async () => {
      const { work } = session;
      assert.equal(await changesDuring(work, () => ask(work)), 1);
      assert.equal(await changesDuring(work, () => work.spending.add('2026-03-04', 7)), 1);
    });

    test('reading, and a write that changes nothing, are not announced', async () => {
      const { work } = session;
      const kind = unique('k');
      await ask(work, kind);
      const changes = await changesDuring(work, async () => {
        await work.jobs.list();
        await work.spending.spent('2026-03-04');
        await work.jobs.claim({ of: [{ kind: 'none of these' }], owner: 'a', now: 0, lease_ms: 1 });
        await ask(work, kind);
      });
      assert.equal(changes, 0);
    });

    test('what one window asks for, the other hears of', async () => {
      const other = await session.other();
      await other.jobs.list();
      const heard = new Promise<void>(resolve => other.onDidChange(() => resolve()));
      const { uuid } = await ask(session.work);
      await heard;
      assert.ok((await other.jobs.list()).some(job => job.uuid === uuid));
    });
  });
}
