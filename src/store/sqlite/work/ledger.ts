import type { Ledger } from '../../../work/ledger.ts';
import { type Database, onlyWork } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';

export class SqliteLedger implements Sync<Ledger> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(day: string, tokens: number): void {
    this.#db.write(onlyWork, () => {
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
