import * as vscode from 'vscode';
import { mayPass, type StoreError, type StoreNotice } from '../store/store.ts';
import type { Host } from './host.ts';
import { commands } from './ids.ts';
import { warn } from './notify.ts';

/** What happened to the store, told once and calmly; the status bar shows what goes on. */
export function registerStoreTroubles(host: Host): void {
  let told: StoreError['reason'] | undefined;
  host.context.subscriptions.push(
    host.store.onDidNotice(notice => void tellNotice(host, notice)),
    host.recorder.onDidChangeTrouble(error => {
      if (error && error.reason !== told) {
        void tellTrouble(host, error);
      }
      told = error?.reason;
    }),
  );
}

async function tellNotice({ log }: Host, { kind, path }: StoreNotice): Promise<void> {
  if (kind === 'migrated') {
    log.info(`The memory file has a new format. The old one is kept as ${path}.`);
    return;
  }
  if (kind === 'index-rebuilt') {
    log.warn(`The word index in ${path} was damaged and was made again. Nothing is lost.`);
    return;
  }
  log.error(`The memory file was damaged. It was set aside as ${path}.`);
  const choice = await warn(
    `The memory file was damaged. It was set aside, not deleted, and a new memory was begun. The old file: ${path}`,
    'Show File',
    'Open Log',
  );
  if (choice === 'Show File') {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(path));
  } else if (choice) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}

async function tellTrouble({ recorder }: Host, error: StoreError): Promise<void> {
  const kept = ' What you say is kept until this window closes, and written as soon as possible.';
  const choice = await warn(
    `${error.message}${mayPass(error) ? kept : ' What you just said was not recorded.'}`,
    'Try Again',
    'Choose Another Place',
    'Open Log',
  );
  if (choice === 'Try Again') {
    await recorder.retry();
  } else if (choice === 'Choose Another Place') {
    await vscode.commands.executeCommand(commands.moveStore);
  } else if (choice) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}
