import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, suite, test } from 'node:test';
import { type DemoWorkbench, openDemo } from '../support/demoWorkbench.ts';
import { eventually } from '../support/eventually.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

suite('a fresh, signed-out profile', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  before(async () => {
    demo = await openDemo({ memory: false, theme: 'Default Light Modern' });
    workbench = demo.workbench;
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo.close());

  test('the empty view says what to do', async () => {
    await workbench.openView('Memory');
    const welcome = workbench.tree('Layers').welcome;
    await welcome.getByText('Nothing is recorded yet.').waitFor();
    await welcome.getByRole('button', { name: 'Ask @memory' }).waitFor();
    await workbench.screenshot('layers-empty-light');
  });

  test('the first message to @memory is answered, honestly, without key or account', async () => {
    const answer = await workbench.chat('@memory what did we decide about zebras?');
    assert.match(answer, /From memory alone, without a language model/);
    assert.match(answer, /There is nothing in memory about “decide”, “zebras”/);
  });

  test('what was only looked up is folded into one row of the tree', async () => {
    const tree = workbench.tree('Layers');
    await tree.expand('1 lookup');
    await tree.row('what did we decide about zebras?').waitFor();
    const folded = /^Today\n {2}1 lookup\n {4}what did we decide about zebras\? \d/;
    await eventually(async () => assert.match(await tree.text(), folded));
  });

  test('what is told to @memory is kept, and is in the tree by itself', async () => {
    const answer = await workbench.chat('@memory the zebras graze on the west meadow');
    assert.match(answer, /Noted:\s+the zebras graze on the west meadow/);
    const tree = workbench.tree('Layers');
    await tree.expand('the zebras graze on the west meadow');
    await tree.row('2  the zebras graze on the west meadow').waitFor();
    const shown = /^Today 1\n[^\n]+\n {4}2 {2}the zebras graze on the west meadow\n {4}1 lookup\s*$/;
    await eventually(async () => assert.match(await tree.text(), shown));
    await workbench.screenshot('noted-light');
  });

  test('after a reload the chat and the memory are still there', async () => {
    await workbench.reload();
    await workbench.openView('Memory');
    const tree = workbench.tree('Layers');
    await tree.expand('the zebras graze on the west meadow');
    assert.match(await workbench.chat('@memory and the giraffes?'), /There is nothing in memory about “giraffes”/);
    await tree.row('2 lookups').waitFor();
  });

  test('while paused @memory answers and records nothing', async () => {
    await workbench.statusBar('Memory').click();
    await workbench.quickPick.accept('Pause recording');
    const tree = workbench.tree('Layers');
    await tree.pane.getByText('Recording is paused.').waitFor();
    assert.match(await workbench.chat('@memory the giraffes stay inside'), /Recording is paused, so this is not kept/);
    await workbench.screenshot('paused-light');
    await workbench.statusBar('Memory').click();
    await workbench.quickPick.accept('Resume recording');
    await tree.pane.getByText('Recording is paused.').waitFor({ state: 'hidden' });
    await workbench.chat('@memory the llamas stay outside');
    await tree.row('4  the llamas stay outside').waitFor();
    assert.doesNotMatch(await tree.text(), /giraffes stay/);
  });

  // After the reload: VS Code brings back the chat that it had written last, which may be an earlier one.
  test('what was told is the answer in a new chat, in other words', async () => {
    await workbench.page.locator('.part.auxiliarybar .composite.title [aria-label^="New Chat"]').first().click();
    const answer = await workbench.chat('@memory where can I see the zebras?');
    assert.match(answer, /you said\s+the zebras graze on the west meadow/);
    await workbench.tree('Layers').row('1 lookup').waitFor();
  });

  test('a renamed conversation keeps its new name', async () => {
    const tree = workbench.tree('Layers');
    await tree.contextMenuTo(workbench.quickPick.input, 'the zebras graze on the west meadow', 'Rename');
    await workbench.quickPick.type('Animals');
    await workbench.page.keyboard.press('Enter');
    await tree.row('Animals').waitFor();
  });

  test('an archived conversation moves to the archive and back', async () => {
    const tree = workbench.tree('Layers');
    await tree.contextMenuTo(tree.row('Archived'), 'Animals', 'Archive');
    await tree.expand('Archived');
    await tree.contextMenuTo(tree.row(/Today\s*1/), 'Animals', 'Take out of the Archive');
    // What is clicked next must not move under the pointer.
    await eventually(async () => assert.match(await tree.text(), /^Today 1\n {2}Animals [^\n]*\n {2}1 lookup\s*$/));
  });

  test('delete asks first, and then deletes', async () => {
    const tree = workbench.tree('Layers');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await tree.contextMenuTo(dialog, 'Animals', 'Delete');
    assert.match(await workbench.dialog('Cancel'), /Delete “Animals”\?/);
    await tree.row('Animals').waitFor();
    await tree.contextMenuTo(dialog, 'Animals', 'Delete');
    await workbench.dialog('Delete');
    await tree.row('Animals').waitFor({ state: 'hidden' });
  });

  test('no notification was shown for any of this', async () => {
    assert.ok(existsSync(demo.database));
    await eventually(async () => assert.deepEqual(await workbench.notifications(), []));
  });
});
