import type { Reach } from '../../../model/reach.ts';
import type { RecallRule, RuledItem } from '../../../model/receipt/recallRule.ts';
import type { MemoryItem } from '../../../model/receipt/receipt.ts';
import type { RuleStore } from '../../ruleStore.ts';
import { anything, inConversation } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import { inReach } from './conversations.ts';
import { toRuledItem } from './rows.ts';

export class SqliteRules implements Sync<RuleStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  set(item: MemoryItem, rule: RecallRule | undefined): void {
    const { table, columns, values } = placeOf(item);
    const touched = 'conversation_id' in item ? inConversation(item.conversation_id) : anything;
    this.#db.write(touched, () => {
      if (rule) {
        const marks = columns.map(() => '?').join(', ');
        this.#db.run(
          `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}, rule) VALUES (${marks}, ?)`,
          ...values,
          rule,
        );
      } else {
        this.#db.run(`DELETE FROM ${table} WHERE ${columns.map(column => `${column} = ?`).join(' AND ')}`, ...values);
      }
    });
  }

  list(reach: Reach): RuledItem[] {
    const within = inReach(reach, 'c.workspace_id');
    // The rules are few: CROSS JOIN keeps SQLite from starting with the conversations.
    const rows = this.#db.all(
      `SELECT r.summary_id, NULL AS conversation_id, NULL AS turn_index, r.rule FROM summary_rule r
         CROSS JOIN summary s ON s.uuid = r.summary_id CROSS JOIN conversation c ON c.uuid = s.conversation_id WHERE ${within.sql}
       UNION ALL
       SELECT NULL, t.conversation_id, t.turn_index, t.rule FROM turn_rule t
         CROSS JOIN conversation c ON c.uuid = t.conversation_id WHERE ${within.sql}`,
      ...within.values,
      ...within.values,
    );
    return rows.map(toRuledItem);
  }
}

function placeOf(item: MemoryItem): { table: string; columns: string[]; values: (string | number)[] } {
  return 'summary_id' in item
    ? { table: 'summary_rule', columns: ['summary_id'], values: [item.summary_id] }
    : {
        table: 'turn_rule',
        columns: ['conversation_id', 'turn_index'],
        values: [item.conversation_id, item.turn_index],
      };
}
