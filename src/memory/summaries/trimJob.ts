import type { TrimRule } from '../../model/summary/layerRules.ts';
import type { Store } from '../../store/store.ts';
import { type Now, systemClock } from '../../util/clock.ts';
import { DAY_MS } from '../../util/dates.ts';
import type { JobQueue } from '../../work/jobQueue.ts';
import type { BackgroundKind } from '../jobs/background.ts';
import { Postponed } from '../jobs/jobRunner.ts';
import { routineKinds } from '../jobs/routine.ts';

/** `strata.summaries.keepDays`: for how many days summaries of a level stay; 0, or not named: for ever. */
export type KeepDays = Readonly<Record<string, number>>;

export interface TrimJobOptions {
  store: Store;
  queue: JobQueue;
  keepDays: () => KeepDays;
  clock?: Now;
}

/** Time to see a slip in the setting and take it back. */
const GRACE_MS = 10 * 60_000;
const kind = routineKinds.trim;

/** Old summaries go by themselves where a setting says so: once a day, by whichever window is there. */
export class TrimJob {
  readonly #options: TrimJobOptions;

  constructor(options: TrimJobOptions) {
    this.#options = options;
  }

  readonly kind: BackgroundKind = { kind, quick: true, run: () => this.#trim() };

  /** Asks for the daily work, unless it is asked for already or nothing is to go. */
  async notice(): Promise<void> {
    const { queue, keepDays } = this.#options;
    if (trimRules(keepDays(), this.#now()).length > 0 && !(await queue.list()).some(job => job.kind === kind)) {
      const run_after = this.#now() + GRACE_MS;
      await queue.enqueue({ kind, key: 'Old summaries', payload: null, run_after });
    }
  }

  async #trim(): Promise<void> {
    const rules = trimRules(this.#options.keepDays(), this.#now());
    if (rules.length > 0) {
      // Nobody is asked: what no higher summary tells stays.
      await this.#options.store.summaries.trim('all', rules, false, true);
      // It stays in the queue, so that no window does it again before tomorrow.
      throw new Postponed(this.#now() + DAY_MS);
    }
  }

  #now(): number {
    return (this.#options.clock ?? systemClock).now();
  }
}

export function trimRules(keepDays: KeepDays, now: number): TrimRule[] {
  return Object.entries(keepDays)
    .filter(([level, days]) => /^[1-9]$/.test(level) && days > 0)
    .map(([level, days]) => ({ level: Number(level), before: now - days * DAY_MS }));
}
