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

  test('the conversation appears in the tree by itself', async () => {
    const tree = workbench.tree('Layers');
    await tree.row('what did we decide about zebras?').waitFor();
    await tree.expand('what did we decide about zebras?');
    await tree.row('1  what did we decide about zebras?').waitFor();
  });

  test('a second question goes to the same conversation', async () => {
    await workbench.chat('@memory and about giraffes?');
    await workbench.tree('Layers').row('2  and about giraffes?').waitFor();
    assert.match(await workbench.tree('Layers').text(), /^Today 1\n/);
  });

  test('after a reload the chat and the memory are still there', async () => {
    await workbench.reload();
    await workbench.openView('Memory');
    const tree = workbench.tree('Layers');
    await tree.row('what did we decide about zebras?').waitFor();
    const answer = await workbench.chat('@memory what about giraffes now?');
    assert.match(answer, /nothing in memory|From memory alone/);
    await tree.expand('what did we decide about zebras?');
    await tree.row('3  what about giraffes now?').waitFor();
  });

  test('while paused @memory answers and records nothing', async () => {
    await workbench.statusBar('Memory').click();
    await workbench.quickPick.accept('Pause recording');
    const tree = workbench.tree('Layers');
    await tree.pane.getByText('Recording is paused.').waitFor();
    assert.match(await workbench.chat('@memory is this kept?'), /From memory alone/);
    await workbench.screenshot('paused-light');
    await workbench.statusBar('Memory').click();
    await workbench.quickPick.accept('Resume recording');
    await tree.pane.getByText('Recording is paused.').waitFor({ state: 'hidden' });
    await workbench.chat('@memory and this one?');
    await tree.row('4  and this one?').waitFor();
    assert.doesNotMatch(await tree.text(), /is this kept/);
  });

  test('a renamed conversation keeps its new name', async () => {
    const tree = workbench.tree('Layers');
    await tree.contextMenuTo(workbench.quickPick.input, 'what did we decide about zebras?', 'Rename');
    await workbench.quickPick.type('Animals');
    await workbench.page.keyboard.press('Enter');
    await tree.row('Animals').waitFor();
  });

  test('an archived conversation moves to the archive and back', async () => {
    const tree = workbench.tree('Layers');
    await tree.contextMenuTo(tree.row('Archived'), 'Animals', 'Archive');
    await tree.expand('Archived');
    await tree.contextMenuTo(tree.row('Today'), 'Animals', 'Take out of the Archive');
    await tree.row('Today').waitFor();
    await tree.row('Animals').waitFor();
  });

  test('delete asks first, and then deletes', async () => {
    const tree = workbench.tree('Layers');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await tree.contextMenuTo(dialog, 'Animals', 'Delete');
    assert.match(await workbench.dialog('Cancel'), /Delete “Animals”\?/);
    await tree.row('Animals').waitFor();
    await tree.contextMenuTo(dialog, 'Animals', 'Delete');
    await workbench.dialog('Delete');
    await tree.welcome.getByText('Nothing is recorded yet.').waitFor();
  });

  test('no notification was shown for any of this', async () => {
    assert.ok(existsSync(demo.database));
    await eventually(async () => assert.deepEqual(await workbench.notifications(), []));
  });
});
