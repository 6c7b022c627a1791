/** More than this many parts at once gains nothing and is refused by the config. */
export const maxParallelParts = 4;

/** How many lanes to open: never more than there is work for, never none. */
export function laneCount(limit: number, items: number): number {
  return Math.max(1, Math.min(limit, maxParallelParts, items));
}

/**
 * Runs `work` over the items, at most `limit` at a time, in order of start.
 * The first failure stops the taking of further items; it is thrown once those under way have ended.
 */
export async function runPool<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  let failed = false;
  let failure: unknown;

  async function lane(): Promise<void> {
    while (!failed && next < items.length) {
      const index = next++;
      try {
        signal?.throwIfAborted();
        await work(items[index] as T, index);
      } catch (error) {
        if (!failed) failure = error;
        failed = true;
      }
    }
  }

  await Promise.all(Array.from({ length: laneCount(limit, items.length) }, lane));
  if (failed) throw failure;
}
