import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { layOut } from '../../../scripts/lib/benchTable.mjs';
import type { Measure } from '../../bench/measure.ts';

const machine = { cores: 2, model: 'Example', load: 0.5 };
const begin = new Date('2026-03-04T14:30:00Z');

function makeMeasure(given: Partial<Measure>): Measure {
  return { group: 'Search', name: 'as one types', unit: 'ms', values: { p50: 12, p95: 40, max: 90 }, ...given };
}

function lineOf(name: string, measures: readonly Measure[]): string {
  return layOut({ begin, machine, measures })
    .split('\n')
    .find(line => line.includes(name))!;
}

suite('the table of the benchmark', () => {
  test('a target stands beside its figure, marked where it is missed', () => {
    const reached = makeMeasure({ target: { of: 'p95', atMost: 50 } });
    const missed = makeMeasure({ name: 'questions', target: { of: 'max', atMost: 50 } });
    assert.match(lineOf('as one types', [reached]), /✓ p95 ≤ 50 ms$/);
    assert.match(lineOf('questions', [missed]), /✗ MISSED max ≤ 50 ms$/);
    assert.match(layOut({ begin, machine, measures: [reached, missed] }), /1 of 2 targets reached$/);
  });

  test('a figure that is not there misses its target', () => {
    assert.match(lineOf('as one types', [makeMeasure({ values: {}, target: { of: 'p95', atMost: 50 } })]), /MISSED/);
  });

  test('each group has its own columns, and a figure alone has none', () => {
    const size = makeMeasure({ group: 'Sizes', name: 'the package', unit: 'KB', values: { value: 12345.6 } });
    const lines = layOut({ begin, machine, measures: [size, makeMeasure({})] }).split('\n');
    assert.ok(lines.includes('Sizes'));
    assert.match(lines.find(line => line.includes('the package'))!, /12 346 KB$/);
    assert.match(lines.find(line => line.startsWith('Search'))!, /p50 +p95 +max$/);
  });

  test('nothing measured is an empty table', () => {
    assert.match(layOut({ begin, machine, measures: [] }), /0 of 0 targets reached$/);
  });
});
