/** Time as whoever waits or dates something needs it, so that tests can turn the hands. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a while, and keeps no process alive for it; the result cancels. */
  after(ms: number, work: () => void): () => void;
  /** Ends early, by throwing the signal's reason, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** For whoever only looks at it. */
export type Now = Pick<Clock, 'now'>;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  sleep: sleepBy((ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  }),
};

/** Now as a date, for whoever says or writes it. */
export function dateNow(clock: Now = systemClock): Date {
  return new Date(clock.now());
}

/** Sleep for whoever can call back. */
export function sleepBy(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        return reject(signal.reason);
      }
      const stop = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = after(ms, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      signal.addEventListener('abort', stop, { once: true });
    });
}
