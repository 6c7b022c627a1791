import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type NamedMemory, namedMemories } from '../../memory/identity/memories.ts';
import { memoryOf } from '../../model/memoryChoice.ts';
import { workspaceIdOfCommit } from '../../model/workspaceId.ts';
import type { Store } from '../../store/store.ts';
import { describeError } from '../../util/errors.ts';
import { plural } from '../../util/text.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { inform } from '../notify.ts';
import { plainMessage } from '../plainLabel.ts';
import { memoryFile } from '../recording/storePlace.ts';
import type { Owners } from './memoryOwners.ts';
import { commitOf, identify } from './workspaceIdentity.ts';

/** Over all windows: the workspaces that were seen, by their first commit. */
const SEEN_KEY = 'workspaces.seen';
const START_MS = 6000;

const seenSchema = z.record(z.string(), z.array(z.string()));

export interface AskNeeds {
  state: vscode.Memento;
  store: Store;
  owners: Owners;
}

export function registerForks({ context, store, owners, log }: Host): void {
  const timer = setTimeout(() => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (folder && existsSync(memoryFile(context))) {
      askAboutMemory({ state: context.globalState, store, owners }, folder.uri).then(
        used => used && vscode.commands.executeCommand(commands.refresh),
        error => log.warn(`Whose memory it is: ${describeError(error)}`),
      );
    }
  }, START_MS);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
}

/**
 * Two memories may be meant by a folder besides its own, and each is asked about once: what was said here before another
 * repository came, and that of the repository it was forked from. True: it shares it from now on.
 */
export async function askAboutMemory(needs: AskNeeds, folder: vscode.Uri): Promise<boolean> {
  const { state, store, owners } = needs;
  const found = await identify(folder);
  const { id, unsure } = found;
  const choices = await owners.choices();
  if (unsure || id.startsWith('folder:') || choices.some(one => one.workspace_id === id && one.choice === 'same')) {
    return false;
  }
  const memories = namedMemories(await store.workspaces.memories());
  const answered = choices.filter(one => one.workspace_id === id).map(one => memoryOf(one.other_id, choices));
  const withMemory = (ids: readonly string[]): NamedMemory | undefined => {
    const used = new Set(ids.map(other => memoryOf(other, choices)));
    return memories.find(memory => used.has(memory.id) && memory.id !== id && !answered.includes(memory.id));
  };

  const before = withMemory(owners.formerIds(folder, id));
  if (before) {
    const text = `This folder has a memory of ${plural(before.conversations, 'conversation')} from before it was this repository. Use that memory here too?`;
    return await ask(owners, id, before.id, text);
  }
  const commit = await commitOf(folder, found);
  if (commit === undefined) {
    return false;
  }
  const seen = seenSchema.safeParse(state.get(SEEN_KEY)).data ?? {};
  const known = seen[commit] ?? [];
  // Those that a person has answered for, in this version or an earlier one.
  const origin = known.includes(id) ? undefined : withMemory([...known, workspaceIdOfCommit(commit)]);
  const asSeen = () => state.update(SEEN_KEY, { ...seen, [commit]: [...new Set([...known, id])] });
  if (!origin) {
    await asSeen();
    return false;
  }
  const memory = plural(origin.conversations, 'conversation');
  const text = `${plainMessage(origin.name)} begins with the same commit and has a memory of ${memory}. Use it here too?`;
  return await ask(owners, id, origin.id, text, asSeen);
}

async function ask(
  owners: Owners,
  id: string,
  other: string,
  text: string,
  answered: () => Thenable<void> = async () => {},
): Promise<boolean> {
  const answer = await inform(text, 'Use It Here', 'Keep Apart');
  // A question that was closed without an answer is asked again another day.
  if (answer === undefined) {
    return false;
  }
  await answered();
  await owners.choose(id, other, answer === 'Use It Here' ? 'same' : 'apart');
  return answer === 'Use It Here';
}
