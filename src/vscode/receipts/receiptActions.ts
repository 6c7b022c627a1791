import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { receiptAction } from '../../memory/context/receipt/receiptDocument.ts';
import type { RecallRule } from '../../model/receipt/recallRule.ts';
import { itemKey, type MemoryItem, memoryItemSchema } from '../../model/receipt/receipt.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import { StoreError } from '../../store/store.ts';
import { turnAt } from '../../store/turnStore.ts';
import { existingFiles } from '../files/existingFiles.ts';
import type { Host } from '../host.ts';
import { commands, participantName } from '../ids.ts';
import { inform } from '../notify.ts';
import { openTranscript } from '../transcripts/transcripts.ts';

export const turnRefSchema = z.object({ conversation_id: z.string(), turn_index: z.int().check(z.nonnegative()) });
/** The action, the answer whose receipt it is on, and the line. */
const receiptCallSchema = z.tuple([receiptAction, turnRefSchema, memoryItemSchema]);

/** Only what stands on a receipt that is there can be acted on. */
export async function actOnReceipt(host: Host, call: unknown): Promise<void> {
  const [action, ref, item] = receiptCallSchema.parse(call);
  const receipt = await host.store.receipts.read(ref);
  const line = [...(receipt?.given ?? []), ...(receipt?.left_out ?? [])].find(
    ({ item: other }) => itemKey(other) === itemKey(item),
  );
  if (!line) {
    throw new StoreError('not-found', 'That is no longer in memory.');
  }
  switch (action) {
    case 'open':
      return openItem(host, item);
    case 'leaveOutAndAskAgain':
      return askAgain(host, ref, [...host.exclusions.leftOutOf(ref), item]);
    case 'useAgain':
      return useAgain(host, ref, item);
    case 'alwaysUse':
      return setRule(host, item, 'pin', `“${line.label}” is given with every question from now on.`);
    case 'noLongerAlwaysUse':
      return setRule(host, item, undefined, `“${line.label}” is given again only where it fits.`);
  }
}

async function openItem(host: Host, item: MemoryItem): Promise<void> {
  if ('turn_index' in item) {
    return openTranscript(host, item.conversation_id, item.turn_index);
  }
  const [read] = await host.store.summaries.read([item.summary_id]);
  if (!read) {
    throw new StoreError('not-found', 'That summary is no longer in memory.');
  }
  await openTranscript(host, read.summary.conversation_id, read.summary.start_turn);
}

async function askAgain(host: Host, ref: TurnRef, without: readonly MemoryItem[]): Promise<void> {
  const turn = await turnAt(host.store, ref);
  if (!turn) {
    throw new StoreError('not-found', 'That question is no longer in memory.');
  }
  const { content, references } = turn.user;
  // The answer that is asked anew would tell what is left out of it.
  host.exclusions.askWithout(content, [...without, ref]);
  const files = await existingFiles(references.map(({ path }) => path));
  const query = `@${participantName} ${content}`;
  try {
    const attachFiles = files.map(({ uri }) => uri);
    // Not documented, hence the way out below.
    await vscode.commands.executeCommand('workbench.action.chat.open', { query, attachFiles });
  } catch {
    await vscode.commands.executeCommand(commands.ask, content);
  }
}

/** Left out by a rule, or only of that answer. */
async function useAgain(host: Host, ref: TurnRef, item: MemoryItem): Promise<void> {
  const rules = await host.store.rules.list('all');
  if (rules.some(ruled => itemKey(ruled.item) === itemKey(item) && ruled.rule === 'leave-out')) {
    await host.store.rules.set(item, undefined);
  }
  const others = host.exclusions.leftOutOf(ref).filter(other => itemKey(other) !== itemKey(item));
  await askAgain(host, ref, others);
}

async function setRule(host: Host, item: MemoryItem, rule: RecallRule | undefined, message: string): Promise<void> {
  await host.store.rules.set(item, rule);
  const undo = await inform(message, 'Undo');
  if (undo) {
    await host.store.rules.set(item, rule ? undefined : 'pin');
  }
}
