import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloneAndStart } from '../support/newcomer.ts';
import { Workbench } from '../support/vscode/workbench.ts';

test('a newcomer clones, types npm start, opens the printed address and asks the demo memory', async () => {
  const newcomer = await cloneAndStart();
  try {
    const workbench = await Workbench.connect(newcomer.url);
    try {
      const answer = await workbench.chat('@memory what did we decide about retries?');
      assert.match(answer, /exponential back-off with full jitter/);
      assert.match(answer, /The retry policy, thought through/);
      await workbench.screenshot('npm-start');
    } catch (error) {
      await workbench.screenshot('failed npm start');
      throw error;
    } finally {
      await workbench.close();
    }
  } finally {
    await newcomer.leave();
  }
  await assert.rejects(fetch(newcomer.url), 'npm start left its server behind');
});
