import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DAY_MS } from '../../src/util/dates.ts';
import type { Host } from '../../src/vscode/host.ts';
import { commands, settings } from '../../src/vscode/ids.ts';
import { at, makeTurn } from '../support/builders.ts';
import { trimOnly } from '../support/keptSummaries.ts';
import { makeStoredSummary } from '../support/summaries.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, remember, until, withSettings } from './support.ts';

const small = { [settings.summariesEveryTurns]: 2 };
const longAgo = () => new Date(Date.now() - 40 * DAY_MS).toISOString();

/** Four turns of long ago: nothing in the background takes them up. */
async function otters(host: Host, title: string): Promise<string> {
  const { id, name } = await host.workspaces.current();
  const when = longAgo();
  const turns = ['den', 'holt', 'couch', 'raft'].map(word => makeTurn(`what is a ${word}?`, `A ${word}.`, when));
  return await remember(
    host.store,
    { title, workspace_id: id, workspace_name: name, created_at: at(when), external_id: title },
    turns,
  );
}

async function withOtters(title: string, body: (host: Host, id: string) => Promise<void>): Promise<void> {
  const host = await activateHost();
  const id = await otters(host, title);
  try {
    await withSettings(small, () => body(host, id));
  } finally {
    await host.store.conversations.delete(id);
  }
}

const agree = (_text: unknown, _options: unknown, first: unknown) => first;
const places = async (host: Host, id: string) =>
  (await host.store.summaries.ofConversation(id)).map(({ level, start_turn, end_turn }) => [
    level,
    start_turn,
    end_turn,
  ]);
const jobsOf = async (host: Host, id: string) => (await host.work.jobs.list()).filter(({ key }) => key === id);
const all = [
  [1, 0, 1],
  [1, 2, 3],
  [2, 0, 3],
];

suite('commands on summaries', () => {
  test('catching up on old conversations asks first, makes them, and then finds nothing to do', async () => {
    await withOtters('Otters to catch up on', async (host, id) => {
      await withPerson({}, async shown => {
        await vscode.commands.executeCommand(commands.backfill);
        assert.match(shown[0]?.text ?? '', /^Summarise \d+ conversations?\?$/);
        assert.deepEqual(await places(host, id), [], 'closed, it makes nothing');
      });
      await withPerson({ showInformationMessage: agree }, async shown => {
        await vscode.commands.executeCommand(commands.backfill);
        assert.deepEqual(await places(host, id), all);
        assert.match(shown.at(-1)?.text ?? '', /^Made \d+ summaries\.$/);
        await vscode.commands.executeCommand(commands.backfill);
        assert.match(shown.at(-1)?.text ?? '', /^There is nothing to catch up on/);
      });
    });
  });

  test('summaries are made anew in one go', async () => {
    await withOtters('Otters anew', async (host, id) => {
      await host.summaries.jobs.make(id, new AbortController().signal);
      const old = (await host.store.summaries.ofConversation(id)).map(({ uuid }) => uuid);
      await withPerson({ showInformationMessage: agree }, async shown => {
        await vscode.commands.executeCommand(commands.regenerate, id);
        assert.match(shown[0]?.text ?? '', /^Make the summaries of “Otters anew” anew\?$/);
      });
      assert.deepEqual(await places(host, id), all);
      const now = (await host.store.summaries.ofConversation(id)).map(({ uuid }) => uuid);
      assert.deepEqual(
        now.filter(uuid => old.includes(uuid)),
        [],
      );
    });
  });

  test('trimming removes what was chosen and is old, after a question', async () => {
    await withOtters('Otters to trim', async (host, id) => {
      await host.summaries.jobs.make(id, new AbortController().signal);
      const first = (items: unknown) => [(items as unknown[])[0]];
      await withPerson({ showQuickPick: first }, async shown => {
        await vscode.commands.executeCommand(commands.trim);
        assert.match(shown.at(-1)?.text ?? '', /^Remove \d+ summaries\?$/);
        assert.deepEqual(await places(host, id), all, 'closed, nothing goes');
      });
      await withPerson({ showQuickPick: first, showWarningMessage: agree }, async () => {
        await vscode.commands.executeCommand(commands.trim);
        assert.deepEqual(await places(host, id), [[2, 0, 3]]);
        assert.equal((await host.store.conversations.get(id))?.turn_count, 4);
      });
    });
  });

  test('trimming says how much no broader summary tells, and can keep that', async () => {
    await withOtters('Otters told twice', async (host, id) => {
      const other = await otters(host, 'Otters told once');
      for (const each of [id, other]) {
        await host.summaries.jobs.make(each, new AbortController().signal);
      }
      const [broad] = await host.store.summaries.ofConversation(other, { level: 2 });
      await trimOnly(host.store, broad?.uuid ?? '');
      const first = (items: unknown) => [(items as unknown[])[0]];
      const keep = (...[, , ...buttons]: unknown[]) => buttons.find(button => /^Keep/.test(String(button)));
      await withPerson({ showQuickPick: first, showWarningMessage: keep }, async shown => {
        await vscode.commands.executeCommand(commands.trim);
        const detail = Reflect.get(Object(shown.at(-1)?.args[1]), 'detail');
        assert.match(
          detail,
          /^\d+ of them have no broader summary above: what was said there is then only in the turns\./,
        );
      });
      assert.deepEqual(await places(host, id), [[2, 0, 3]]);
      assert.deepEqual(await places(host, other), all.slice(0, 2));
      await host.store.conversations.delete(other);
    });
  });

  test('with days set for a level, its old summaries go by themselves', async () => {
    await withOtters('Otters that fade', async (host, id) => {
      await host.summaries.jobs.make(id, new AbortController().signal);
      const queued = async () => (await host.work.jobs.list()).find(({ kind }) => kind === 'trim');
      const bringForward = (key: string) => host.work.jobs.enqueue({ kind: 'trim', key, payload: null, run_after: 0 });
      let key = '';
      await withSettings({ [settings.summariesKeepDays]: { 1: 30 } }, async () => {
        key = (await until(queued, 'the daily work')).key;
        await bringForward(key);
        await until(async () => (await places(host, id)).length === 1, 'the L1s to go');
        assert.deepEqual(await places(host, id), [[2, 0, 3]]);
        await until(async () => (await queued())?.state === 'waiting', 'it to wait for tomorrow');
      });
      await bringForward(key);
      await until(async () => (await queued()) === undefined, 'it to end with the setting');
    });
  });

  test('provisional summaries are redone on request', async () => {
    await withOtters('Otters to redo', async (host, id) => {
      await host.store.summaries.add(makeStoredSummary({ conversation_id: id, end_turn: 1, provisional: true }));
      await withPerson({}, async shown => {
        await vscode.commands.executeCommand(commands.redoProvisional);
        assert.equal(shown[0]?.text, 'Provisional summaries in 1 conversation are being redone.');
        await until(
          async () => (await host.store.summaries.ofConversation(id))[0]?.provisional === false,
          'it to be redone',
        );
        await until(async () => (await jobsOf(host, id)).length === 0, 'the work to be done');
        await vscode.commands.executeCommand(commands.redoProvisional);
        assert.equal(shown[1]?.text, 'There are no provisional summaries here.');
      });
    });
  });

  test('work that failed for good is listed with its reason, and tried again', async () => {
    await withOtters('Otters that failed', async (host, id) => {
      // Far ahead, so that only this test can claim it.
      const run_after = Date.now() + DAY_MS;
      const { uuid } = await host.work.jobs.enqueue({ kind: 'summarize', key: id, payload: null, run_after });
      const claim = { of: [{ kind: 'summarize' }], owner: 'test', now: run_after, lease_ms: DAY_MS };
      assert.equal((await host.work.jobs.claim(claim)).job?.uuid, uuid);
      await host.work.jobs.finish(uuid, 'test', { is: 'failed', error: 'The pond was frozen.', run_after: undefined });
      let listed: vscode.QuickPickItem[] = [];
      const showQuickPick = (items: unknown) => {
        listed = items as vscode.QuickPickItem[];
        return items;
      };
      await withPerson({ showQuickPick }, async () => {
        await vscode.commands.executeCommand(commands.showJobs);
        assert.deepEqual(
          listed.filter(({ picked }) => picked).map(({ label, detail }) => [label, detail]),
          [['$(warning) Otters that failed', 'The pond was frozen.']],
        );
        await until(async () => (await host.store.summaries.ofConversation(id)).length === all.length, 'its summaries');
        await until(async () => (await jobsOf(host, id)).length === 0, 'the work to be done');
        await host.work.jobs.enqueue({ kind: 'redo', key: id, payload: null, run_after: Date.now() + DAY_MS });
        await vscode.commands.executeCommand(commands.showJobs);
        const waiting = listed.find(({ label }) => label === '$(clock) Otters that failed');
        assert.match(waiting?.detail ?? '', /^Waits until tomorrow at \d\d:\d\d, when the model is asked again\.$/);
      });
    });
  });

  test('Summarise Now, cancelled before the first summary, says nothing', async () => {
    await withOtters('Otters cancelled', async (host, id) => {
      await withCancelled(() =>
        withPerson({}, async shown => {
          await vscode.commands.executeCommand(commands.summarizeNow, id);
          assert.deepEqual(shown, []);
        }),
      );
      assert.deepEqual(await places(host, id), []);
      await withPerson({}, async shown => {
        await vscode.commands.executeCommand(commands.summarizeNow, id);
        await vscode.commands.executeCommand(commands.summarizeNow, id);
        assert.deepEqual(
          shown.map(({ text }) => text),
          ['Made 3 summaries.', 'All turns of this conversation are in a summary already.'],
        );
      });
    });
  });
});

/** The person cancels whatever shows progress, at once. */
async function withCancelled(body: () => Promise<void>): Promise<void> {
  const own = vscode.window.withProgress;
  const cancelled = new vscode.CancellationTokenSource();
  cancelled.cancel();
  const stand = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    Promise.resolve(task({ report: () => {} }, cancelled.token));
  if (!Reflect.set(vscode.window, 'withProgress', stand)) {
    throw new Error('withProgress cannot be replaced here');
  }
  try {
    await body();
  } finally {
    Reflect.set(vscode.window, 'withProgress', own);
    cancelled.dispose();
  }
}
