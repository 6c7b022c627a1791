import { type Clock, sleepBy } from '../../src/util/clock.ts';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; work: () => void }[] = [];
  #watchers = new Set<() => void>();

  constructor(start: number | string = '2026-03-04T14:30:00') {
    this.#now = new Date(start).getTime();
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  }

  readonly sleep = sleepBy((ms, work) => this.after(ms, work));

  /** How many wait for their time. */
  get sleeping(): number {
    return this.#timers.length;
  }

  /** Resolves when this many wait for their time. */
  async asleep(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watcher = () => this.#timers.length >= count && resolve();
    this.#watchers.add(watcher);
    watcher();
    await promise;
    this.#watchers.delete(watcher);
  }

  /** How long until something is due; undefined when nothing is. */
  get next(): number | undefined {
    const times = this.#timers.map(({ at }) => at - this.#now);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Moves the hands at once; then whatever is due is called. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { work } of due) {
      work();
    }
  }

  /** Lets time go by: each is called when it is due, and what it does next finds the hands there. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await new Promise<void>(resolve => setImmediate(resolve));
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) {
        break;
      }
      this.#timers = this.#timers.filter(other => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    this.#now = end;
  }
}
