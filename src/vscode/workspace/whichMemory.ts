import * as vscode from 'vscode';
import type { KnownMemory, MemoryChoice } from '../../model/workspace/memoryChoice.ts';
import { dateNow } from '../../util/clock.ts';
import { sayDate } from '../../util/dates.ts';
import { plural } from '../../util/text.ts';
import {
  choicesFor,
  type Here,
  type NamedMemory,
  namedMemories,
  nameOf,
  otherMemories,
  sayIdentity,
} from '../../workspace/identity/memories.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { inform } from '../notify.ts';
import { plainLabel, plainMessage } from '../plainLabel.ts';

const TITLE = 'Which memory is this?';
const LISTED_CONVERSATIONS = 100;

type Item = vscode.QuickPickItem & { run?: () => unknown };

/** Shows whose memory this workspace uses, and changes it. */
export function registerWhichMemory(host: Host): void {
  registerCommand(host, commands.whichMemory, () => showWhichMemory(host));
}

export async function showWhichMemory(host: Host): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    void inform('No folder is open. What is said here is in the memory that windows without a folder share.');
    return;
  }
  const current = await host.workspaces.current();
  const here: Here = { ...current, former: await host.owners.formerIds(folder.uri.toString(), current.own) };
  const [memories, choices] = await Promise.all([host.store.workspaces.memories(), host.owners.choices()]);
  await pick(`${here.name} is known by ${sayIdentity(here.own)}`, items(host, here, memories, choices));
}

async function pick(placeHolder: string, choices: Item[]): Promise<void> {
  const picked = await vscode.window.showQuickPick(choices, { title: TITLE, placeHolder, matchOnDetail: true });
  await picked?.run?.();
}

function items(host: Host, here: Here, memories: KnownMemory[], choices: readonly MemoryChoice[]): Item[] {
  const all = namedMemories(memories);
  const inUse = all.find(({ id }) => id === here.id);
  const undoable = choicesFor(here, choices);
  const others = otherMemories(all, here);
  return [
    separator('In use here'),
    {
      label: `$(check) ${here.id === here.own ? 'Its own memory' : `The memory of ${plainLabel(nameIn(all, here.id))}`}`,
      description: inUse ? sayMemory(inUse) : 'nothing is recorded yet',
      ...(here.id === here.own ? {} : { detail: `known by ${sayIdentity(here.id)}` }),
      run: () => lookAt(host, here.id),
    },
    ...undoable.map(choice => undoItem(host, here, choice, memories)),
    ...(others.length > 0 ? [separator('Other memories')] : []),
    ...others.map(memory => ({
      label: `$(layers) ${plainLabel(memory.name)}`,
      description: [memory.why, sayMemory(memory)].filter(Boolean).join(' · '),
      detail: `known by ${sayIdentity(memory.id)}`,
      run: () => offer(host, here, memory),
    })),
  ];
}

/** What was bound can be undone: what was recorded under each goes back to it. */
function undoItem(host: Host, here: Here, choice: MemoryChoice, memories: KnownMemory[]): Item {
  const { workspace_id, other_id, chosen_at } = choice;
  const back = memories
    .filter(memory => memory.recorded_in === workspace_id)
    .reduce((sum, memory) => sum + memory.conversations, 0);
  const mine = workspace_id === here.own;
  const name = mine ? 'this workspace' : plainLabel(nameOf(workspace_id, recordedName(memories, workspace_id)));
  return {
    label: `$(discard) Keep ${name} apart again`,
    description: `together since ${sayDate(new Date(chosen_at), dateNow())}`,
    detail: `The ${plural(back, 'conversation')} recorded in ${mine ? 'it' : name} ${back === 1 ? 'goes' : 'go'} back to a memory of ${mine ? 'its' : 'their'} own.`,
    run: async () => {
      await host.owners.choose(workspace_id, other_id, 'apart');
      await changed(`Kept apart again. ${plural(back, 'conversation')} went back.`);
    },
  };
}

async function offer(host: Host, here: Here, memory: NamedMemory): Promise<void> {
  const name = plainLabel(memory.name);
  await pick(`${name}: ${sayMemory(memory)}`, [
    {
      label: '$(link) Use it here',
      detail: `This workspace and ${name} share one memory from now on. This command undoes it.`,
      run: async () => {
        await host.owners.choose(here.own, memory.id, 'same');
        await changed(`${here.name} uses the memory of ${name} now. “Which Memory Is This?” undoes it.`);
      },
    },
    { label: '$(list-unordered) Look at its conversations', run: () => lookAt(host, memory.id) },
  ]);
}

async function lookAt(host: Host, workspace_id: string): Promise<void> {
  const conversations = await host.store.conversations.list({ reach: { workspace_id }, limit: LISTED_CONVERSATIONS });
  if (conversations.length === 0) {
    void inform('Nothing is recorded there yet.');
    return;
  }
  await pick(
    'Open a conversation',
    conversations.map(({ uuid, title, turn_count, updated_at }) => ({
      label: plainLabel(title),
      description: `${plural(turn_count, 'turn')} · ${sayDate(new Date(updated_at), dateNow())}`,
      run: () => vscode.commands.executeCommand(commands.openTranscript, uuid),
    })),
  );
}

async function changed(sentence: string): Promise<void> {
  await vscode.commands.executeCommand(commands.refresh);
  void inform(plainMessage(sentence));
}

const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });

const sayMemory = ({ conversations, last_recorded }: NamedMemory) =>
  `${plural(conversations, 'conversation')}, last ${sayDate(new Date(last_recorded), dateNow())}`;

const nameIn = (all: readonly NamedMemory[], id: string) =>
  all.find(memory => memory.id === id)?.name ?? nameOf(id, '');

const recordedName = (memories: readonly KnownMemory[], id: string) =>
  memories.find(({ recorded_in }) => recorded_in === id)?.workspace_name ?? '';
