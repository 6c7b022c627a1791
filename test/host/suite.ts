// A few lines instead of a framework: node:test reports to a process of its own, which an extension host is not.
// Results go to the file named by STRATA_HOST_RESULTS, one JSON line each, read by test/host/run.mjs.
import { appendFileSync } from 'node:fs';

type Body = () => void | Promise<void>;
interface Test {
  name: string;
  body: Body;
  timeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 90_000;
const tests: Test[] = [];
let prefix = '';

/** Groups tests by putting its name before theirs. */
export function suite(name: string, define: () => void): void {
  const outer = prefix;
  prefix = `${outer}${name} > `;
  try {
    define();
  } finally {
    prefix = outer;
  }
}

export function test(name: string, body: Body, options: { timeoutMs?: number } = {}): void {
  tests.push({ name: prefix + name, body, timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS });
}

class Skipped extends Error {}

/** Ends a test that cannot be run on this machine. */
export function skip(reason: string): never {
  throw new Skipped(reason);
}

/** Runs every test, one after the other; rejects if one failed, which makes VS Code end with a failure. */
export async function runTests(pattern = new RegExp(process.env.STRATA_HOST_GREP ?? '')): Promise<void> {
  let failed = 0;
  for (const { name, body, timeoutMs } of tests.filter(({ name }) => pattern.test(name))) {
    const begin = performance.now();
    const { error, skipped } = await endOf(body, timeoutMs);
    if (error !== undefined) {
      failed++;
    }
    report({ name, durationMs: performance.now() - begin, error, skipped });
  }
  report({ end: true });
  if (failed > 0) {
    throw new Error(`${failed} host tests failed`);
  }
}

async function endOf(body: Body, timeoutMs: number): Promise<{ error?: string; skipped?: string }> {
  let timer: NodeJS.Timeout | undefined;
  let onUnhandled: ((reason: unknown) => void) | undefined;
  const disturbed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No end after ${timeoutMs} ms`)), timeoutMs);
    onUnhandled = reason => {
      if (isOurs(reason)) {
        reject(new Error('Unhandled rejection during the test', { cause: reason }));
      }
    };
    process.on('unhandledRejection', onUnhandled);
  });
  try {
    await Promise.race([Promise.resolve().then(body), disturbed]);
    return {};
  } catch (error) {
    return error instanceof Skipped ? { skipped: error.message } : { error: describe(error) };
  } finally {
    clearTimeout(timer);
    if (onUnhandled !== undefined) {
      process.off('unhandledRejection', onUnhandled);
    }
  }
}

/** Other extensions live in this host too; their troubles are not ours. */
function isOurs(reason: unknown): boolean {
  const root = process.env.STRATA_HOST_ROOT ?? '';
  return !(reason instanceof Error) || (reason.stack ?? '').includes(root);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${describe(error.cause)}`;
}

function report(result: object): void {
  const file = process.env.STRATA_HOST_RESULTS;
  if (file !== undefined) {
    appendFileSync(file, `${JSON.stringify(result)}\n`);
  }
}
