import type { Job } from '../../model/job.ts';
import type { Reach } from '../../model/reach.ts';
import { markOf } from '../../model/summary/layerRules.ts';
import type { Summary } from '../../model/summary/summary.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { type Now, systemClock } from '../../util/clock.ts';
import { DAY_MS, instantOf } from '../../util/dates.ts';
import type { JobQueue } from '../../work/jobQueue.ts';
import { type JobKind, Postponed } from '../jobs/jobRunner.ts';
import { type Layers, type MakeOptions, OnlyProvisional } from './layers.ts';

export const summaryJobKinds = { summarize: 'summarize', redo: 'redo', regenerate: 'regenerate' } as const;

export interface SummaryJobsOptions {
  store: Store;
  queue: JobQueue;
  layers: Layers;
  enabled: () => boolean;
  /** When the wanted model may be asked again; undefined: now. */
  awayUntil: () => number | undefined;
  clock?: Now;
}

/** Far enough for a model whose return nobody can tell. */
const SOME_TIME_MS = 30 * 60_000;
/** What a window may have left undone when it was killed. */
const RECORDED_LATELY_MS = DAY_MS;
const MOST_LATELY = 50;
const MOST_PUBLISHING_TRIES = 10;

/** The work behind the layers, in the queue: one job a conversation and kind, whichever window does it. */
export class SummaryJobs {
  readonly #options: SummaryJobsOptions;

  constructor(options: SummaryJobsOptions) {
    this.#options = options;
  }

  readonly kinds: readonly JobKind[] = [
    { kind: summaryJobKinds.summarize, run: (job, signal) => this.#summarize(job, signal) },
    { kind: summaryJobKinds.redo, run: (job, signal) => this.#redo(job, signal) },
    { kind: summaryJobKinds.regenerate, run: (job, signal) => this.#regenerate(job, signal) },
  ];

  /** A conversation has grown: asks for its summaries if one is due. */
  async noticeTurn(conversation_id: string): Promise<void> {
    const { enabled, layers, store } = this.#options;
    if (!enabled()) {
      return;
    }
    const marks = await store.summaries.marks(conversation_id);
    if (marks.length > 0) {
      await this.#noticeLate(conversation_id);
    }
    if (await layers.next(conversation_id, { marks })) {
      await this.#ask(summaryJobKinds.summarize, conversation_id);
    }
  }

  /** An answer that came after its L1 was made gets into it. */
  async #noticeLate(conversation_id: string): Promise<void> {
    if ((await this.#options.store.summaries.ofConversation(conversation_id, { outdated: true })).length > 0) {
      const job = await this.#ask(summaryJobKinds.redo, conversation_id);
      // Also where it had failed for good: there is more to tell now.
      await this.#options.queue.retry(job.uuid, this.#now());
    }
  }

  /** What was recorded shortly before a window died may still wait for its summaries. */
  async noticeLately(reach: Reach): Promise<void> {
    const query = { reach, from: this.#now() - RECORDED_LATELY_MS, limit: MOST_LATELY };
    for (const { uuid } of await this.#options.store.conversations.list(query)) {
      await this.noticeTurn(uuid);
    }
  }

  /** Some of what its summaries tell was taken back. */
  async redo(conversation_id: string): Promise<void> {
    await this.#ask(summaryJobKinds.redo, conversation_id);
  }

  async regenerate(conversation_id: string): Promise<void> {
    await this.#ask(summaryJobKinds.regenerate, conversation_id);
  }

  /** The model is back, or a person asks: all provisional summaries in scope. Tells how many conversations that is. */
  async redoProvisional(reach: Reach): Promise<number> {
    const { store, queue } = this.#options;
    const conversations = new Set<string>();
    for (const { level, provisional } of await store.summaries.statistics(reach)) {
      const query = { reach, level, provisional: true, limit: provisional };
      for (const { summary } of provisional > 0 ? await store.summaries.list(query) : []) {
        conversations.add(summary.conversation_id);
      }
    }
    for (const conversation_id of conversations) {
      const job = await this.#ask(summaryJobKinds.redo, conversation_id);
      await queue.retry(job.uuid, this.#now());
    }
    return conversations.size;
  }

  /** All that is due, or that a person asked for; what is provisional is redone when the model is back. */
  async make(conversation_id: string, signal: AbortSignal, options: MakeOptions = {}): Promise<number> {
    let asked = false;
    const onMade = async (summary: Summary) => {
      if (summary.provisional && !asked) {
        // At once: the rest may be cancelled.
        asked = true;
        await this.#askRedo(conversation_id);
      }
      await options.onMade?.(summary);
    };
    const count = await this.#options.layers.make(conversation_id, signal, { ...options, onMade });
    await this.#noticeLate(conversation_id);
    return count;
  }

  async #summarize({ key }: Job, signal: AbortSignal): Promise<void> {
    await this.make(key, signal);
  }

  /** From the bottom up: what a redone summary went into is redone too. */
  async #redo({ key }: Job, signal: AbortSignal): Promise<void> {
    const { store, layers, awayUntil } = this.#options;
    for (const outdated of await store.summaries.ofConversation(key, { outdated: true })) {
      signal.throwIfAborted();
      await layers.redo(outdated, signal, { evenProvisional: true });
    }
    const summaries = await store.summaries.ofConversation(key);
    const madeAt = new Map(summaries.map(({ uuid, created_at }) => [uuid, instantOf(created_at)]));
    for (const summary of summaries) {
      const children = summary.parent_summaries.map(child => madeAt.get(child));
      // Older than one below it: a window that redid that one was closed before it came here.
      const stale = children.some(child => child !== undefined && child > madeAt.get(summary.uuid)!);
      const complete = !children.includes(undefined);
      if (!summary.provisional && !(stale && complete)) {
        continue;
      }
      const until = awayUntil();
      if (until !== undefined && until > this.#now()) {
        throw new Postponed(until);
      }
      signal.throwIfAborted();
      if (!(await layers.redo(summary, signal))) {
        throw new Postponed(this.#whenBack());
      }
      if (complete) {
        madeAt.set(summary.uuid, Number.POSITIVE_INFINITY);
      }
    }
  }

  /**
   * A person waits for it: the old summaries serve until the new ones are complete, also when it is cancelled. False
   * when the old ones stay, because the model is away and they are better than what could be made without it.
   */
  async regenerateNow(
    conversation_id: string,
    signal: AbortSignal,
    onMade?: (summary: Summary) => void,
  ): Promise<boolean> {
    const { store } = this.#options;
    await store.summaries.unstage(conversation_id);
    try {
      await this.#restage(conversation_id, signal, onMade);
      return true;
    } catch (error) {
      await store.summaries.unstage(conversation_id);
      if (error instanceof OnlyProvisional) {
        return false;
      }
      throw error;
    }
  }

  /** Goes on where a closed window, or a model that went away, left off. */
  async #regenerate({ key }: Job, signal: AbortSignal): Promise<void> {
    try {
      await this.#restage(key, signal);
    } catch (error) {
      throw error instanceof OnlyProvisional ? new Postponed(this.#whenBack()) : error;
    }
  }

  async #restage(
    conversation_id: string,
    signal: AbortSignal,
    onMade: (summary: Summary) => void = () => {},
  ): Promise<void> {
    const { store, layers } = this.#options;
    const covered = (staged: boolean) =>
      store.summaries.marks(conversation_id, staged).then(marks => markOf(marks, 1).next_turn);
    // A provisional summary never takes the place of one that is not.
    const lastingOnly = (await store.summaries.ofConversation(conversation_id)).some(({ provisional }) => !provisional);
    const options = { staged: true, lastingOnly, onMade };
    for (let tries = 1; ; tries++) {
      await layers.make(conversation_id, signal, options);
      if ((await covered(true)) < (await covered(false))) {
        // The last summary was made by hand, before it was due: so it is again.
        await layers.make(conversation_id, signal, { ...options, force: true });
      }
      // Others may add a summary meanwhile, or publish or forget what is staged.
      if ((await store.summaries.publish(conversation_id)) || (await covered(true)) === 0) {
        break;
      }
      if (tries === MOST_PUBLISHING_TRIES) {
        throw new StoreError('overtaken', 'The conversation kept growing, so its summaries stay as they are for now.');
      }
    }
    if ((await store.summaries.ofConversation(conversation_id)).some(({ provisional }) => provisional)) {
      await this.#askRedo(conversation_id);
    }
    await this.#noticeLate(conversation_id);
  }

  async #ask(kind: string, key: string, run_after = this.#now()): Promise<Job> {
    return await this.#options.queue.enqueue({ kind, key, payload: null, run_after });
  }

  async #askRedo(conversation_id: string): Promise<void> {
    await this.#ask(summaryJobKinds.redo, conversation_id, this.#whenBack());
  }

  #whenBack(): number {
    return this.#options.awayUntil() ?? this.#now() + SOME_TIME_MS;
  }

  #now(): number {
    return (this.#options.clock ?? systemClock).now();
  }
}
