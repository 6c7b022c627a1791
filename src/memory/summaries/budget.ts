import { type Clock, dateNow } from '../../util/clock.ts';
import { dayOf, startOfDay } from '../../util/dates.ts';
import type { Ledger } from '../../work/ledger.ts';

/** Tokens set aside for one call. */
export interface Reservation {
  /** Replaces the estimate by what the call cost. A second time changes nothing. */
  settle(tokens: number): Promise<void>;
}

export interface BudgetOptions {
  spending: Ledger;
  clock: Clock;
  /** `strata.budget.dailyTokens`, read anew each time. */
  dailyTokens: () => number;
}

/** The tokens that background work may spend in a day. All windows write into one ledger. */
export class Budget {
  readonly #options: BudgetOptions;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  get dailyTokens(): number {
    return Math.max(0, this.#options.dailyTokens());
  }

  spentToday(): Promise<number> {
    return this.#options.spending.spent(this.#today());
  }

  async allows(tokens: number): Promise<boolean> {
    return (await this.spentToday()) + tokens <= this.dailyTokens;
  }

  /**
   * Written down before it is checked, so that two windows cannot both take the last tokens.
   * What a crash leaves unsettled stays spent. Undefined when there is not enough left.
   */
  async reserve(tokens: number): Promise<Reservation | undefined> {
    const day = this.#today();
    const { spending } = this.#options;
    if (!(await this.allows(tokens))) {
      return undefined;
    }
    await spending.add(day, tokens);
    if ((await spending.spent(day)) > this.dailyTokens) {
      await spending.add(day, -tokens);
      return undefined;
    }
    let settled = false;
    return {
      async settle(actual) {
        if (settled) {
          return;
        }
        settled = true;
        if (actual !== tokens) {
          await spending.add(day, actual - tokens);
        }
      },
    };
  }

  /** The next local midnight, when a new day's tokens begin. */
  renewsAt(): number {
    const today = startOfDay(dateNow(this.#options.clock));
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime();
  }

  #today(): string {
    return dayOf(dateNow(this.#options.clock));
  }
}
