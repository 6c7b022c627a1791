import { normalize } from 'node:path';
import * as vscode from 'vscode';
import type { StoreError, StoreNotice } from '../../store/store.ts';
import { systemClock } from '../../util/clock.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { warn } from '../notify.ts';

/** A trouble that comes and goes is not told again within this time. */
const QUIET_MS = 5 * 60_000;

/** What happened to the store, told once and calmly; the status bar shows what goes on. */
export function registerStoreTroubles(host: Host): void {
  const toldAt = new Map<StoreError['reason'], number>();
  host.context.subscriptions.push(
    host.store.onDidNotice(notice => void tellNotice(host, notice)),
    host.store.onDidChange(({ replaced }) => {
      if (replaced) {
        host.log.warn('Another memory file lies where the memory was. Memory goes on with that one.');
      }
    }),
    host.recorder.onDidChangeTrouble(error => {
      // How long ago, whichever way the clock was set.
      if (error && Math.abs(systemClock.now() - (toldAt.get(error.reason) ?? Number.NEGATIVE_INFINITY)) > QUIET_MS) {
        toldAt.set(error.reason, systemClock.now());
        void tellTrouble(host, error);
      }
    }),
  );
}

async function tellNotice({ log, place }: Host, { kind, kept }: StoreNotice): Promise<void> {
  if (kind === 'migrated') {
    log.info(`The memory file has a new format. The old one is kept as ${kept}.`);
    return;
  }
  if (kind === 'mended') {
    log.warn(`The word index in ${kept} was damaged and was made again. Nothing is lost.`);
    return;
  }
  log.error(`The memory file was damaged. It was set aside as ${kept}.`);
  const isFile = (await place.copies()).some(({ path }) => path === normalize(kept));
  const choice = await warn(
    `The memory file was damaged. It was set aside, not deleted, and a new memory was begun. The old file: ${kept}`,
    ...(isFile ? ['Show File'] : []),
    'Open Log',
  );
  if (choice === 'Show File') {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(kept));
  } else if (choice) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}

async function tellTrouble({ recorder }: Host, error: StoreError): Promise<void> {
  const kept = ' What you say is kept until this window closes, and written as soon as possible.';
  const choice = await warn(`${error.message}${kept}`, 'Try Again', 'Choose Another Place', 'Open Log');
  if (choice === 'Try Again') {
    await recorder.retry();
  } else if (choice === 'Choose Another Place') {
    await vscode.commands.executeCommand(commands.moveStore);
  } else if (choice) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}
