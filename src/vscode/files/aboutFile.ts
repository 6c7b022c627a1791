import * as vscode from 'vscode';
import { symbolAt } from '../../memory/mentions/files/fileSymbols.ts';
import { sayReason } from '../../memory/mentions/targets.ts';
import { summaryLabel } from '../../memory/summaries/summaryLabel.ts';
import type { FileTalk } from '../../model/file/file.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { plural } from '../../util/text.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { inform } from '../notify.ts';
import { plainLabel, plainMessage } from '../plainLabel.ts';
import { openTranscript } from '../transcripts/transcripts.ts';
import { documentSymbols, SHORT_PATIENCE_MS } from './documentSymbols.ts';
import { pathOfUri } from './places.ts';

const LISTED_CONVERSATIONS = 50;

/** From a file, or the symbol at the cursor, back to what was said about it. */
export function registerAboutFile(host: Host): void {
  registerCommand(host, commands.aboutThisFile, async (uri?: vscode.Uri) => {
    const path = pathOf(uri ?? activeUri());
    if (path) {
      await host.files.caughtUp();
      const { id } = await host.workspaces.current();
      await show(host, path, await host.store.files.about(id, path, { limit: LISTED_CONVERSATIONS }));
    }
  });
  registerCommand(host, commands.aboutThisSymbol, async (uri?: vscode.Uri, named?: string) => {
    const path = pathOf(uri ?? activeUri());
    const name = typeof named === 'string' ? named : path && (await symbolAtCursor());
    if (!path || !name) {
      if (path) {
        void inform('Put the cursor into a function or a class first.');
      }
      return;
    }
    await host.files.caughtUp();
    const { id } = await host.workspaces.current();
    const talks = await host.store.files.about(id, path, { limit: LISTED_CONVERSATIONS, symbol: name });
    await show(host, `${name} in ${path}`, talks);
  });
}

const activeUri = () => vscode.window.activeTextEditor?.document.uri;

function pathOf(uri: vscode.Uri | undefined): string | undefined {
  const path = uri && pathOfUri(uri);
  if (!path) {
    void inform(uri ? 'Memory follows the files of the open folder. This one is not in it.' : 'Open a file first.');
  }
  return path;
}

async function symbolAtCursor(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { document, selection } = editor;
  const symbols = (await documentSymbols(document.uri, SHORT_PATIENCE_MS)) ?? [];
  const around = symbolAt(
    symbols.filter(({ local }) => !local),
    selection.active.line + 1,
  );
  const word = document.getWordRangeAtPosition(selection.active);
  return around?.name ?? (word && document.getText(word));
}

type Item = vscode.QuickPickItem & { conversation_id?: string; turn_index?: number };

async function show(host: Host, subject: string, talks: readonly FileTalk[]): Promise<void> {
  if (talks.length === 0) {
    const answer = await inform(plainMessage(`Nothing was said about ${subject} yet.`), 'Ask @memory');
    if (answer) {
      await vscode.commands.executeCommand(commands.ask, `about ${subject}: `);
    }
    return;
  }
  const title = `${subject}: ${plural(talks.length, 'conversation')}`;
  const options = { title, placeHolder: 'What was said about it', matchOnDescription: true, matchOnDetail: true };
  const picked = await vscode.window.showQuickPick(talks.flatMap(itemsOf), options);
  if (picked?.conversation_id) {
    await openTranscript(host, picked.conversation_id, picked.turn_index);
  }
}

function itemsOf({ conversation, turns, turn_count, summaries }: FileTalk): Item[] {
  const conversation_id = conversation.uuid;
  const head: Item = {
    label: `${conversation.title} · ${sayDate(new Date(conversation.updated_at), dateNow())}`,
    kind: vscode.QuickPickItemKind.Separator,
  };
  const above = summaries.map(
    (summary): Item => ({
      label: `$(layers) L${summary.level}  ${plainLabel(summaryLabel(summary))}`,
      description: `turns ${summary.start_turn + 1}–${summary.end_turn + 1}`,
      conversation_id,
      turn_index: summary.start_turn,
    }),
  );
  const below = turns.map(
    ({ turn_index, label, kind, symbol, line }): Item => ({
      label: `$(account) ${turn_index + 1}  ${plainLabel(label || '(no words)')}`,
      description: plainLabel(
        [symbol, line ? `line ${line}` : '', sayReason(kind, 'assistant')].filter(Boolean).join(' · '),
      ),
      conversation_id,
      turn_index,
    }),
  );
  const left = turn_count - turns.length;
  const more: Item[] = left > 0 ? [{ label: `$(ellipsis) ${left} more turns`, conversation_id }] : [];
  return [head, ...above, ...below, ...more];
}
