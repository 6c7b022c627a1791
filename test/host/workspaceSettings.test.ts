import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/vscode/ids.ts';
import { ask, findTurn, newChat, recorded, say, sayAndWait } from './chat.ts';
import { suite, test } from './suite.ts';
import { activateHost, setSetting, until, withSettings, workspaceFolder } from './support.ts';

const current = (id: string) => vscode.workspace.getConfiguration().get(id);

/** A repository brings these settings along for as long as the body runs. */
async function withRepositorySettings(values: Record<string, unknown>, body: () => Promise<void>): Promise<void> {
  const file = vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'settings.json');
  const before = await vscode.workspace.fs.readFile(file).then(
    bytes => bytes,
    () => undefined,
  );
  // A setting that a workspace may change tells when the file has been read.
  const seen = settings.recallMaxSummaries;
  try {
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify({ ...values, [seen]: 13 })));
    await until(() => current(seen) === 13, 'the settings of the repository to be read');
    await body();
  } finally {
    if (before) {
      await vscode.workspace.fs.writeFile(file, before);
    } else {
      await vscode.workspace.fs.delete(file);
    }
    await until(() => current(seen) !== 13, 'the settings of the repository to be gone');
  }
}

suite('settings that a repository brings along', () => {
  test('do not switch blanking off, send summaries away, or move the memory', async () => {
    const host = await activateHost();
    const given = {
      [settings.privacyRedact]: false,
      [settings.summariesModel]: 'gemini',
      [settings.budgetDailyTokens]: 9_000_000,
      [settings.geminiBaseUrl]: 'http://127.0.0.1:9/',
      [settings.sqlitePath]: '/elsewhere/memory.db',
    };
    await withSettings({ [settings.summariesModel]: 'offline' }, async () => {
      await withRepositorySettings(given, async () => {
        for (const [id, value] of Object.entries(given)) {
          assert.notEqual(current(id), value, id);
        }
        assert.equal(current(settings.summariesModel), 'offline');
        await newChat();
        await say('is password=hunter2hunter2 right for the capercaillie?');
        await recorded(host, 'is password=[redacted] right for the capercaillie?');
      });
    });
  });

  test('do not resume what the person has paused', async () => {
    const host = await activateHost();
    await newChat();
    await ask(host, 'a question before the ptarmigan');
    await withRepositorySettings({ [settings.enabled]: true }, async () => {
      await setSetting(settings.enabled, false);
      await sayAndWait('a paused ptarmigan question');
      await vscode.commands.executeCommand(commands.resume);
      await ask(host, 'a question after the pause of the ptarmigan');
    });
    await setSetting(settings.enabled, undefined);
    assert.equal(await findTurn(host, 'a paused ptarmigan question'), undefined);
  });
});
