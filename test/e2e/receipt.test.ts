import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { type DemoWorkbench, openDemo } from '../support/demoWorkbench.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

const QUESTION = 'what did we decide about retries?';
const POLICY = 'The retry policy, thought through';

suite('why an answer is as it is, dark', () => {
  let demo: DemoWorkbench;
  let workbench: Workbench;
  before(async () => {
    demo = await openDemo({ theme: 'Default Dark Modern' });
    workbench = demo.workbench;
  });
  afterEach(t => workbench.screenshotIfFailed(t));
  after(() => demo?.close());

  test('an answer ends with its line of links and with questions to go on', async () => {
    await workbench.runCommand('Chat: Open Chat');
    await workbench.widenChat(260);
    await workbench.chat(`@memory ${QUESTION}`);
    const { chatView } = workbench;
    await chatView.link('Why this answer').waitFor();
    await chatView.link('Open files').waitFor();
    await chatView.followups.first().waitFor();
    assert.ok((await chatView.followups.count()) <= 3);
    await workbench.screenshot('answer-buttons-dark');
  });

  test('the title in an answer opens the transcript at that turn', async () => {
    await workbench.chatView.link(POLICY).click();
    await workbench.editorTab(POLICY).waitFor();
  });

  test('the link under an answer opens the receipt, whose links work', async () => {
    await workbench.chatView.link('Why this answer').click();
    await workbench.editorTab('Why this answer').waitFor();
    await workbench.previewShows(page => page.getByRole('heading', { name: 'Why this answer' }));
    await workbench.preview().getByText(QUESTION).waitFor();
    // Off the side bar, so that the whole table is in sight.
    await workbench.page.keyboard.press('ControlOrMeta+B');
    await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await workbench.screenshot('receipt-dark');
    await workbench.preview().getByRole('link', { name: 'always use' }).first().click();
    await workbench.notification('is given with every question from now on').waitFor();
    await workbench.preview().getByRole('link', { name: 'no longer always use' }).first().waitFor();
  });

  test('/why shows the same in chat, and leaves out and asks again', async () => {
    const why = await workbench.chat('@memory /why ');
    assert.match(why, /leave out and ask again/);
    await workbench.screenshot('why-dark');
    const { chatView } = workbench;
    await chatView.link('leave out and ask again').click();
    await chatView.link('Why this answer').waitFor();
    await chatView.link('Why this answer').click();
    await workbench.preview().getByText('left out by you').waitFor();
    await workbench.screenshot('left-out-dark');
  });
});
