import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Postponed } from '../../../../src/memory/jobs/jobRunner.ts';
import { LinkJob, SOON_MS } from '../../../../src/memory/mentions/linkJob.ts';
import { namesOf } from '../../../../src/memory/mentions/waitingNames.ts';
import type { Job } from '../../../../src/model/job.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const never = new AbortController().signal;
const job = { kind: 'link', key: 'w' } as Job;

/** Turns of the workspace `w` that wait; `stubborn` ones are tried in vain. */
class Memory {
  readonly waiting = new Set<number>();
  readonly stubborn = new Set<number>();

  readonly mentions = {
    waiting: async (workspace_id: string) => ({
      turns:
        workspace_id === 'w'
          ? [...this.waiting, ...this.stubborn].map(turn_index => ({ conversation_id: 'c', turn_index }))
          : [],
      summaries: [],
    }),
  };
}

/** A window; what it asks for is counted, and done when the test says so. */
function openWindow(memory: Memory, given: { folder?: string; link?: () => Promise<void>; ask?: () => void } = {}) {
  const asked: string[] = [];
  const clock = new FakeClock(1000);
  const links = new LinkJob({
    mentions: memory.mentions,
    ask: async (kind, key) => {
      given.ask?.();
      asked.push(`${kind} ${key}`);
      return job;
    },
    workspaceId: async () => ('folder' in given ? given.folder : 'w'),
    link: async () => {
      await (given.link ?? (async () => memory.waiting.clear()))();
      return namesOf(await memory.mentions.waiting('w'));
    },
    logger: silentLogger,
    clock,
  });
  return { links, asked, clock };
}

suite('linking as a job', () => {
  test('what waits is asked for once, however often something is written', async () => {
    const memory = new Memory();
    const { links, asked } = openWindow(memory);
    await links.notice();
    assert.deepEqual(asked, [], 'nothing waits');
    memory.waiting.add(0);
    await Promise.all([links.notice(), links.notice(), links.notice()]);
    await links.notice();
    assert.deepEqual(asked, ['link w']);
    memory.waiting.add(1);
    await links.notice();
    assert.equal(asked.length, 2);
  });

  test('a turn whose question was linked is asked for again when it is answered', async () => {
    const memory = new Memory();
    const { links, asked } = openWindow(memory);
    memory.waiting.add(0);
    await links.notice();
    // Linked by another window, so that this one does not know.
    memory.waiting.clear();
    memory.waiting.add(0);
    await links.noticeTurn();
    assert.equal(asked.length, 2);
    await links.kind.run(job, never);
    memory.waiting.add(0);
    await links.notice();
    assert.equal(asked.length, 3, 'here it knows by itself');
  });

  test('a question is asked for with its answer, or soon where that takes long', async () => {
    const memory = new Memory();
    const { links, asked, clock } = openWindow(memory);
    links.noticeSoon();
    await links.noticeTurn();
    clock.advance(SOON_MS);
    await links.asked();
    assert.equal(asked.length, 1, 'with its answer');
    links.noticeSoon();
    clock.advance(SOON_MS - 1);
    await links.asked();
    assert.equal(asked.length, 1);
    clock.advance(1);
    await links.asked();
    assert.equal(asked.length, 2, 'by itself');
  });

  test('a window without the folder asks for nothing and takes nothing', async () => {
    const memory = new Memory();
    memory.waiting.add(0);
    const { links, asked } = openWindow(memory, { folder: undefined as unknown as string });
    await links.noticeTurn();
    assert.deepEqual([asked, await links.kind.keys?.()], [[], []]);
    assert.deepEqual(await openWindow(memory).links.kind.keys?.(), ['w']);
  });

  test('what comes while it links is linked in the same go, without asking', async () => {
    const memory = new Memory();
    let rounds = 0;
    const { links, asked } = openWindow(memory, {
      link: async () => {
        memory.waiting.clear();
        if (++rounds < 3) {
          memory.waiting.add(rounds);
          await links.noticeTurn();
        }
      },
    });
    await links.kind.run(job, never);
    assert.deepEqual([rounds, memory.waiting.size, asked], [3, 0, []]);
  });

  test('what cannot be linked now is put off, not given up; when its window closes it is handed on', async () => {
    const { links } = openWindow(new Memory(), { link: () => Promise.reject(new Error('no luck')) });
    await assert.rejects(
      links.kind.run(job, never),
      error => error instanceof Postponed && error.until === 1000 + 60_000,
    );
    const closing = AbortSignal.abort(new Error('closing'));
    await assert.rejects(links.kind.run(job, closing), /no luck/);
    await assert.rejects(openWindow(new Memory()).links.kind.run(job, closing), /closing/);
  });

  test('what could not be asked for is asked for the next time', async () => {
    const memory = new Memory();
    let away = true;
    const { links, asked } = openWindow(memory, {
      ask: () => {
        if (away) {
          throw new Error('away');
        }
      },
    });
    memory.waiting.add(0);
    await links.notice();
    away = false;
    await links.notice();
    assert.deepEqual(asked, ['link w']);
  });

  test('two windows never ask each other for ever, also where something is tried in vain', async () => {
    const act = fc.constantFrom('turn', 'stubborn turn', 'done by a', 'done by b');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const memory = new Memory();
        const a = openWindow(memory);
        const b = openWindow(memory);
        // Whatever one of them does, the other notices, and does in turn what it was asked for.
        const settle = async () => {
          for (let round = 0; ; round++) {
            assert.ok(round < 10, 'they go on and on');
            const before = a.asked.length + b.asked.length;
            await Promise.all([a.links.notice(), b.links.notice()]);
            if (a.asked.length + b.asked.length === before) {
              return;
            }
            await (round % 2 ? a : b).links.kind.run(job, never);
          }
        };
        for (const [at, what] of acts.entries()) {
          if (what === 'turn') {
            memory.waiting.add(at);
          } else if (what === 'stubborn turn') {
            memory.stubborn.add(at);
          } else {
            await (what === 'done by a' ? a : b).links.kind.run(job, never);
          }
          await settle();
          assert.equal(memory.waiting.size, 0);
        }
      }),
    );
  });
});
