import * as vscode from 'vscode';
import { describeError, StrataError } from '../util/errors.ts';
import type { Host } from './host.ts';
import { type CommandId, commands } from './ids.ts';
import { complain } from './notify.ts';

const itemPrefix = 'strata.item.';
const LOST_ITEM_MS = 8000;

/** A command whose failure is a sentence for the person and a line in the log. */
export function registerCommand<A extends unknown[]>(
  host: Pick<Host, 'context' | 'log'>,
  id: CommandId,
  run: (...args: A) => unknown,
): void {
  const guarded = async (...args: A) => {
    try {
      if (id.startsWith(itemPrefix) && args[0] === undefined) {
        // VS Code loses the item of a menu when the tree is drawn again behind it.
        vscode.window.setStatusBarMessage('The view was just drawn again. Please try once more.', LOST_ITEM_MS);
        return undefined;
      }
      return await run(...args);
    } catch (error) {
      await reportError(host.log, error);
      return undefined;
    }
  };
  host.context.subscriptions.push(vscode.commands.registerCommand(id, guarded));
}

export async function reportError(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  log.error(describeError(error));
  const isOurs = error instanceof StrataError;
  const text = isOurs ? error.message : 'Memory could not do that. The log has the details.';
  const choice = await complain(text, 'Open Log');
  if (choice) {
    await vscode.commands.executeCommand(commands.showLog);
  }
}
