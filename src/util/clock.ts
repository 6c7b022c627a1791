/** Time as code that waits needs it, so that tests can turn the hands. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, by throwing the signal's reason, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        return reject(signal.reason);
      }
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal.addEventListener('abort', stop, { once: true });
    });
  },
};
