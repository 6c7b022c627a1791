import * as vscode from 'vscode';
import { describeError } from '../../util/errors.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, participantName, walkthroughId } from '../ids.ts';
import { inform } from '../notify.ts';

/** Opens chat with `@memory` typed in. */
export function registerAsk(host: Host): void {
  registerCommand(host, commands.ask, async (text?: string) => {
    const query = `@${participantName} ${typeof text === 'string' ? text : ''}`;
    try {
      // Not documented, hence the way out below.
      await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
    } catch (error) {
      host.log.warn(`Chat could not be opened: ${describeError(error)}`);
      await vscode.env.clipboard.writeText(query);
      void inform(`Open chat and paste: ${query}`);
    }
  });
  registerCommand(host, commands.openWalkthrough, () =>
    vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${host.context.extension.id}#${walkthroughId}`,
      false,
    ),
  );
  registerCommand(host, commands.showLog, () => host.log.show());
}
