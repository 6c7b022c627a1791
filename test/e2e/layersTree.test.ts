import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { demoWorkspaceId } from '../../demo/seed.ts';
import { OfflineSummarizer } from '../../src/llm/offline/offlineSummarizer.ts';
import { Layers, type SummaryMaker } from '../../src/memory/summaries/layers.ts';
import { createSqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../../src/store/store.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { type DemoWorkbench, databaseIn, openDemo } from '../support/demoWorkbench.ts';
import { eventually } from '../support/eventually.ts';
import { workerPath } from '../support/temporaryStore.ts';
import type { TreeView } from '../support/vscode/treeView.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

const POLICY = 'The retry policy, thought through';
/** Rows and tabs are matched by their text with single spaces. */
const FIRST = 'L1 Could a writer change the file';
const never = new AbortController().signal;
/** Small, so that the demo has all levels. The window itself makes none. */
const small = () => ({ everyChars: 100_000, everyTurns: 3, everyTokens: 0, maxLevel: 3 });
const settings = { 'strata.summaries.enabled': false };

const offline: SummaryMaker = {
  async summarize(material, signal) {
    const condensed = await new OfflineSummarizer().summarize(material, signal);
    return { condensed, made_by: 'offline', prompt_version: 'offline-3', provisional: false };
  },
};

/** The demo's memory from outside, as another window has it open. */
async function withMemory<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = createSqliteStore({ file, workerPath, logger: silentLogger });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function cutLayers(store: Store): Promise<void> {
  const all = [1, 2, 3].map(level => ({ level, before: Number.MAX_SAFE_INTEGER }));
  await store.summaries.trim('all', all, false);
}

async function growLayers(store: Store): Promise<void> {
  const layers = new Layers({ store, maker: offline, settings: small });
  for (const { uuid } of await store.conversations.list({ reach: 'all', limit: 100 })) {
    await layers.make(uuid, never, { staged: true });
    if (!(await store.summaries.publish(uuid))) {
      await layers.make(uuid, never, { staged: true, force: true });
      await store.summaries.publish(uuid);
    }
  }
  const [first, second] = await store.summaries.list({ reach: 'all', level: 1, limit: 2 });
  assert.ok(first && second);
  await store.rules.set({ summary_id: first.summary.uuid }, 'pin');
  await store.summaries.rewrite(second.summary.uuid, { ...second.summary, provisional: true });
}

async function untilLinked({ mentions }: Store): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(await mentions.waiting(demoWorkspaceId, 1), { turns: [], summaries: [] });
  }, 60_000);
}

suite('layers of summaries, dark', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  let tree: TreeView;
  before(async () => {
    const prepare = (userDataDir: string) => withMemory(databaseIn(userDataDir), cutLayers);
    demo = await openDemo({ theme: 'Default Dark Modern', settings, prepare });
    workbench = demo.workbench;
    tree = workbench.tree('Layers');
    await workbench.openView('Memory');
    await workbench.widenSideBar(170);
    await tree.row('Before the first release').waitFor();
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo?.close());

  test('without summaries, the levels say how they come', async () => {
    await tree.titleAction('Arrange by Level');
    await tree.welcome.getByText('No summaries yet.').waitFor();
    await workbench.screenshot('layers-none-dark');
    await tree.titleAction('Arrange by Conversation');
    await tree.row('Before the first release').waitFor();
  });

  test('summaries that another window makes appear by themselves', async () => {
    await tree.expand('Before the first release');
    await tree.row('1  We want to hand parcel').waitFor();
    await withMemory(demo.database, growLayers);
    await tree.row(/^L1\s+Could a writer/).waitFor();
    const text = await tree.text();
    assert.match(text, /\n {4}L1 {2}Could a writer change the file and set the… 1–3 · .*yesterday\n/);
    assert.doesNotMatch(text, /\n {4}1 {2}We want/, 'its turns are under the summary now');
    await withMemory(demo.database, untilLinked);
  });

  test('a conversation opens into summaries, they into theirs, down to the turns', async () => {
    await tree.expand(FIRST);
    await tree.row('1  We want to hand parcel').waitFor();
    assert.match(await tree.text(), /\n {4}L1 {2}.*\n {6}1 {2}We want to hand parcel/);
    await workbench.screenshot('layers-by-conversation-dark');
  });

  test('the transcript opens at the turns of a summary, with bars', async () => {
    await tree.inlineAction(FIRST, 'Open Transcript');
    await workbench.editorTab('Before the first release').waitFor();
    await workbench.previewShows(page => page.getByText(/▛ L1 · turns 1–3/));
    await workbench.screenshot('layers-transcript-dark');
  });

  test('sentence by sentence, each leads to its turn', async () => {
    await tree.contextMenuTo(workbench.editorTab(FIRST), FIRST, 'Show Sentence by Sentence');
    await workbench.editorTab(FIRST).waitFor();
    await workbench.previewShows(page => page.getByRole('heading', { name: 'What was said' }));
    await workbench.screenshot('layers-evidence-dark');
    await workbench.preview().getByRole('link', { name: '2', exact: true }).first().click();
    await workbench.previewShows(page => page.getByRole('heading', { name: 'Turn 2', exact: true }));
  });

  test('by level: the broadest first, pinned and provisional ones marked', async () => {
    await tree.titleAction('Arrange by Level');
    await tree.row('L1 · short term').waitFor();
    await tree.expand('L1 · short term');
    await tree.rows.locator('.codicon-pin').first().waitFor();
    await tree.rows.locator('.codicon-circle-outline').first().waitFor();
    const levels = (await tree.text()).split('\n').filter(line => !line.startsWith(' '));
    assert.deepEqual(
      levels.map(line => line.replace(/\d+$/, 'n')),
      ['L3 · whole story n', 'L2 · long term n', 'L1 · short term n'],
    );
    await workbench.screenshot('layers-by-level-dark');
  });

  test('the arrangement survives a reload, and a summary is shown in its conversation', async () => {
    await workbench.reload();
    await workbench.openView('Memory');
    // While files are being linked the tree is drawn again, and a menu would lose its item.
    await withMemory(demo.database, untilLinked);
    const summary = tree.rows.and(workbench.page.locator('[aria-level="2"]')).first();
    await summary.waitFor();
    const label = /^.{10}/.exec((await summary.innerText()).trim())?.[0] ?? '';
    const period = tree.row('Yesterday').or(tree.row('Last 7 days'));
    await tree.contextMenuTo(period, label, 'Show in Its Conversation');
    await tree.rows
      .and(workbench.page.locator('.selected'))
      .filter({ hasText: `L3 ${label}` })
      .waitFor();
    await workbench.screenshot('layers-revealed-dark');
  });

  test('unpinning takes the mark away', async () => {
    await tree.titleAction('Arrange by Level');
    await tree.expand('L1 · short term');
    const pinned = tree.rows.filter({ has: workbench.page.locator('.codicon-pin') }).first();
    await pinned.waitFor();
    const label = /^.{10}/.exec((await pinned.innerText()).trim())?.[0] ?? '';
    await tree.contextMenu(label, 'Unpin');
    await tree.rows.locator('.codicon-pin').waitFor({ state: 'detached' });
  });
});

suite('layers of summaries, light', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  before(async () => {
    demo = await openDemo({ theme: 'Default Light Modern', settings });
    workbench = demo.workbench;
    await withMemory(demo.database, growLayers);
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo?.close());

  test('both arrangements are readable', async () => {
    const tree = workbench.tree('Layers');
    await workbench.openView('Memory');
    await workbench.widenSideBar(170);
    await tree.expand('Before the first release');
    await tree.expand(FIRST);
    await tree.row('1  We want to hand parcel').waitFor();
    await tree.row(FIRST).hover();
    await workbench.page.locator('.monaco-hover').getByText('Sentence by sentence').waitFor();
    await workbench.screenshot('layers-by-conversation-light');
    await tree.titleAction('Arrange by Level');
    await tree.expand('L1 · short term');
    await tree.rows.locator('.codicon-pin').first().waitFor();
    await workbench.screenshot('layers-by-level-light');
  });

  test('the transcript shows the bars of a conversation with two levels', async () => {
    const tree = workbench.tree('Layers');
    await tree.titleAction('Arrange by Conversation');
    await workbench.runCommandTo(workbench.quickPick.asking('Which conversation?'), 'Memory: Open Transcript…');
    await workbench.quickPick.type(POLICY);
    await workbench.quickPick.accept(POLICY);
    await workbench.previewShows(page => page.getByText(/▛ L2 · turns/));
    await workbench.screenshot('layers-transcript-light');
  });
});
