import type { Reach } from '../model/reach.ts';
import type { Receipt } from '../model/receipt/receipt.ts';
import type { TurnRef } from '../model/turn/turn.ts';

export interface KeptReceipt {
  ref: TurnRef;
  receipt: Receipt;
}

/** What recall did for an answer. A receipt goes with its turn, and with any conversation it names. */
export interface ReceiptStore {
  put(ref: TurnRef, receipt: Receipt): Promise<void>;
  read(ref: TurnRef): Promise<Receipt | undefined>;
  /** That of the newest turn with one: of a conversation, or of the one of a reach, not archived, that last changed. */
  last(where: { conversation_id: string } | Reach): Promise<KeptReceipt | undefined>;
}
