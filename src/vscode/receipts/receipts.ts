import type { ReceiptLink } from '../../memory/context/receipt/receiptDocument.ts';
import { itemKey, type Receipt } from '../../model/receipt.ts';
import type { TurnRef } from '../../model/turn.ts';
import { StoreError } from '../../store/store.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { actOnReceipt, turnRefSchema } from './receiptActions.ts';
import { ReceiptPages } from './receiptPages.ts';

const CONVERSATIONS = 20;
const TURNS = 50;

export interface KeptReceipt {
  ref: TurnRef;
  receipt: Receipt;
}

export function registerReceipts(host: Host): void {
  const pages = new ReceiptPages(ref => readReceipt(host, ref), commandLinks);
  host.context.subscriptions.push(
    pages,
    host.store.onDidChange(({ quiet }) => {
      if (!quiet) {
        pages.refresh();
      }
    }),
  );
  registerCommand(host, commands.showReceipt, async (given?: unknown) => {
    const named = turnRefSchema.safeParse(given);
    const ref = named.success ? named.data : (await lastReceiptHere(host))?.ref;
    if (!ref) {
      throw new StoreError('not-found', 'No answer of this workspace has a receipt yet. Ask @memory something first.');
    }
    if (!(await host.store.recall.receipt(ref))) {
      throw new StoreError('not-found', 'The receipt of this answer is gone: its conversation was deleted.');
    }
    await pages.show(ref);
  });
  registerCommand(host, commands.itemReceiptAction, (...call: unknown[]) => actOnReceipt(host, call));
}

export function commandLinks(ref: TurnRef): ReceiptLink {
  return (action, item) => {
    const query = encodeURIComponent(JSON.stringify([action, ref, item]));
    return `command:${commands.itemReceiptAction}?${query}`;
  };
}

/** With what is pinned now, which may be more or less than when it was made. */
async function readReceipt({ store }: Host, ref: TurnRef): Promise<Receipt | undefined> {
  const receipt = await store.recall.receipt(ref);
  if (!receipt) {
    return undefined;
  }
  const rules = await store.recall.rules('all');
  const pins = new Set(rules.filter(({ rule }) => rule === 'pin').map(({ item }) => itemKey(item)));
  return { ...receipt, given: receipt.given.map(item => ({ ...item, pinned: pins.has(itemKey(item.item)) })) };
}

/** Of the newest turn that has one. */
export async function lastReceiptOf(host: Host, conversation_id: string): Promise<KeptReceipt | undefined> {
  const { turn_count = 0 } = (await host.store.conversations.get(conversation_id)) ?? {};
  for (let turn_index = turn_count - 1; turn_index >= Math.max(0, turn_count - TURNS); turn_index--) {
    const ref = { conversation_id, turn_index };
    const receipt = await readReceipt(host, ref);
    if (receipt) {
      return { ref, receipt };
    }
  }
  return undefined;
}

async function lastReceiptHere(host: Host): Promise<KeptReceipt | undefined> {
  const reach = { workspace_id: (await host.workspaces.current()).id };
  for (const { uuid } of await host.store.conversations.list({ reach, limit: CONVERSATIONS, lookups: 'too' })) {
    const found = await lastReceiptOf(host, uuid);
    if (found) {
      return found;
    }
  }
  return undefined;
}
