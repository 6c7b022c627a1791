import type { Job } from '../../model/job.ts';
import { mayPass, StoreError } from '../../store/store.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { describeError, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { JobOutcome, JobsOf } from '../../work/jobQueue.ts';
import type { Work } from '../../work/work.ts';
import { EXTEND_MS, LEASE_MS } from './lease.ts';
import { isRoutine } from './routine.ts';

/** Does one piece of work; may be called again for the same one, after a crash for instance. */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>;

/** A kind of background work, as one window can do it. */
export interface JobKind {
  kind: string;
  run: JobHandler;
  /** The keys that can be done here, asked before each look at the queue; without it, all. */
  keys?: () => Promise<readonly string[]>;
}

/** Thrown by a handler whose time has not come: no failure, however often. */
export class Postponed extends Error {
  readonly until: number;

  constructor(until: number) {
    super('It is not time for this yet.');
    this.until = until;
  }
}

export interface JobRunnerOptions {
  work: Work;
  kinds: readonly JobKind[];
  /** Unique to this window. */
  owner: string;
  logger: Logger;
  clock?: Clock;
}

const JOB_FIRST_WAIT_MS = 5000;
const JOB_LONGEST_WAIT_MS = 10 * 60_000;
const MOST_ATTEMPTS = 6;
/** A store that is away counts as no attempt, so the wait does not grow either. */
const STORE_AWAY_MS = 60_000;
/** No sleep is longer than this: another window may have died with a lease, or left work behind. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** Works on the queue, one job at a time, beside the other windows. Asleep while there is nothing to do. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #busy = new Emitter<boolean>({ error: message => this.#options.logger.error(message) });
  #working: Promise<void> | undefined;
  #again = false;
  #cancelTimer: () => void = () => {};

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** True while a job that may be somebody's news is being done here. */
  readonly onDidChangeBusy = this.#busy.event;

  /** There may be something to do. */
  wake(): void {
    if (this.#stopped.signal.aborted) {
      return;
    }
    this.#again = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#again) {
        this.wake();
      }
    });
  }

  /** Wakes when something of its kinds is asked for, or may have been by another window. */
  follow(): Disposable {
    return this.#options.work.onDidChange(({ kind, asked, elsewhere }) => {
      if (elsewhere || (asked && this.#options.kinds.some(own => own.kind === kind))) {
        this.wake();
      }
    });
  }

  /** Resolves when this window has nothing to do now. For tests and for closing. */
  async idle(): Promise<void> {
    while (this.#working) {
      await this.#working;
    }
  }

  /** Stops at the next point where nothing is half done; the lease runs out, and another window goes on. */
  async dispose(): Promise<void> {
    this.#stopped.abort();
    this.#cancelTimer();
    await this.idle();
    this.#busy.dispose();
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopped.signal.aborted) {
      this.#again = false;
      this.#cancelTimer();
      try {
        this.#sleepUntil(await this.#drain());
      } catch (error) {
        this.#options.logger.warn(`Background work has to wait: ${describeError(error)}`);
        this.#wakeIn(JOB_LONGEST_WAIT_MS);
      }
    }
  }

  /** Resolves to when there is something to do again, as far as that is known. */
  async #drain(): Promise<number | undefined> {
    const { work, owner } = this.#options;
    for (;;) {
      if (this.#stopped.signal.aborted) {
        return undefined;
      }
      // What was asked for until now, and what can be done here by now, is seen by this look.
      this.#again = false;
      const of = await this.#doable();
      const { job, due } = await work.jobs.claim({ of, owner, now: this.#clock.now(), lease_ms: LEASE_MS });
      if (!job) {
        return due;
      }
      if (isRoutine(job)) {
        await this.#do(job);
        continue;
      }
      this.#busy.fire(true);
      try {
        await this.#do(job);
      } finally {
        this.#busy.fire(false);
      }
    }
  }

  async #do(job: Job): Promise<void> {
    const { work, kinds, owner, logger } = this.#options;
    const finish = (outcome: JobOutcome) => work.jobs.finish(job.uuid, owner, outcome);
    if (job.attempts > MOST_ATTEMPTS) {
      // It may be what ended the windows that had it.
      const error = `It was begun ${MOST_ATTEMPTS} times and never ended.`;
      logger.warn(`${job.kind} is given up: ${error}`);
      await finish({ is: 'failed', error, run_after: undefined });
      return;
    }
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal]);
    let stopExtending = () => {};
    const extendLater = () => {
      stopExtending = this.#clock.after(EXTEND_MS, extend);
    };
    const extend = () => {
      extendLater();
      work.jobs.extend(job.uuid, owner, this.#clock.now() + LEASE_MS).then(
        mine => mine || lost.abort(),
        () => {},
      );
    };
    extendLater();
    try {
      await kinds.find(({ kind }) => kind === job.kind)!.run(job, signal);
      await finish({ is: 'done' });
    } catch (error) {
      if (signal.aborted) {
        // Given back at once, unless it is already somebody else's.
        await finish({ is: 'put-off', run_after: this.#clock.now() }).catch(() => {});
      } else if (error instanceof StoreError && error.reason === 'not-found') {
        // What it was about was deleted meanwhile.
        await finish({ is: 'done' });
      } else if (error instanceof Postponed) {
        await finish({ is: 'put-off', run_after: error.until });
      } else if (isStoreAway(error)) {
        logger.warn(`${job.kind} has to wait: ${describeError(error)}`);
        await finish({ is: 'put-off', run_after: this.#clock.now() + STORE_AWAY_MS });
      } else {
        logger.warn(`${job.kind} failed (attempt ${job.attempts}): ${describeError(error)}`);
        await finish({ is: 'failed', error: messageOf(error), run_after: this.#nextAttempt(job) });
      }
    } finally {
      stopExtending();
    }
  }

  async #doable(): Promise<JobsOf[]> {
    return await Promise.all(
      this.#options.kinds.map(async ({ kind, keys }) => (keys ? { kind, keys: await keys() } : { kind })),
    );
  }

  /** Undefined: it is dead until a person tries again. */
  #nextAttempt(job: Job): number | undefined {
    const wait = Math.min(JOB_LONGEST_WAIT_MS, JOB_FIRST_WAIT_MS * 2 ** (job.attempts - 1));
    return job.attempts < MOST_ATTEMPTS ? this.#clock.now() + wait : undefined;
  }

  #sleepUntil(due: number | undefined): void {
    const wait = due === undefined ? LOOK_AGAIN_MS : due - this.#clock.now();
    this.#wakeIn(Math.min(LOOK_AGAIN_MS, Math.max(0, wait)));
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(ms, () => this.wake());
  }
}

/** A thread that ended may have been ended by the work itself. */
function isStoreAway(error: unknown): boolean {
  return mayPass(error) && !(error instanceof StoreError && error.reason === 'crashed');
}
