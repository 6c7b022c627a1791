import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDigest, manifestDigest, sameDigest, sha256 } from '../src/checksum.ts';
import { formatBar, formatBytes, formatDuration, parseBytes } from '../src/format.ts';
import { choosePartSize, defaultPartSize, maxParts, planParts } from '../src/parts.ts';
import { laneCount, runPool } from '../src/pool.ts';

const MiB = 1024 * 1024;

test('a file is cut into parts of 8 MiB and a rest', () => {
  assert.equal(defaultPartSize, 8 * MiB);
  assert.deepEqual(planParts(20 * MiB), [
    { number: 1, offset: 0, length: 8 * MiB },
    { number: 2, offset: 8 * MiB, length: 8 * MiB },
    { number: 3, offset: 16 * MiB, length: 4 * MiB },
  ]);
  assert.deepEqual(planParts(0), [{ number: 1, offset: 0, length: 0 }]);
});

test('the part size doubles when a file would need too many parts', () => {
  assert.equal(choosePartSize(1024 * MiB), 8 * MiB);
  assert.equal(choosePartSize(maxParts * 8 * MiB), 8 * MiB);
  assert.equal(choosePartSize(maxParts * 8 * MiB + 1), 16 * MiB);
  assert.throws(() => choosePartSize(maxParts * 64 * MiB + 1), /too large/);
});

test('digests', () => {
  const digest = sha256(Buffer.from('parcel'));
  assert.ok(isDigest(digest));
  assert.ok(sameDigest(` ${digest.toUpperCase()}\n`, digest));
  assert.ok(!sameDigest('', ''));
  assert.notEqual(manifestDigest([digest, sha256(Buffer.alloc(0))]), manifestDigest([sha256(Buffer.alloc(0)), digest]));
});

test('sizes and times for people', () => {
  assert.equal(formatBytes(900), '900 B');
  assert.equal(formatBytes(8 * MiB), '8.0 MiB');
  assert.equal(formatDuration(65), '1 min 05 s');
  assert.equal(formatDuration(3725), '1 h 02 min');
  assert.equal(formatDuration(Number.POSITIVE_INFINITY), '--');
  assert.equal(formatBar(0.5, 10), '[#####.....]');
  assert.equal(parseBytes('8MiB'), 8 * MiB);
  assert.equal(parseBytes('1.5g'), 1536 * MiB);
  assert.equal(parseBytes('eight'), undefined);
});

test('the pool never runs more than four at once, and stops at the first failure', async () => {
  assert.equal(laneCount(9, 100), 4);
  assert.equal(laneCount(4, 2), 2);
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const items = Array.from({ length: 20 }, (_, index) => index);
  const work = async (item: number): Promise<void> => {
    seen.push(item);
    most = Math.max(most, ++running);
    await new Promise(resolve => setImmediate(resolve));
    running--;
    if (item === 9) throw new Error('part 9 failed');
  };
  await assert.rejects(runPool(items, 16, work), /part 9 failed/);
  assert.equal(most, 4);
  assert.ok(seen.length < 20);
});
