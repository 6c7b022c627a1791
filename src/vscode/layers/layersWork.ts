import { summaryJobKinds } from '../../memory/summaries/summaryJobs.ts';
import type { Job } from '../../model/job.ts';
import { Emitter } from '../../util/emitter.ts';
import type { JobQueue } from '../../work/jobQueue.ts';

export type WorkState = { state: 'working' } | { state: 'failed'; error: string };

const kinds: readonly string[] = Object.values(summaryJobKinds);

/** Which conversations are being summarised, by any window, or could not be: read from the queue. */
export class LayersWork {
  readonly #queue: JobQueue;
  readonly #changes = new Emitter<readonly string[]>();
  #states: ReadonlyMap<string, WorkState> = new Map();
  #reading: Promise<void> | undefined;
  #again = false;

  constructor(queue: JobQueue) {
    this.#queue = queue;
  }

  /** The conversations whose state is another now. */
  readonly onDidChange = this.#changes.event;

  stateOf(conversation_id: string): WorkState | undefined {
    return this.#states.get(conversation_id);
  }

  /** The queue may have changed. Many calls during one reading make one more. */
  async look(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #read(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const [dead, running] = await Promise.all([this.#queue.list('dead'), this.#queue.list('running')]);
      const before = this.#states;
      this.#states = new Map<string, WorkState>([
        ...ours(dead).map(job => [job.key, { state: 'failed', error: job.last_error ?? '' }] as const),
        ...ours(running).map(job => [job.key, { state: 'working' }] as const),
      ]);
      const ids = new Set([...before.keys(), ...this.#states.keys()]);
      const changed = [...ids].filter(id => before.get(id)?.state !== this.#states.get(id)?.state);
      if (changed.length > 0) {
        this.#changes.fire(changed);
      }
    }
  }
}

function ours(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ kind }) => kinds.includes(kind));
}
