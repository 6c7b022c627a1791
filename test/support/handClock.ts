import type { RunnerClock } from '../../src/memory/jobs/jobRunner.ts';

/** A clock whose hands a test turns. */
export class HandClock implements RunnerClock {
  #now: number;
  #timers: { at: number; work: () => void }[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  /** How long until something is due; undefined when nothing is. */
  get next(): number | undefined {
    const times = this.#timers.map(({ at }) => at - this.#now);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { work } of due) {
      work();
    }
  }
}
