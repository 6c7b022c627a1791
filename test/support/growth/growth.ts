import type { HostileText } from './hostileTexts.ts';

/** A function of a text; what it gives does not matter. */
export type TextFunction = (text: string) => unknown;

const SMALL = 4 * 1024;
/** Step by step, so that what is very slow is known before the longest text. */
const LARGER = [16 * 1024, 64 * 1024];
/** Linear work takes as many times longer as the text is longer; caches and the collector may cost something more. */
const SLACK = 3;
/** What takes less is quick, however it grows: to look over 64 KB from each of its characters takes a hundred times as long. */
const QUICK_MS = 8;
/** A machine that does other things too may be slow for a while, but not each time. */
const LOOKS = 3;
const SAMPLE_MS = 80;
/** The coarsest step in which a system counts a thread's time, more or less. */
const TICK_MS = 4;

/** Says how the time of a function grows with its text; undefined when it grows no faster than the text. */
export async function fastGrowth(run: TextFunction, text: HostileText): Promise<string | undefined> {
  for (const length of LARGER) {
    const growth = await growthTo(length, run, text);
    if (growth) {
      return growth;
    }
  }
  return undefined;
}

async function growthTo(length: number, run: TextFunction, text: HostileText): Promise<string | undefined> {
  const [small, large] = [text(SMALL), text(length)];
  const isLinear = (short: number, long: number) => long <= short * SLACK * (length / SMALL) + QUICK_MS;
  const once = await bestTime(run, large, 1);
  if (once <= QUICK_MS || isLinear(await bestTime(run, small, 6), once)) {
    return undefined;
  }
  let growth = '';
  for (let look = 0; look < LOOKS; look++) {
    const [short, long] = [await ownTime(run, small), await ownTime(run, large)];
    if (isLinear(short, long)) {
      return undefined;
    }
    growth = `${sayMs(short)} for ${SMALL} characters, ${sayMs(long)} for ${length}: ${Math.round(long / short)} times`;
  }
  return growth;
}

const sayMs = (ms: number) => `${ms.toPrecision(3)} ms`;

/** The clock tells short times well; of longer ones others on the machine may have taken a part. */
async function bestTime(run: TextFunction, text: string, calls: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let call = 0; call < calls; call++) {
    const [clock, own] = [performance.now(), process.threadCpuUsage()];
    await run(text);
    best = Math.min(best, performance.now() - clock, ownMs(own) + TICK_MS);
  }
  return best;
}

/** Of this thread alone, whatever else the machine does; of many calls, because some systems count it coarsely. */
async function ownTime(run: TextFunction, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    await run(text);
    const spent = ownMs(before);
    if (spent >= SAMPLE_MS) {
      return spent / calls;
    }
  }
}

function ownMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
