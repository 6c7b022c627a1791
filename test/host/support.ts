// What host tests share. Classes imported from src are the test bundle's own copies: never `instanceof` what the
// extension threw.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { summaryJobKinds } from '../../src/memory/summaries/summaryJobs.ts';
import type { Conversation, ConversationDraft } from '../../src/model/conversation.ts';
import type { TurnDraft } from '../../src/model/turn/turn.ts';
import { createSqliteStore, type SqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../../src/store/store.ts';
import { silentLogger } from '../../src/util/logger.ts';
import type { Host } from '../../src/vscode/host.ts';
import { at, makeConversation } from '../support/builders.ts';
import { appendTurns, ensureConversation } from '../support/storing.ts';

export const EXTENSION_ID = 'strata.strata-memory';

export function extension(): vscode.Extension<Host> {
  const found = vscode.extensions.getExtension<Host>(EXTENSION_ID);
  if (!found) {
    throw new Error(`${EXTENSION_ID} is not installed`);
  }
  return found;
}

export async function activateHost(): Promise<Host> {
  return await extension().activate();
}

/**
 * As if other folders were open. VS Code's API is one for the tests and the extension, so that its window would find
 * itself in them too: it has nothing left to do before.
 */
export async function withFolders(
  folders: readonly vscode.WorkspaceFolder[],
  body: () => Promise<void>,
): Promise<void> {
  const host = await activateHost();
  await host.background.idle(summaryJobKinds.summarize);
  await host.files.settled();
  const real = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders')!;
  Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => folders });
  try {
    await body();
  } finally {
    Object.defineProperty(vscode.workspace, 'workspaceFolders', real);
  }
}

const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

type Found<T> = Exclude<T, undefined | null | false>;

/** Waits until the condition gives something; `what` is for whoever reads the failure. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string),
  patienceMs = PATIENCE_MS,
): Promise<Found<T>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await condition();
    if (found !== undefined && found !== null && found !== false) {
      return found as Found<T>;
    }
    if (performance.now() > end) {
      throw new Error(`Waited in vain for: ${typeof what === 'string' ? what : what()}`);
    }
    await new Promise(done => setTimeout(done, PAUSE_MS));
  }
}

/** Sets settings for as long as the body runs. */
export async function withSettings(values: Record<string, unknown>, body: () => Promise<void>): Promise<void> {
  const names = Object.keys(values);
  try {
    for (const name of names) {
      await setSetting(name, values[name]);
    }
    await body();
  } finally {
    for (const name of names) {
      await setSetting(name, undefined);
    }
  }
}

export async function setSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  await until(
    () => {
      const set = vscode.workspace.getConfiguration().inspect(name)?.globalValue;
      return JSON.stringify(set) === JSON.stringify(value);
    },
    `${name} to be ${JSON.stringify(value)}`,
  );
}

export async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-host-test-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The real store with the built worker, on a file of its own. */
export async function withStore(body: (store: SqliteStore, file: string) => Promise<void>): Promise<void> {
  await withFolder(async folder => {
    const file = join(folder, 'memory.db');
    const workerPath = join(extension().extensionPath, 'dist', 'storeWorker.js');
    const store = createSqliteStore({ file, workerPath, logger: silentLogger });
    try {
      await body(store, file);
    } finally {
      await store.close();
    }
  });
}

/** A conversation with its turns, begun now unless told otherwise; resolves to its id. */
export async function remember(
  store: Store,
  given: Partial<ConversationDraft>,
  turns: TurnDraft[] = [],
): Promise<string> {
  const { uuid } = await ensureConversation(store, makeConversation({ created_at: at(new Date()), ...given }));
  if (turns.length > 0) {
    await appendTurns(store, uuid, turns);
  }
  return uuid;
}

/** Into the memory of the open folder, where chat looks. */
export async function rememberHere(host: Host, title: string, turns: TurnDraft[]): Promise<string> {
  const here = await host.workspaces.current();
  return await remember(host.store, { title, workspace_id: here.id, workspace_name: here.name }, turns);
}

/** Those in which something was only looked up too. */
export async function allConversations(store: Store, limit: number): Promise<Conversation[]> {
  return await store.conversations.list({ reach: 'all', limit, lookups: 'too' });
}

export async function forgetAll(host: Host): Promise<void> {
  for (const { uuid } of await allConversations(host.store, 10_000)) {
    await host.store.conversations.delete(uuid);
  }
}

/** The message of what it throws; fails when it does not. */
export async function messageOfFailure(attempt: () => PromiseLike<unknown>): Promise<string> {
  try {
    await attempt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('This should have failed');
}

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    throw new Error('No folder is open');
  }
  return folder.uri;
}
