import { onlyBackground } from '../../storeChange.ts';
import type { UsageStore } from '../../usageStore.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';

export class SqliteUsage implements Sync<UsageStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(day: string, tokens: number): void {
    this.#db.write(onlyBackground, () => {
      this.#db.run(
        'INSERT INTO usage (day, tokens) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET tokens = tokens + excluded.tokens',
        day,
        Math.round(tokens),
      );
    });
  }

  spent(day: string): number {
    return Number(this.#db.get('SELECT tokens FROM usage WHERE day = ?', day)?.tokens ?? 0);
  }
}
