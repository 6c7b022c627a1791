import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod';
import { workspaceIdOfCommit, workspaceIdOfFolder } from '../model/workspaceId.ts';
import type { Store } from '../store/store.ts';
import { describeError } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import { plural } from '../util/text.ts';
import type { Host } from './host.ts';
import { commands } from './ids.ts';
import { memoryFile } from './storePlace.ts';
import { firstCommitOf, type MemoryOwners, workspaceIdOf } from './workspaceIdentity.ts';

/** Over all windows: the workspaces that were seen, by their first commit. */
const SEEN_KEY = 'workspaces.seen';
/** By its address, the id that a folder had when it was last open. */
const LAST_KEY = 'workspaces.last';
/** Whose memory is used instead of a workspace's own. */
const SAME_KEY = 'workspaces.sameAs';
const START_MS = 6000;

const seenSchema = z.record(z.string(), z.array(z.string())).catch({});
const idsSchema = z.record(z.string(), z.string()).catch({});

export function sameAs(state: vscode.Memento, id: string): string {
  return idsSchema.parse(state.get(SAME_KEY))[id] ?? id;
}

export function registerForks({ context, store, log }: Host): void {
  const timer = setTimeout(() => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (folder) {
      askAboutFork(context.globalState, storeIfThere(context, store), folder.uri).then(
        used => used && vscode.commands.executeCommand(commands.refresh),
        error => log.warn(`Forks: ${describeError(error)}`),
      );
    }
  }, START_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}

/** Who owns the memory of a folder. A memory file that is not there yet is not made for it. */
export function memoryOwners(context: vscode.ExtensionContext, store: Store, log: Logger): MemoryOwners {
  const { globalState } = context;
  return {
    sameAs: id => sameAs(globalState, id),
    keep: (folder, id) =>
      keepMemory(globalState, storeIfThere(context, store), folder, id).catch(error =>
        log.warn(`The folder's earlier memory: ${describeError(error)}`),
      ),
  };
}

function storeIfThere(context: vscode.ExtensionContext, store: Store): Store | undefined {
  return existsSync(memoryFile(context)) ? store : undefined;
}

/**
 * The same folder under a new id goes on with its memory: the id changes with the first commit, the first remote, and
 * when the folder is trusted. A folder whose remote changed may be a fork, which is asked about instead.
 */
export async function keepMemory(
  state: vscode.Memento,
  store: Store | undefined,
  folder: vscode.Uri,
  id: string,
): Promise<void> {
  const key = folder.toString();
  const last = idsSchema.parse(state.get(LAST_KEY));
  const before = last[key];
  if (before === id) {
    return;
  }
  const same = idsSchema.parse(state.get(SAME_KEY));
  const others = [before ?? '', workspaceIdOfFolder(key)]
    .filter(other => other !== '' && !other.startsWith('git:'))
    .map(other => same[other] ?? other)
    .filter(other => other !== id);
  if (store && same[id] === undefined && others.length > 0 && !(await withMemory(store, [id]))) {
    const origin = await withMemory(store, others.toReversed());
    if (origin) {
      await state.update(SAME_KEY, { ...same, [id]: origin.id });
    }
  }
  await state.update(LAST_KEY, { ...last, [key]: id });
}

/** A repository with the first commit of one that has a memory, but another remote, is asked about once. True: it shares it. */
export async function askAboutFork(
  state: vscode.Memento,
  store: Store | undefined,
  folder: vscode.Uri,
): Promise<boolean> {
  const commit = await firstCommitOf(folder);
  const id = await workspaceIdOf(folder);
  const seen = seenSchema.parse(state.get(SEEN_KEY));
  const known = commit ? (seen[commit] ?? []) : [];
  if (!commit || known.includes(id) || sameAs(state, id) !== id) {
    return false;
  }
  const asSeen = () => state.update(SEEN_KEY, { ...seen, [commit]: [...known, id] });
  const others = [...known, workspaceIdOfCommit(commit)].filter(other => other !== id);
  const origin = store && (await withMemory(store, others));
  if (!origin) {
    await asSeen();
    return false;
  }
  const answer = await vscode.window.showInformationMessage(
    `This repository has the same beginning as ${origin.name}, which has a memory of ${plural(origin.conversations, 'conversation')}. Use that memory here too?`,
    'Use It Here',
    'Keep Apart',
  );
  // A question that was closed without an answer is asked again another day.
  if (answer !== undefined) {
    await asSeen();
  }
  if (answer !== 'Use It Here') {
    return false;
  }
  const same = idsSchema.parse(state.get(SAME_KEY));
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
