import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * How long this thread keeps its event loop from turning, by the clock and by the processor time it took itself:
 * where other programs share the machine, only the second is its own doing.
 */
export function watchEventLoop(): () => Record<string, number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let used = ownMs();
  let ownMost = 0;
  const ticker = setInterval(() => {
    const now = ownMs();
    ownMost = Math.max(ownMost, now - used);
    used = now;
  }, 1);
  return () => {
    clearInterval(ticker);
    delay.disable();
    const [p50, p95] = [50, 95].map(share => delay.percentile(share) / 1e6) as [number, number];
    return { p50, p95, max: delay.max / 1e6, 'own max': ownMost };
  };
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
