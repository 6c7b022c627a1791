import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { type DemoWorkbench, openDemo } from '../support/demoWorkbench.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

const POLICY = 'The retry policy, thought through';

suite('files and symbols, dark', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  before(async () => {
    demo = await openDemo({ theme: 'Default Dark Modern', settings: { 'strata.codeLens': true } });
    workbench = demo.workbench;
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo?.close());

  test('the view Files lists what was talked about most, and below each its conversations', async () => {
    await workbench.openView('Memory');
    await workbench.tree('Layers').row('Before the first release').waitFor();
    const files = workbench.tree('Files');
    await files.pane.locator('.pane-header').click();
    await files.row('retry.ts').waitFor();
    assert.match(await files.text(), /retry\.ts src · \d+ turns/);
    await files.expand(/^\s*retry\.ts/);
    await files.row(POLICY).waitFor();
    await workbench.screenshot('files-view-dark');
  });

  test('a conversation of a file opens its transcript, where every file that is named is a link', async () => {
    await workbench.tree('Files').click(POLICY);
    await workbench.editorTab(POLICY).waitFor();
    const link = workbench.preview().getByRole('link', { name: 'src/retry.ts' }).first();
    await link.waitFor();
    await workbench.screenshot('transcript-links-dark');
    await link.click();
    await workbench.editorTab('retry.ts').waitFor();
  });

  test('above a function stands in how many conversations it was discussed; the command lists them', async () => {
    await workbench.page
      .locator('.codelens-decoration', { hasText: /discussed in \d+ conversation/ })
      .first()
      .waitFor();
    const talk = workbench.quickPick.item(/^\S*\s*\d+ {2}/);
    await workbench.runCommandTo(talk, 'Memory: Conversations About This File');
    await workbench.screenshot('about-this-file-dark');
    await workbench.page.keyboard.press('Escape');
  });

  test('a click on a summary opens its file at the function, or asks which one and says why', async () => {
    const tree = workbench.tree('Layers');
    await tree.expand('Aug');
    await tree.expand(POLICY);
    await tree.click('The idempotency key is rejected');
    await workbench.quickPick.item(/src\/retry\.ts/).waitFor();
    const items = await workbench.quickPick.items();
    assert.match(items[0] ?? '', /Show the summary/);
    const paths = items.flatMap(item => /\S+\.(?:ts|md|json)/.exec(item)?.[0] ?? []);
    assert.equal(new Set(paths).size, paths.length, `each file once: ${paths.join(', ')}`);
    await workbench.screenshot('summary-pick-dark');
    await workbench.quickPick.accept(/src\/retry\.ts/);
    await workbench.editorTab('retry.ts').waitFor();
    await workbench.screenshot('summary-file-dark');
  });
});
