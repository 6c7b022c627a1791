import type { Job } from '../../model/job.ts';
import type { MentionStore } from '../../store/mentionStore.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Background, BackgroundKind } from '../jobs/background.ts';
import { Postponed } from '../jobs/jobRunner.ts';
import { routineKinds } from '../jobs/routine.ts';
import { namesOf } from './waitingNames.ts';

export interface LinkJobOptions {
  mentions: Pick<MentionStore, 'waiting'>;
  ask: Background['ask'];
  /** The workspace whose files this window has; undefined while it has none. */
  workspaceId: () => Promise<string | undefined>;
  /** Links all that waits for the workspace; resolves to what was tried in vain. */
  link: (workspace_id: string, signal: AbortSignal) => Promise<ReadonlySet<string>>;
  logger: Logger;
  clock?: Clock;
}

/** Of each, so many are compared with what was asked for. */
const MOST_COMPARED = 50;
/** A question is linked with its answer, unless that takes longer. */
export const SOON_MS = 2000;
/** What cannot be linked now is tried again after this, or with the next turn. */
const LINK_AGAIN_MS = 60_000;

/** What is recorded is linked to files by one window that has the folder open, however many have. */
export class LinkJob {
  readonly kind: BackgroundKind;
  readonly #options: LinkJobOptions;
  readonly #clock: Clock;
  /** What was asked for, or tried in vain, and still waits: two windows would else ask each other for ever. */
  #asked: ReadonlySet<string> = new Set();
  #looking: Promise<void> | undefined;
  #running = false;
  #hasNew = false;
  #again = false;
  #cancelSoon = () => {};

  constructor(options: LinkJobOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.kind = {
      kind: routineKinds.link,
      quick: true,
      keys: async () => {
        const id = await options.workspaceId();
        return id === undefined ? [] : [id];
      },
      run: (job, signal) => this.#run(job, signal),
    };
  }

  /** Something was written, perhaps elsewhere. Resolves when the work is asked for, if there is some. */
  async notice(): Promise<void> {
    this.#again = true;
    if (!this.#running) {
      this.#looking ??= this.#look();
    }
    await this.#looking;
  }

  /** There is something new for certain, and more may follow at once. */
  noticeSoon(): void {
    this.#cancelSoon();
    this.#cancelSoon = this.#clock.after(SOON_MS, () => void this.noticeTurn());
  }

  /** A turn was recorded: there is something new for certain, though the turn may have been asked for before. */
  async noticeTurn(): Promise<void> {
    this.#cancelSoon();
    this.#hasNew = true;
    await this.notice();
  }

  /** Resolves when what was noticed so far is asked for. */
  async asked(): Promise<void> {
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (this.#again && !this.#running) {
      this.#again = false;
      try {
        await this.#askIfWaiting();
      } catch (error) {
        this.#options.logger.warn(`Links have to wait: ${describeError(error)}`);
      }
    }
    // At once: who notices something from now on starts anew.
    this.#looking = undefined;
  }

  async #askIfWaiting(): Promise<void> {
    const isSure = this.#hasNew;
    this.#hasNew = false;
    const id = await this.#options.workspaceId();
    if (id === undefined) {
      return;
    }
    if (isSure) {
      await this.#options.ask(routineKinds.link, id).catch(error => {
        this.#hasNew = true;
        throw error;
      });
      return;
    }
    const before = this.#asked;
    const waiting = await this.#waiting(id);
    this.#asked = waiting;
    if ([...waiting].some(key => !before.has(key))) {
      await this.#options.ask(routineKinds.link, id).catch(error => {
        this.#asked = before;
        throw error;
      });
    }
  }

  async #run({ key }: Job, signal: AbortSignal): Promise<void> {
    this.#running = true;
    try {
      do {
        this.#again = false;
        this.#asked = await this.#options.link(key, signal);
        signal.throwIfAborted();
        // Linking is noticed too; the round after it has nothing to do.
      } while (this.#again);
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      this.#options.logger.warn(`Links have to wait: ${describeError(error)}`);
      throw new Postponed(this.#clock.now() + LINK_AGAIN_MS);
    } finally {
      this.#running = false;
    }
  }

  async #waiting(workspace_id: string): Promise<Set<string>> {
    const { mentions } = this.#options;
    return namesOf(await mentions.waiting(workspace_id, MOST_COMPARED));
  }
}
