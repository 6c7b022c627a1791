import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/ids.ts';
import { suite, test } from './suite.ts';
import { activateHost, extension } from './support.ts';

// The first file in the alphabet: its first test sees the window before anybody used memory.
suite('activation', () => {
  test('starts with its features and opens no memory file before the first use', async () => {
    const host = await activateHost();
    assert.equal(extension().isActive, true);
    const models = await vscode.lm.selectChatModels({ vendor: 'strata' });
    assert.ok(models.length > 0);
    const file = join(host.context.globalStorageUri.fsPath, 'memory.db');
    assert.equal(existsSync(file), false, `${file} is there although nothing was recorded or read`);
    await host.store.open();
    assert.equal(existsSync(file), true, 'the first use makes the file');
  });

  test('registers every command that package.json names', async () => {
    await activateHost();
    const manifest: { contributes: { commands: { command: string }[] } } = extension().packageJSON;
    const named = manifest.contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      named.filter(command => !registered.has(command)),
      [],
    );
    assert.equal(named.length, Object.keys(commands).length);
  });
});
