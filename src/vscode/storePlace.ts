import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { describeError } from '../util/errors.ts';
import { registerCommand } from './commands.ts';
import type { Host } from './host.ts';
import { commands, settings } from './ids.ts';
import { onDidChangeSetting, readSqlitePath } from './settings.ts';

const FILE_NAME = 'memory.db';

/** The memory file: where the person wants it, else with the extension. */
export function memoryFile(context: vscode.ExtensionContext): string {
  const wanted = readSqlitePath();
  return isAbsolute(wanted) ? wanted : join(context.globalStorageUri.fsPath, FILE_NAME);
}

export function registerStorePlace(host: Host): void {
  // The setting is what moves: every window sees it change and goes on with the new file.
  const goOn = () => {
    host.store.reopen();
    void host.recorder.retry();
  };
  host.context.subscriptions.push(onDidChangeSetting(settings.sqlitePath, goOn));
  registerCommand(host, commands.moveStore, () => moveStore(host));
}

async function moveStore({ context, log, store }: Host): Promise<void> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: 'Where should the memory file live?',
      openLabel: 'Keep Memory Here',
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!folder) {
    return;
  }
  const target = join(folder.fsPath, FILE_NAME);
  const before = memoryFile(context);
  if (target === before) {
    return;
  }
  let copied = false;
  if (!existsSync(target)) {
    try {
      await store.copyTo(target);
      copied = true;
    } catch (error) {
      log.warn(`The memory file could not be copied: ${describeError(error)}`);
    }
  }
  await vscode.workspace.getConfiguration().update(settings.sqlitePath, target, vscode.ConfigurationTarget.Global);
  void vscode.window.showInformationMessage(
    copied
      ? `Memory now lives in ${target}. The old file is still at ${before}.`
      : `Memory now lives in ${target}. What is in ${before} was not copied.`,
  );
}
