import * as vscode from 'vscode';
import type { Conversation } from '../model/conversation.ts';
import { StoreError } from '../store/store.ts';
import { plural } from '../util/text.ts';
import { registerCommand } from './commands.ts';
import { pickConversation } from './conversationPick.ts';
import type { Host } from './host.ts';
import { commands } from './ids.ts';

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

/** Asks first: it cannot be undone. */
export async function deleteConversation({ store }: Host, { uuid, title, turn_count }: Conversation): Promise<void> {
  const detail = `Its ${plural(turn_count, 'turn')} will be gone from memory and from the file on disk. This cannot be undone.`;
  const answer = await vscode.window.showWarningMessage(`Delete “${title}”?`, { modal: true, detail }, 'Delete');
  if (answer === 'Delete') {
    await store.conversations.delete(uuid);
  }
}
