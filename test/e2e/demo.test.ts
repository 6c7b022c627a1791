import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { type DemoWorkbench, openDemo } from '../support/demoWorkbench.ts';
import { updateImage } from '../support/readmeImages.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

const POLICY = 'The retry policy, thought through';
const DECISION = "We decided that parcel's retries use exponential back-off with full jitter";
const DAY = /(today|yesterday) \d\d:\d\d|\w{3} \d{1,2} \w{3}/;

suite('the demo memory, dark', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  before(async () => {
    demo = await openDemo({ theme: 'Default Dark Modern' });
    workbench = demo.workbench;
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo?.close());

  test('the tree shows the conversations by date, the newest first', async () => {
    await workbench.openView('Memory');
    const tree = workbench.tree('Layers');
    await tree.row('Before the first release').waitFor();
    assert.match(await tree.text(), /^Yesterday 1\n {2}Before the first release: [^\n]* \d\d:\d\d\n/);
    const periods = (await tree.text()).split('\n').filter(line => !line.startsWith(' '));
    assert.ok(periods.length >= 6, `only ${periods.join(', ')}`);
  });

  test('@memory answers from the demo memory, offline, with date, conversation and file', async () => {
    await workbench.widenChat(220);
    const answer = await workbench.chat('@memory what did we decide about retries?');
    assert.match(answer, /From memory alone, without a language model/);
    const first = answer.slice(answer.indexOf(POLICY));
    assert.ok(first.includes(DECISION), answer);
    assert.match(first.split('\n')[0] ?? '', DAY);
    await workbench.chatView.response.locator('.chat-inline-anchor-widget', { hasText: 'retry.ts' }).first().waitFor();
    await workbench.chatView.link('Why this answer').waitFor();
    await workbench.tree('Layers').row('Today').waitFor();
    await workbench.screenshot('answer-dark');
  });

  // Before the transcripts: the very first preview of a window may scroll before its styles are loaded, and miss.
  test('what is recorded, and where, is on one page', async () => {
    await workbench.runCommand('Memory: What Is Recorded');
    await workbench.preview().getByText('recording is on').waitFor();
    const page = await workbench.previewText();
    assert.ok(page.includes(demo.database), page);
    assert.match(page, /Nothing by Strata itself: no key is set/);
    await workbench.screenshot('what-is-recorded-dark');
  });

  test('the answer leads to the turn that it quotes', async () => {
    await workbench.chatView.link(POLICY).click();
    await workbench.editorTab(POLICY).waitFor();
    await workbench.previewShows(page => page.getByText(DECISION));
    // Off the chat, which shows more of itself under the pointer.
    await workbench.page.mouse.move(640, 5);
    updateImage('answer', await workbench.screenshot('answer-and-transcript-dark'));
  });

  test('the file in the answer opens', async () => {
    await workbench.chatView.response.locator('.chat-inline-anchor-widget', { hasText: 'retry.ts' }).first().click();
    await workbench.editorTab('retry.ts').waitFor();
  });

  test('a conversation expands to its turns, a turn to its tools and files', async () => {
    const tree = workbench.tree('Layers');
    await tree.expand('Before the first release');
    await tree.row('1  We want to hand parcel').waitFor();
    await tree.expand('2  Please check.');
    await tree.row('src/upload.ts').waitFor();
    assert.match(await tree.text(), /\n {4}2 {2}Please check\. 2 tools\n {6}searchCode .* ✓ \d+ ms\n/);
    await workbench.screenshot('tree-dark');
  });

  test('a click on a turn opens the transcript at that turn', async () => {
    const tree = workbench.tree('Layers');
    await tree.click('4  OK, leave it.');
    await workbench.editorTab('Before the first release').waitFor();
    await workbench.previewShows(page => page.getByRole('heading', { name: 'Turn 4', exact: true }));
    await workbench.screenshot('transcript-dark');
  });

  test('a click on a tool shows its arguments and result, a click on a file opens it', async () => {
    const tree = workbench.tree('Layers');
    await tree.click('searchCode');
    await workbench.editorTab('searchCode').waitFor();
    await workbench.preview().getByText('FileChangedError').first().waitFor();
    await workbench.screenshot('tool-dark');
    await tree.click(/^\s*src\/upload\.ts$/);
    await workbench.editorTab('upload.ts').waitFor();
  });

  test('search finds while one types and marks the words', async () => {
    const { quickPick } = workbench;
    await workbench.runCommand('Memory: Search Past Sessions');
    await quickPick.waitUntilOpen('Search memory');
    await quickPick.item(POLICY).waitFor();
    await workbench.page.keyboard.type('circuit brea', { delay: 20 });
    await quickPick.item(/‹circuit› ‹breaker›/i).waitFor();
    const [first = ''] = await quickPick.items();
    assert.match(first, DAY);
    assert.match(first, /parcel · @memory/);
    await workbench.screenshot('search-dark');
  });

  test('Enter opens the transcript at the hit', async () => {
    const { quickPick } = workbench;
    const turn = /^(\d+) /.exec((await quickPick.items())[0] ?? '')?.[1];
    assert.ok(turn !== undefined);
    await quickPick.accept();
    await quickPick.waitUntilClosed();
    await workbench.editorTab(POLICY).waitFor();
    await workbench.previewShows(page => page.getByRole('heading', { name: `Turn ${turn}`, exact: true }));
    await workbench.screenshot('search-hit-dark');
  });

  test('a search that finds nothing says what was searched', async () => {
    await workbench.runCommand('Memory: Search Past Sessions');
    await workbench.quickPick.waitUntilOpen('Search memory');
    await workbench.quickPick.item(POLICY).waitFor();
    await workbench.quickPick.type('xylophone');
    await workbench.quickPick.item('Nothing in this workspace matches “xylophone”').waitFor();
    await workbench.screenshot('search-nothing-dark');
    await workbench.quickPick.item('Search all workspaces').and(workbench.page.locator('.focused')).waitFor();
    await workbench.quickPick.accept();
    await workbench.quickPick.item('Nothing in all workspaces matches “xylophone”').waitFor();
    await workbench.quickPick.cancel();
  });

  test('Escape closes the search, however soon it comes', async () => {
    await workbench.runCommand('Memory: Search Past Sessions');
    await workbench.quickPick.waitUntilOpen('Search memory');
    await workbench.quickPick.cancel();
  });

  test('the walkthrough opens with its five steps', async () => {
    // Its pictures are shown only where there is room for them.
    for (const [keys, part] of [
      ['ControlOrMeta+Alt+B', 'auxiliarybar'],
      ['ControlOrMeta+B', 'sidebar'],
    ] as const) {
      await workbench.page.keyboard.press(keys);
      await workbench.page.locator(`.part.${part}`).waitFor({ state: 'hidden' });
    }
    await workbench.runCommand('Memory: Get Started');
    const page = workbench.page.locator('.gettingStartedContainer');
    await page.getByText('Get started with Memory').first().waitFor();
    for (const step of ['Ask something', 'See the layers', 'Search the past']) {
      await page.getByText(step, { exact: true }).waitFor();
    }
    const picture = page.frameLocator('.getting-started-media iframe.webview.ready').frameLocator('#active-frame');
    await picture.locator('svg').waitFor();
    await workbench.screenshot('walkthrough-dark');
    await page.getByText('Open a file from a summary', { exact: true }).click();
    await picture.getByText('Uploads retry with jitter').waitFor();
    await workbench.screenshot('walkthrough-file-dark');
  });

  test('the settings are found under their name', async () => {
    await workbench.chooseFromMenu('Settings');
    const settings = workbench.page.locator('.settings-editor');
    await settings.getByText('Record what is said with').waitFor();
    await settings.locator('.settings-toc-container').getByText('Recall').waitFor();
    await workbench.screenshot('settings-dark');
  });
});
