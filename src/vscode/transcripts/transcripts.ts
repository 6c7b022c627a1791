import * as vscode from 'vscode';
import { turnAnchor } from '../../memory/transcript/transcript.ts';
import type { Summary } from '../../model/summary/summary.ts';
import type { ToolUse, TurnRef } from '../../model/turn/turn.ts';
import { StoreError } from '../../store/store.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands, transcriptScheme } from '../ids.ts';
import { pickConversation } from './conversationPick.ts';
import { TranscriptFiles } from './transcriptFiles.ts';
import { fileName, summaryPath, transcriptName } from './transcriptPaths.ts';

export function registerTranscripts(host: Host): void {
  const files = new TranscriptFiles(host.store);
  const open = () =>
    vscode.workspace.textDocuments.map(({ uri }) => uri).filter(uri => uri.scheme === transcriptScheme);
  host.context.subscriptions.push(
    files,
    vscode.workspace.registerFileSystemProvider(transcriptScheme, files, { isReadonly: true, isCaseSensitive: true }),
    host.store.onDidChange(({ conversation_id, quiet }) => {
      if (!quiet) {
        files.refresh(conversation_id, open());
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
  const uri = vscode.Uri.from({
    scheme: transcriptScheme,
    path: `/${conversation_id}/${transcriptName(conversation)}`,
    ...(turn_index === undefined ? {} : { fragment: turnAnchor(turn_index) }),
  });
  await vscode.commands.executeCommand(beside ? 'markdown.showPreviewToSide' : 'markdown.showPreview', uri);
}

/** The arguments and the result of one tool call, read-only like the transcript it is from. */
export async function openToolPage({ conversation_id, turn_index }: TurnRef, { call }: ToolUse): Promise<void> {
  const path = `/${conversation_id}/${turn_index}/${call.uuid}/${fileName(call.tool_name, 'Tool')}`;
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.from({ scheme: transcriptScheme, path }));
}

/** A summary sentence by sentence, each a link to its turn. */
export async function openSummaryPage(summary: Summary): Promise<void> {
  const path = `/${summary.conversation_id}/${summaryPath(summary)}`;
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.from({ scheme: transcriptScheme, path }));
}
