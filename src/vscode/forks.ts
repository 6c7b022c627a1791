import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod';
import { workspaceIdOfCommit } from '../model/workspaceId.ts';
import type { Store } from '../store/store.ts';
import { describeError } from '../util/errors.ts';
import { plural } from '../util/text.ts';
import type { Host } from './host.ts';
import { commands } from './ids.ts';
import { memoryFile } from './storePlace.ts';
import { firstCommitOf, workspaceIdOf } from './workspaceIdentity.ts';

/** Over all windows: the workspaces that were seen, by their first commit. */
const SEEN_KEY = 'workspaces.seen';
/** Whose memory is used instead of a workspace's own. */
const SAME_KEY = 'workspaces.sameAs';
const START_MS = 6000;

const seenSchema = z.record(z.string(), z.array(z.string())).catch({});
const sameSchema = z.record(z.string(), z.string()).catch({});

export function sameAs(state: vscode.Memento, id: string): string {
  return sameSchema.parse(state.get(SAME_KEY))[id] ?? id;
}

export function registerForks(host: Host): void {
  const { context, store, log } = host;
  const timer = setTimeout(() => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (folder && existsSync(memoryFile(context))) {
      askAboutFork(context.globalState, store, folder.uri).then(
        used => used && vscode.commands.executeCommand(commands.refresh),
        error => log.warn(`Forks: ${describeError(error)}`),
      );
    }
  }, START_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}

/** A repository with the first commit of one that has a memory, but another remote, is asked about once. True: it shares it. */
export async function askAboutFork(state: vscode.Memento, store: Store, folder: vscode.Uri): Promise<boolean> {
  const commit = await firstCommitOf(folder);
  const id = await workspaceIdOf(folder);
  const seen = seenSchema.parse(state.get(SEEN_KEY));
  const known = commit ? (seen[commit] ?? []) : [];
  if (!commit || known.includes(id)) {
    return false;
  }
  await state.update(SEEN_KEY, { ...seen, [commit]: [...known, id] });
  const origin = await withMemory(
    store,
    [...known, workspaceIdOfCommit(commit)].filter(other => other !== id),
  );
  if (!origin) {
    return false;
  }
  const answer = await vscode.window.showInformationMessage(
    `This repository has the same beginning as ${origin.name}, which has a memory of ${plural(origin.conversations, 'conversation')}. Use that memory here too?`,
    'Use It Here',
    'Keep Apart',
  );
  if (answer !== 'Use It Here') {
    return false;
  }
  const same = sameSchema.parse(state.get(SAME_KEY));
  await state.update(SAME_KEY, { ...same, [id]: same[origin.id] ?? origin.id });
  return true;
}

async function withMemory(
  store: Store,
  ids: readonly string[],
): Promise<{ id: string; name: string; conversations: number } | undefined> {
  for (const id of ids.toReversed()) {
    const scope = { workspace_id: id };
    const { conversations } = await store.conversations.totals(scope);
    if (conversations > 0) {
      const [newest] = await store.conversations.list({ scope, limit: 1 });
      const name = /^git:[^/]+\/(.+)$/.exec(id)?.[1] ?? newest?.workspace_name ?? 'another one';
      return { id, name, conversations };
    }
  }
  return undefined;
}
