import { existsSync } from 'node:fs';
import { access, constants, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { countAll } from '../../store/conversationStore.ts';
import type { Store } from '../../store/store.ts';
import { describeError, messageOf } from '../../util/errors.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, settings } from '../ids.ts';
import { complain, inform, warn } from '../notify.ts';
import { onDidChangeSetting, readSqlitePath } from '../settings.ts';
import type { MemoryPlace } from './memoryPlace.ts';

const FILE_NAME = 'memory.db';

/** The memory file: where the person wants it, else with the extension. */
export function memoryFile(context: vscode.ExtensionContext): string {
  return wantedFile() ?? join(context.globalStorageUri.fsPath, FILE_NAME);
}

/** Where the memory was before a person chose another place for it; undefined while it is there. */
export function formerFile(context: vscode.ExtensionContext): string | undefined {
  return isOwnPlace() ? undefined : join(context.globalStorageUri.fsPath, FILE_NAME);
}

/** No person chose it, so only Strata puts files there. */
export function isOwnPlace(): boolean {
  return wantedFile() === undefined;
}

function wantedFile(): string | undefined {
  const path = readSqlitePath().replace(/^~(?=[/\\])/, homedir());
  return isAbsolute(path) ? path : undefined;
}

function tellUnusable(place: MemoryPlace): void {
  if (readSqlitePath() !== '' && wantedFile() === undefined) {
    void warn(`${settings.sqlitePath} is not an absolute path, so the memory stays in ${place.path()}.`);
  }
}

export function registerStorePlace(host: Host): void {
  // The setting is what moves: every window sees it change and goes on with the new file.
  tellUnusable(host.place);
  const goOn = () => {
    tellUnusable(host.place);
    host.place.reopen();
    void host.recorder.retry();
  };
  host.context.subscriptions.push(onDidChangeSetting(settings.sqlitePath, goOn));
  registerCommand(host, commands.moveStore, () => moveStore(host));
}

async function moveStore({ log, store, place }: Host): Promise<void> {
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
  const before = place.path();
  if (target === before) {
    return;
  }
  const there = existsSync(target);
  if (there) {
    await place.check(target);
  } else {
    try {
      await place.copyTo(target);
    } catch (error) {
      log.warn(`The memory file could not be copied: ${describeError(error)}`);
      await rm(target, { force: true });
      if (await mustStay(store, folder.fsPath)) {
        void complain(`Memory could not be copied, and stays where it is. ${messageOf(error)} It is in ${before}.`);
        return;
      }
    }
  }
  const copied = !there && existsSync(target);
  await vscode.workspace.getConfiguration().update(settings.sqlitePath, target, vscode.ConfigurationTarget.Global);
  void inform(
    copied
      ? `Memory now lives in ${target}. The old file is still at ${before}.`
      : `Memory now lives in ${target}. What is in ${before} was not copied.`,
  );
}

/** A memory that can be read, or a folder that cannot be written, is no reason to begin anew there. */
async function mustStay(store: Store, folder: string): Promise<boolean> {
  const readable = countAll(store, 'all').then(
    () => true,
    () => false,
  );
  const writable = access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return (await readable) || !(await writable);
}
