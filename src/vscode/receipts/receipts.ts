import type { ReceiptLink } from '../../memory/context/receipt/receiptDocument.ts';
import { itemKey, type Receipt } from '../../model/receipt/receipt.ts';
import type { TurnRef } from '../../model/turn/turn.ts';
import type { KeptReceipt } from '../../store/receiptStore.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { registerCommand } from '../commands.ts';
import type { Host } from '../host.ts';
import { commands } from '../ids.ts';
import { actOnReceipt, turnRefSchema } from './receiptActions.ts';
import { ReceiptPages } from './receiptPages.ts';

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
  registerCommand(host, commands.showReceipt, async (argument?: unknown) => {
    const parsed = turnRefSchema.safeParse(argument);
    const ref = parsed.success ? parsed.data : await lastRefHere(host);
    if (!ref) {
      throw new StoreError('not-found', 'No answer of this workspace has a receipt yet. Ask @memory something first.');
    }
    if (!(await host.store.receipts.read(ref))) {
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

async function readReceipt({ store }: Host, ref: TurnRef): Promise<Receipt | undefined> {
  const receipt = await store.receipts.read(ref);
  return receipt && (await withPins(store, receipt));
}

/** With what is pinned now, which may be more or less than when it was made. */
async function withPins(store: Store, receipt: Receipt): Promise<Receipt> {
  const rules = await store.rules.list('all');
  const pins = new Set(rules.filter(({ rule }) => rule === 'pin').map(({ item }) => itemKey(item)));
  return { ...receipt, given: receipt.given.map(item => ({ ...item, pinned: pins.has(itemKey(item.item)) })) };
}

/** Of the newest turn that has one. */
export async function lastReceiptOf({ store }: Host, conversation_id: string): Promise<KeptReceipt | undefined> {
  const keptReceipt = await store.receipts.last({ conversation_id });
  return keptReceipt && { ...keptReceipt, receipt: await withPins(store, keptReceipt.receipt) };
}

async function lastRefHere({ store, workspaces }: Host): Promise<TurnRef | undefined> {
  const keptReceipt = await store.receipts.last({ workspace_id: (await workspaces.current()).id });
  return keptReceipt?.ref;
}
