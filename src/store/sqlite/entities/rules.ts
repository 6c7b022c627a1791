import type { Reach } from '../../../model/reach.ts';
import type { MemoryItem } from '../../../model/receipt.ts';
import type { RecallRule, RuledItem, RuleStore } from '../../ruleStore.ts';
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

/** Before the staged summaries of a conversation take the place of the others: the rules go over to them. */
export function carryRules(db: Database, conversation_id: string): void {
  // Where two come together, 'leave-out' is inserted last and stays.
  db.run(
    `INSERT OR REPLACE INTO summary_rule (summary_id, rule)
     SELECT heir, rule FROM (
       SELECT r.rule, (SELECT n.uuid FROM summary n
         WHERE n.conversation_id = o.conversation_id AND n.staged = 1 AND n.level = o.level
           AND n.start_turn <= o.end_turn AND n.end_turn >= o.start_turn
         ORDER BY min(n.end_turn, o.end_turn) - max(n.start_turn, o.start_turn) DESC, n.start_turn LIMIT 1) AS heir
       FROM summary o CROSS JOIN summary_rule r ON r.summary_id = o.uuid
       WHERE o.conversation_id = ? AND o.staged = 0)
     WHERE heir IS NOT NULL ORDER BY rule DESC`,
    conversation_id,
  );
}
