import * as vscode from 'vscode';
import { describeError } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import { type OtherMemory, type OtherMemoryNeeds, otherMemoryFor } from '../../workspace/identity/otherMemory.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { inform } from '../notify.ts';
import { plainMessage } from '../plainLabel.ts';
import { folderAt } from './folderReader.ts';

const ASK_MS = 6000;

export function registerForks({ context, store, owners, log }: Host): void {
  const timer = setTimeout(() => {
    askAtStart({ store, owners }).catch(error => log.warn(`Whose memory it is: ${describeError(error)}`));
  }, ASK_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}

async function askAtStart({ store, owners }: Pick<Host, 'store' | 'owners'>): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder && (await store.exists()) && (await askAboutMemory({ store, owners }, folder.uri))) {
    await vscode.commands.executeCommand(commands.refresh);
  }
}

/** True: the folder shares another memory from now on. */
export async function askAboutMemory(needs: OtherMemoryNeeds, folder: vscode.Uri): Promise<boolean> {
  const other = await otherMemoryFor(needs, folderAt(folder));
  const answer = other && (await inform(question(other), 'Use It Here', 'Keep Apart'));
  // A question that was closed without an answer is asked again another day.
  if (answer === undefined) {
    return false;
  }
  await other?.answer(answer === 'Use It Here' ? 'same' : 'apart');
  return answer === 'Use It Here';
}

function question({ why, memory }: OtherMemory): string {
  const size = plural(memory.conversations, 'conversation');
  return why === 'before'
    ? `This folder has a memory of ${size} from before it was this repository. Use that memory here too?`
    : `${plainMessage(memory.name)} begins with the same commit and has a memory of ${size}. Use it here too?`;
}
