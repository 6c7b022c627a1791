import * as vscode from 'vscode';
import { type Target, targetsOf } from '../../memory/mentions/targets.ts';
import type { OpenMention } from '../../model/file/mention.ts';
import type { Summary } from '../../model/summary/summary.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import type { Host } from '../host.ts';
import { inform } from '../notify.ts';
import { plainLabel, plainMessage } from '../plainLabel.ts';
import { openSummaryPage, openTranscript } from '../transcripts/transcripts.ts';
import { SHORT_PATIENCE_MS } from './documentSymbols.ts';
import { checkScopes } from './freshness.ts';
import { openAt, openKnown } from './openAt.ts';
import { pickPath } from './pickPath.ts';
import { uriOfPath } from './places.ts';

/** What a person can choose from, and where to go when there is nothing. */
interface Choice {
  targets: readonly Target[];
  open: readonly (OpenMention & { ref: TurnRef })[];
  transcript: TurnRef;
  /** Its own page, for a summary. */
  page?: Summary;
  workspace_id: string;
}

/** From a summary to its file at the symbol; several: a pick with its page first; none: its page. */
export async function openSummary(host: Host, { uuid }: Pick<Summary, 'uuid'>): Promise<void> {
  await host.files.caughtUp();
  const [read] = await host.store.summaries.read([uuid]);
  const summary = read?.summary;
  const conversation = summary && (await host.store.conversations.get(summary.conversation_id));
  if (!summary || !conversation) {
    void inform('That summary is no longer in memory.');
    return;
  }
  const { conversation_id, start_turn: from, end_turn: to } = summary;
  const { workspace_id } = conversation;
  const [before] = await host.store.files.linksOf([uuid]);
  const files = before?.files ?? [];
  const present = await here(host, workspace_id, files);
  await Promise.all(
    present.map(({ path }) => checkScopes(host.store, workspace_id, path, uriOfPath(path)!, SHORT_PATIENCE_MS)),
  );
  const [[linked], mentioned] = await Promise.all([
    host.store.files.linksOf([uuid]),
    host.store.mentions.ofTurns({ conversation_id, from, to }),
  ]);
  const transcript = { conversation_id, turn_index: from };
  const text = [summary.conversation_summary, summary.actions_summary, ...summary.key_findings].join('\n');
  const openMentions = mentioned.open.map(mention => ({ ...mention, ref: transcript }));
  const targets = targetsOf(files, linked?.scopes ?? [], mentioned.files, text);
  await choose(host, { targets, open: openMentions, transcript, page: summary, workspace_id });
}

/** The same from a turn. */
export async function openTurnFiles(host: Host, ref: TurnRef): Promise<void> {
  await host.files.caughtUp();
  const { conversation_id, turn_index } = ref;
  const conversation = await host.store.conversations.get(conversation_id);
  const mentioned = await host.store.mentions.ofTurns({ conversation_id, from: turn_index, to: turn_index });
  const files = [...new Map(mentioned.files.map(({ file }) => [file.uuid, file])).values()];
  await choose(host, {
    targets: targetsOf(files, [], mentioned.files),
    open: mentioned.open.map(mention => ({ ...mention, ref })),
    transcript: ref,
    workspace_id: conversation?.workspace_id ?? '',
  });
}

type Item = vscode.QuickPickItem & { go: () => unknown };

async function choose(host: Host, { targets, open, transcript, page, workspace_id }: Choice): Promise<void> {
  const toTranscript = () => openTranscript(host, transcript.conversation_id, transcript.turn_index);
  const toPage = page ? () => openSummaryPage(page) : undefined;
  if (targets.length + open.length === 0) {
    await (toPage ?? toTranscript)();
    return;
  }
  if ((await host.workspaces.current()).id !== workspace_id) {
    const answer = await inform('Its files are in another workspace. Open that folder to go there.', 'Open Transcript');
    if (answer) {
      await toTranscript();
    }
    return;
  }
  const [first] = targets;
  if (first && open.length === 0 && targets.every(({ file }) => file.uuid === first.file.uuid)) {
    await openTarget(host, first, toTranscript);
    return;
  }
  const items: Item[] = [
    ...(toPage ? [{ label: '$(layers) Show the summary', description: 'sentence by sentence', go: toPage }] : []),
    ...targets.map(target => ({ ...itemOf(target), go: () => openTarget(host, target, toTranscript) })),
    ...open.map(mention => ({
      label: `$(question) ${plainLabel(mention.path)}`,
      description: `which one? ${mention.candidates.length} files have this name`,
      go: () => settle(host, mention),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator, go: () => undefined },
    { label: '$(book) Open transcript', go: toTranscript },
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Go to', matchOnDescription: true });
  await picked?.go();
}

function itemOf({ file, symbol, reasons, changed, was }: Target): vscode.QuickPickItem {
  const marks = [
    ...(file.deleted_at ? ['deleted'] : []),
    ...(changed ? ['changed since'] : []),
    ...(was ? [`was ${was}`] : []),
  ];
  return {
    label: `$(${symbol ? 'symbol-method' : 'file-code'}) ${plainLabel(file.path)}${symbol ? ` · ${plainLabel(symbol)}` : ''}`,
    description: plainLabel([...marks, ...reasons].join(' · ')),
  };
}

async function settle(host: Host, mention: OpenMention & { ref: TurnRef }): Promise<void> {
  const path = await pickPath(mention.candidates, mention.path);
  if (path) {
    await host.store.mentions.settle(mention.ref, mention, path);
    await openAt(uriOfPath(path), mention.symbol, mention.line);
  }
}

async function openTarget(host: Host, target: Target, toTranscript: () => Promise<void>): Promise<void> {
  const { file, symbol, line, changed } = target;
  const missing = await openKnown(host, file, symbol, line);
  if (missing) {
    const when = missing.deleted_at
      ? `was deleted (${sayDate(new Date(missing.deleted_at), dateNow())})`
      : uriOfPath(missing.path)
        ? 'is no longer there'
        : 'is not in the open folder';
    const answer = await inform(
      plainMessage(`${missing.path} ${when}. What was said about it is kept.`),
      'Open Transcript',
    );
    if (answer) {
      await toTranscript();
    }
  } else if (changed) {
    vscode.window.setStatusBarMessage(
      `$(diff-modified) ${plainLabel(symbol ?? '')} has changed since this was said`,
      8000,
    );
  }
}

async function here<T extends { path: string; deleted_at: string | null }>(
  host: Host,
  workspace_id: string,
  files: readonly T[],
): Promise<T[]> {
  const current = (await host.workspaces.current()).id;
  return current === workspace_id
    ? files.filter(({ path, deleted_at }) => !deleted_at && uriOfPath(path)).slice(0, 10)
    : [];
}
