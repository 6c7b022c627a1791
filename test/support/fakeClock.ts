import type { Clock } from '../../src/util/clock.ts';

export interface FakeClock extends Clock {
  /** How many are asleep. */
  readonly sleeping: number;
  /** Moves the hands and wakes whoever is due, in order. */
  advance(ms: number): Promise<void>;
  /** Resolves when this many are asleep. */
  asleep(count: number): Promise<void>;
}

/** A clock that stands still until a test moves it. */
export function makeFakeClock(start = '2026-03-04T14:30:00'): FakeClock {
  let now = new Date(start).getTime();
  let sleepers: { due: number; wake: () => void }[] = [];
  let watchers: (() => void)[] = [];
  const notify = () => {
    for (const watcher of [...watchers]) {
      watcher();
    }
  };
  const settle = () => new Promise<void>(resolve => setImmediate(resolve));

  return {
    get sleeping() {
      return sleepers.length;
    },
    now: () => now,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          return reject(signal.reason);
        }
        const sleeper = { due: now + ms, wake: resolve };
        sleepers.push(sleeper);
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter(other => other !== sleeper);
          reject(signal.reason);
        });
        notify();
      });
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = sleepers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) {
          break;
        }
        sleepers = sleepers.filter(other => other !== next);
        now = Math.max(now, next.due);
        next.wake();
      }
      now = end;
    },
    asleep: count =>
      new Promise<void>(resolve => {
        const watcher = () => {
          if (sleepers.length < count) {
            return;
          }
          watchers = watchers.filter(other => other !== watcher);
          resolve();
        };
        watchers.push(watcher);
        watcher();
      }),
  };
}
