const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

/** Tries until it no longer throws; the last error counts. */
export async function eventually<T>(attempt: () => Promise<T> | T, patienceMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
      await new Promise(done => setTimeout(done, PAUSE_MS));
    }
  }
}
