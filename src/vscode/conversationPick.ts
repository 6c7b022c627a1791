import * as vscode from 'vscode';
import { sayDate } from '../util/dates.ts';
import { plural } from '../util/text.ts';
import type { Host } from './host.ts';
import { currentScope } from './scope.ts';

/** Recent conversations to choose one from; undefined when the person chose none. */
export async function pickConversation(host: Host): Promise<string | undefined> {
  const conversations = await host.store.conversations.list({ scope: await currentScope(host), limit: 200 });
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage('Nothing is recorded here yet. Ask @memory something first.');
    return undefined;
  }
  const items = conversations.map(conversation => ({
    label: conversation.title,
    description: sayDate(new Date(conversation.updated_at), new Date()),
    detail: `${plural(conversation.turn_count, 'turn')} · ${conversation.workspace_name}`,
    id: conversation.uuid,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Which conversation?', matchOnDetail: true });
  return picked?.id;
}
