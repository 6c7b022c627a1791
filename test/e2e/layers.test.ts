import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { demoWorkspaceId } from '../../demo/seed.ts';
import type { Summary } from '../../src/model/summary/summary.ts';
import { createSqliteStore, type SqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { makeConversation, makeTurn } from '../support/builders.ts';
import { type DemoWorkbench, databaseIn, openDemo } from '../support/demoWorkbench.ts';
import { eventually } from '../support/eventually.ts';
import { appendTurns, ensureConversation } from '../support/storing.ts';
import { workerPath } from '../support/temporaryStore.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

const TURNS = 600;
const EVERY = 2;

/** A conversation of a moment ago whose window died before anything was condensed. */
async function leaveBehind(userDataDir: string): Promise<string> {
  const store = createSqliteStore({ file: databaseIn(userDataDir), workerPath, logger: silentLogger });
  const now = new Date(Date.now() - 60_000).toISOString();
  const draft = makeConversation({ title: 'A long talk', workspace_id: demoWorkspaceId, workspace_name: 'parcel' });
  const { uuid } = await ensureConversation(store, draft);
  const turns = Array.from({ length: TURNS }, (_, i) =>
    makeTurn(`What is rule ${i} of the protocol?`, `Rule ${i} says that part ${i} is sent ${i % 5} times.`, now),
  );
  await appendTurns(store, uuid, turns);
  await store.close();
  return uuid;
}

suite('layers that grow', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  let store: SqliteStore;
  let long = '';
  before(async () => {
    demo = await openDemo({
      memory: false,
      theme: 'Default Dark Modern',
      settings: { 'strata.summaries.everyTurns': EVERY },
      prepare: async userDataDir => {
        long = await leaveBehind(userDataDir);
      },
    });
    workbench = demo.workbench;
    store = createSqliteStore({ file: demo.database, workerPath, logger: silentLogger });
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(async () => {
    await store?.close();
    await demo?.close();
  });

  test('a window reloaded in the middle of summarising loses nothing and doubles nothing', async () => {
    await workbench.openView('Memory');
    const count = async () => (await store.summaries.ofConversation(long)).length;
    await eventually(async () => assert.ok((await count()) > 0));
    const whenReloaded = await count();
    await workbench.reload();
    const expected = TURNS / EVERY + TURNS / EVERY ** 2 + TURNS / EVERY ** 3;
    assert.ok(whenReloaded < expected, `it was in the middle: ${whenReloaded} of ${expected}`);
    await eventually(async () => assert.equal(await count(), expected), 120_000);
    const made = await store.summaries.ofConversation(long);
    for (const level of [1, 2, 3]) {
      assertContiguous(made.filter(summary => summary.level === level));
    }
    await eventually(async () => assert.deepEqual(await store.work.jobs.list(), []));
  });

  test('the tree shows a summary as soon as it is made', async () => {
    await workbench.openView('Memory');
    const tree = workbench.tree('Layers');
    await workbench.chat('@memory the otters sleep in the boat house');
    await tree.expand('the otters sleep in the boat house');
    await workbench.chat('@memory and they eat at nine');
    await tree.row(/1–2/).waitFor();
    await workbench.screenshot('layers-live-dark');
    assert.deepEqual(await workbench.notifications(), []);
  });
});

function assertContiguous(summaries: readonly Summary[]): void {
  let next = 0;
  for (const { start_turn, end_turn } of summaries) {
    assert.equal(start_turn, next);
    next = end_turn + 1;
  }
  assert.equal(next, TURNS);
}
