import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError, NetworkError } from './errors.ts';

export interface RetryPolicy {
  /** The ceiling of the first wait; it doubles with every failure. */
  baseMs: number;
  /** No computed wait is longer than this. */
  capMs: number;
  /** Counts the first try too. */
  maxAttempts: number;
  /** A server that asks for a longer pause than this is not waited for. */
  retryAfterLimitMs: number;
}

export const defaultPolicy: RetryPolicy = {
  baseMs: 500,
  capMs: 30_000,
  maxAttempts: 6,
  retryAfterLimitMs: 300_000,
};

export interface RetryOptions {
  policy?: RetryPolicy;
  signal?: AbortSignal | undefined;
  /** For tests: a fixed source instead of Math.random. */
  random?: () => number;
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  onRetry?: (error: unknown, attempt: number, delayMs: number) => void;
}

const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method.toUpperCase());
}

/** Timeouts, throttling and the server's own failures; never another 4xx. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599);
}

export function isRetryable(error: unknown, method: string): boolean {
  if (!isIdempotent(method)) return false;
  if (error instanceof NetworkError) return true;
  return error instanceof HttpError && isRetryableStatus(error.status);
}

/** Retry-After in milliseconds: either seconds or an HTTP date. */
export function parseRetryAfter(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Full jitter: anywhere between nothing and the exponential ceiling. `failures` counts from 1. */
export function backoffDelay(failures: number, policy: RetryPolicy, random: () => number = Math.random): number {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (failures - 1));
  return Math.round(random() * ceiling);
}

/** The wait before the next attempt, or undefined when there should be none. */
export function nextDelay(
  error: unknown,
  failures: number,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  if (failures >= policy.maxAttempts) return undefined;
  const asked = error instanceof HttpError ? parseRetryAfter(error.retryAfter) : undefined;
  if (asked === undefined) return backoffDelay(failures, policy, random);
  if (asked > policy.retryAfterLimitMs) return undefined;
  return asked + Math.round(random() * policy.baseMs);
}

const defaultWait = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, signal ? { signal } : {});
};

/** Runs `attempt` until it succeeds, fails for good, or the policy is exhausted. */
export async function withRetries<T>(
  method: string,
  attempt: (number: number) => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { policy = defaultPolicy, random = Math.random, wait = defaultWait, signal, onRetry } = options;
  for (let failures = 0; ; ) {
    try {
      return await attempt(failures + 1);
    } catch (error) {
      failures++;
      if (signal?.aborted || !isRetryable(error, method)) throw error;
      const delayMs = nextDelay(error, failures, policy, random);
      if (delayMs === undefined) throw error;
      onRetry?.(error, failures, delayMs);
      await wait(delayMs, signal);
    }
  }
}
