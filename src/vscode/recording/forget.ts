import * as vscode from 'vscode';
import type { Conversation } from '../../model/conversation.ts';
import { StoreError } from '../../store/store.ts';
import { plural } from '../../util/text.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { plainMessage } from '../plainLabel.ts';
import { pickConversation } from '../transcripts/conversationPick.ts';

export function registerForget(host: Host): void {
  registerCommand(host, commands.forget, async (given?: unknown) => {
    const id = typeof given === 'string' ? given : await pickConversation(host);
    if (id === undefined) {
      return;
    }
    const conversation = await host.store.conversations.get(id);
    if (!conversation) {
      throw new StoreError('not-found', 'That conversation is no longer in memory.');
    }
    await deleteConversation(host, conversation);
  });
}

const DELETE = 'Delete';
const DELETE_WITH_COPIES = 'Delete With Copies';

/** Asks first: it cannot be undone. Backups and damaged copies of the file keep what they hold, unless they go too. */
export async function deleteConversation(
  { store, place }: Pick<Host, 'store' | 'place'>,
  { uuid, title, turn_count }: Conversation,
): Promise<void> {
  const copies = (await place.copies()).length;
  const gone = `Its ${plural(turn_count, 'turn')} will be gone from memory and from the file on disk. This cannot be undone.`;
  const kept = `${copies === 1 ? 'An older copy' : `${copies} older copies`} of the memory file, kept beside it, may still hold it. “Delete With Copies” deletes ${copies === 1 ? 'that one' : 'those'} too.`;
  const detail = copies > 0 ? `${gone}\n\n${kept}` : gone;
  const buttons = copies > 0 ? [DELETE, DELETE_WITH_COPIES] : [DELETE];
  const answer = await vscode.window.showWarningMessage(
    plainMessage(`Delete “${title}”?`),
    { modal: true, detail },
    ...buttons,
  );
  if (answer !== undefined) {
    await store.conversations.delete(uuid);
  }
  if (answer === DELETE_WITH_COPIES) {
    await place.deleteCopies();
  }
}
