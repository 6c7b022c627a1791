import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressMeter } from '../src/progress.ts';

function record(isTTY: boolean) {
  const writes: string[] = [];
  return { writes, output: { isTTY, columns: 100, write: (text: string) => writes.push(text) } };
}

test('a terminal is redrawn ten times a second at most', () => {
  const { writes, output } = record(true);
  let now = 0;
  const meter = new ProgressMeter(1000, 0, output, () => now);
  for (; now < 1000; now += 10) meter.add(1);
  assert.equal(writes.length, 10);
});

test('a log gets a line per tenth', () => {
  const { writes, output } = record(false);
  const meter = new ProgressMeter(1000, 0, output, () => 0);
  for (let sent = 0; sent < 1000; sent += 50) meter.add(50);
  assert.equal(writes.length, 10);
  assert.match(writes[9] ?? '', /100%/);
});

test('a resumed upload starts where it stopped, and its rate counts only new bytes', () => {
  const { output } = record(false);
  let now = 0;
  const meter = new ProgressMeter(1000, 500, output, () => now);
  assert.equal(meter.fraction, 0.5);
  now = 2000;
  meter.add(100);
  assert.equal(meter.rate, 50);
  assert.match(meter.line(), /8 s left/);
});

test('an empty file is complete', () => {
  const meter = new ProgressMeter(0, 0, record(false).output);
  assert.equal(meter.fraction, 1);
});
