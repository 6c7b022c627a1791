import type { Reach } from '../../../model/reach.ts';
import type { Receipt } from '../../../model/receipt/receipt.ts';
import type { TurnRef } from '../../../model/turn/turn.ts';
import type { KeptReceipt, ReceiptStore } from '../../receiptStore.ts';
import { inConversation } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import { inReach } from './conversations.ts';
import { toReceipt } from './rows.ts';

export class SqliteReceipts implements Sync<ReceiptStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  put({ conversation_id, turn_index }: TurnRef, receipt: Receipt): void {
    this.#db.write(inConversation(conversation_id), () => {
      this.#db.run(
        'INSERT OR REPLACE INTO receipt (conversation_id, turn_index, receipt) VALUES (?, ?, ?)',
        conversation_id,
        turn_index,
        JSON.stringify(receipt),
      );
    });
  }

  read({ conversation_id, turn_index }: TurnRef): Receipt | undefined {
    const row = this.#db.get(
      'SELECT receipt FROM receipt WHERE conversation_id = ? AND turn_index = ?',
      conversation_id,
      turn_index,
    );
    return row && toReceipt(row);
  }

  last(where: { conversation_id: string } | Reach): KeptReceipt | undefined {
    const within =
      typeof where === 'object' && 'conversation_id' in where
        ? { sql: 'c.uuid = ?', values: [where.conversation_id] }
        : inActive(where);
    const row = this.#db.get(
      `SELECT r.* FROM conversation c CROSS JOIN receipt r ON r.conversation_id = c.uuid WHERE ${within.sql}
       ORDER BY c.updated_ms DESC, c.id DESC, r.turn_index DESC LIMIT 1`,
      ...within.values,
    );
    const ref = row && { conversation_id: String(row.conversation_id), turn_index: Number(row.turn_index) };
    return ref && { ref, receipt: toReceipt(row) };
  }
}

function inActive(reach: Reach) {
  const within = inReach(reach, 'c.workspace_id');
  return { ...within, sql: `${within.sql} AND c.status = 'active'` };
}
