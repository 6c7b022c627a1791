import * as vscode from 'vscode';
import { renderTranscript, turnAnchor } from '../memory/transcript.ts';
import type { Turn } from '../model/turn.ts';
import { StoreError } from '../store/store.ts';
import { registerCommand } from './commands.ts';
import { pickConversation } from './conversationPick.ts';
import type { Host } from './host.ts';
import { commands, transcriptScheme } from './ids.ts';

const PAGE = 500;

/** Transcripts are read-only virtual documents, made from the store each time they are shown. */
export function registerTranscripts(host: Host): void {
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changes.event,
    provideTextDocumentContent: uri => transcriptText(host, conversationOf(uri)),
  };
  host.context.subscriptions.push(
    changes,
    vscode.workspace.registerTextDocumentContentProvider(transcriptScheme, provider),
    host.store.onDidChange(({ conversation_id }) => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === transcriptScheme && [undefined, conversationOf(uri)].includes(conversation_id)) {
          changes.fire(uri);
        }
      }
    }),
  );
  registerCommand(host, commands.openTranscript, async (conversation_id?: string, turn_index?: number) => {
    const id = conversation_id ?? (await pickConversation(host));
    if (id !== undefined) {
      await openTranscript(host, id, turn_index);
    }
  });
}

export async function openTranscript(
  host: Host,
  conversation_id: string,
  turn_index?: number,
  beside = false,
): Promise<void> {
  const conversation = await host.store.conversations.get(conversation_id);
  if (!conversation) {
    throw new StoreError('not-found', 'That conversation is no longer in memory.');
  }
  const name = conversation.title.replace(/[\\/:*?"<>|#%\s]+/g, ' ').trim() || 'Conversation';
  const uri = vscode.Uri.from({
    scheme: transcriptScheme,
    path: `/${conversation_id}/${name}.md`,
    ...(turn_index === undefined ? {} : { fragment: turnAnchor(turn_index) }),
  });
  await vscode.commands.executeCommand(beside ? 'markdown.showPreviewToSide' : 'markdown.showPreview', uri);
}

function conversationOf(uri: vscode.Uri): string {
  return uri.path.split('/')[1] ?? '';
}

async function transcriptText({ store }: Host, conversation_id: string): Promise<string> {
  const conversation = await store.conversations.get(conversation_id);
  if (!conversation) {
    return '# No longer in memory\n\nThis conversation was deleted.\n';
  }
  const turns: Turn[] = [];
  for (;;) {
    const page = await store.turns.list(conversation_id, { from: turns.length, limit: PAGE });
    turns.push(...page);
    if (page.length < PAGE) {
      return renderTranscript(conversation, turns, new Date());
    }
  }
}
