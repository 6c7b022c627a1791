/** Runs only while something is waited for, so that a slow reader is not taken for a silent sender. */
export interface IdleTimer {
  readonly signal: AbortSignal;
  readonly expired: boolean;
  watch<T>(wait: Promise<T>): Promise<T>;
  /** Stops for good and aborts what still listens to the signal. */
  end(): void;
}

export function createIdleTimer(timeoutMs: number): IdleTimer {
  const controller = new AbortController();
  let expired = false;
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    async watch(wait) {
      const timer = setTimeout(() => {
        expired = true;
        controller.abort();
      }, timeoutMs);
      try {
        return await wait;
      } finally {
        clearTimeout(timer);
      }
    },
    end() {
      controller.abort();
    },
  };
}
