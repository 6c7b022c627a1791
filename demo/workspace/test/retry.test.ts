import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError, NetworkError } from '../src/errors.ts';
import { backoffDelay, defaultPolicy, isRetryable, nextDelay, parseRetryAfter, withRetries } from '../src/retry.ts';

const noWait = async (): Promise<void> => {};

test('the ceiling doubles from 500 ms and stops at 30 s', () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 8].map(failures => backoffDelay(failures, defaultPolicy, () => 1));
  assert.deepEqual(ceilings, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('full jitter reaches down to no wait at all', () => {
  assert.equal(backoffDelay(5, defaultPolicy, () => 0), 0);
  assert.equal(backoffDelay(5, defaultPolicy, () => 0.5), 4000);
});

test('only idempotent methods, only 408, 429 and 5xx', () => {
  for (const status of [408, 429, 500, 502, 503, 504]) assert.ok(isRetryable(new HttpError(status, ''), 'PUT'));
  for (const status of [400, 401, 403, 404, 409, 422]) assert.ok(!isRetryable(new HttpError(status, ''), 'PUT'));
  assert.ok(isRetryable(new NetworkError('ECONNRESET', 'reset'), 'GET'));
  assert.ok(!isRetryable(new NetworkError('ECONNRESET', 'reset'), 'POST'));
  assert.ok(!isRetryable(new HttpError(503, ''), 'POST'));
});

test('Retry-After is read as seconds or as a date', () => {
  assert.equal(parseRetryAfter('7'), 7000);
  const now = Date.UTC(2030, 0, 1);
  assert.equal(parseRetryAfter(new Date(now + 12_000).toUTCString(), now), 12_000);
  assert.equal(parseRetryAfter('soon'), undefined);
});

test('Retry-After is a floor with a little jitter, and has a limit', () => {
  const throttled = (seconds: string) => new HttpError(429, 'slow down', seconds);
  assert.equal(nextDelay(throttled('10'), 1, defaultPolicy, () => 0), 10_000);
  assert.equal(nextDelay(throttled('10'), 1, defaultPolicy, () => 1), 10_500);
  assert.equal(nextDelay(throttled('301'), 1, defaultPolicy), undefined);
});

test('six attempts, then the last error', async () => {
  let attempts = 0;
  const failing = withRetries(
    'PUT',
    async () => {
      attempts++;
      throw new HttpError(503, `try ${attempts}`);
    },
    { wait: noWait },
  );
  await assert.rejects(failing, /try 6/);
  assert.equal(attempts, 6);
});

test('an abort ends the waiting', async () => {
  const controller = new AbortController();
  const failing = withRetries('GET', () => Promise.reject(new HttpError(503, '', '60')), {
    signal: controller.signal,
    onRetry: () => controller.abort(),
  });
  await assert.rejects(failing, { name: 'AbortError' });
});
