import { randomUUID } from 'node:crypto';
import type { Job } from '../../model/job.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Work } from '../../work/work.ts';
import { type JobKind, JobRunner } from './jobRunner.ts';

/** What a kind of work tells the window about itself. */
export interface BackgroundKind extends JobKind {
  /** Asks no model: done beside the work that does, never behind it. */
  quick?: boolean;
}

export interface BackgroundOptions {
  work: Work;
  logger: Logger;
  /** Whether there is a memory: a window that never uses it opens nothing. */
  exists: () => Promise<boolean>;
  /** Unique to this window. */
  owner?: string;
  clock?: Clock;
}

/** Work that another window left behind is looked for once this one has settled. */
export const START_MS = 5000;

/** All background work of a window: features register their kinds, and it is done beside the other windows'. */
export class Background {
  /** The name under which this window claims jobs. */
  readonly owner: string;
  readonly #options: BackgroundOptions;
  readonly #clock: Clock;
  readonly #kinds: Record<Lane, BackgroundKind[]> = { slow: [], quick: [] };
  readonly #runners: Record<Lane, JobRunner>;
  readonly #following: Disposable[];
  readonly #starts: (() => Promise<unknown>)[] = [];
  readonly #busyChanges = new Emitter<boolean>({ error: message => this.#options.logger.error(message) });
  #cancelStart = () => {};

  constructor(options: BackgroundOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.owner = options.owner ?? randomUUID();
    const { work, logger } = options;
    const runner = (kinds: readonly JobKind[]) =>
      new JobRunner({ work, kinds, owner: this.owner, logger, clock: this.#clock });
    this.#runners = { slow: runner(this.#kinds.slow), quick: runner(this.#kinds.quick) };
    this.#following = this.#both().flatMap(each => [
      each.follow(),
      each.onDidChangeBusy(busy => this.#busyChanges.fire(busy)),
    ]);
  }

  /** True while a job that may be somebody's news is being done here. */
  readonly onDidChangeBusy = this.#busyChanges.event;

  register(...kinds: readonly BackgroundKind[]): void {
    for (const kind of kinds) {
      this.#kinds[laneOf(kind)].push(kind);
    }
  }

  /** Asks for what may have been left undone, once the window has settled. */
  atStart(ask: () => Promise<unknown>): void {
    this.#starts.push(ask);
  }

  /** Asked for anew, also where it had failed for good. */
  async ask(kind: string, key: string): Promise<Job> {
    const { jobs } = this.#options.work;
    const job = await jobs.enqueue({ kind, key, payload: null, run_after: this.#clock.now() });
    if (job.state === 'dead') {
      await jobs.retry(job.uuid, this.#clock.now());
    }
    // Also where asking changed nothing: it may only now be doable here.
    this.#runners[this.#laneOf(kind)].wake();
    return job;
  }

  /** There may be something to do, or something more that can be done here. */
  wake(): void {
    for (const runner of this.#both()) {
      runner.wake();
    }
  }

  startLater(): Disposable {
    this.#cancelStart();
    this.#cancelStart = this.#clock.after(START_MS, () => void this.#start());
    return { dispose: () => this.#cancelStart() };
  }

  async #start(): Promise<void> {
    const wait = (error: unknown) => this.#options.logger.warn(`Background work has to wait: ${describeError(error)}`);
    if (!(await this.#options.exists().catch(wait))) {
      return;
    }
    for (const ask of this.#starts) {
      // One that fails does not stop the others.
      await ask().catch(wait);
    }
    this.wake();
  }

  /** Resolves when this window does nothing of the kind now. */
  async idle(kind: string): Promise<void> {
    await this.#runners[this.#laneOf(kind)].idle();
  }

  /** Lets the jobs under way end where nothing is half done. */
  async stop(): Promise<void> {
    this.#cancelStart();
    for (const following of this.#following) {
      following.dispose();
    }
    await Promise.all(this.#both().map(runner => runner.dispose()));
    this.#busyChanges.dispose();
  }

  #laneOf(kind: string): Lane {
    return this.#kinds.quick.some(quick => quick.kind === kind) ? 'quick' : 'slow';
  }

  #both(): JobRunner[] {
    return [this.#runners.slow, this.#runners.quick];
  }
}

type Lane = 'slow' | 'quick';

function laneOf({ quick }: BackgroundKind): Lane {
  return quick ? 'quick' : 'slow';
}
