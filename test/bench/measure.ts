import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../../src/store/store.ts';
import { silentLogger } from '../../src/util/logger.ts';

/** What scripts/bench.mjs hands to each file: where the stores lie, and how large they are. */
export const folder = process.argv[2]!;
export const sizes = process.argv.slice(3).map(Number);
export const largest = sizes.at(-1)!;

export type Unit = 'ms' | 'KB' | 'bytes' | 'turns/s' | 'calls' | 'M' | '×';

/** Which of the values must stay at or below what. */
export interface Target {
  of: string;
  atMost: number;
}

/** One line of the table; scripts/bench.mjs lays it out. */
export interface Measure {
  group: string;
  name: string;
  unit: Unit;
  values: Record<string, number>;
  target?: Target;
}

export function report(group: string, name: string, unit: Unit, values: Record<string, number>, target?: Target): void {
  reportAll([{ group, name, unit, values, ...(target && { target }) }]);
}

export function reportAll(measures: readonly Measure[]): void {
  const lines = measures.map(measure => `${JSON.stringify(measure)}\n`);
  appendFileSync(join(folder, 'measures.jsonl'), lines.join(''));
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function spread(values: readonly number[]): { p50: number; p95: number; max: number } {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), max: percentile(values, 1) };
}

/** By the clock, and what of it was processor time of this process: where others load the machine, they differ. */
export interface Sample {
  ms: number;
  own: number;
}

export function spreadOf(samples: readonly Sample[]): Record<string, number> {
  const own = spread(samples.map(sample => sample.own));
  return { ...spread(samples.map(sample => sample.ms)), 'own p50': own.p50, 'own p95': own.p95 };
}

export async function sampled(work: () => Promise<unknown>): Promise<Sample> {
  const used = process.cpuUsage();
  const { ms } = await timed(work);
  const { user, system } = process.cpuUsage(used);
  return { ms, own: (user + system) / 1000 };
}

export async function timed<T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
}

export const fileOf = (size: number) => join(folder, `memory-${size}.db`);

export function openStore(file: string): Store {
  const workerPath = new URL('../../src/store/sqlite/thread/worker.ts', import.meta.url);
  return createSqliteStore({ file, workerPath, logger: silentLogger });
}

export const sayCount = (count: number) => count.toLocaleString('en').replaceAll(',', ' ');
