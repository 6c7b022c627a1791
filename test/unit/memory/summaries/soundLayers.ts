import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LayerSettings } from '../../../../src/memory/summaries/planner.ts';
import type { Summary } from '../../../../src/model/summary/summary.ts';
import type { Store } from '../../../../src/store/store.ts';
import { makeConversation, makeTurn } from '../../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';

/** A conversation whose turns have these sizes. */
export async function converse(store: Store, sizes: readonly number[]): Promise<string> {
  const { uuid } = await ensureConversation(store, makeConversation());
  await append(store, uuid, sizes);
  return uuid;
}

export async function append(store: Store, uuid: string, sizes: readonly number[]): Promise<void> {
  const turns = sizes.map(size => makeTurn('u'.repeat(Math.floor(size / 2)), 'a'.repeat(Math.ceil(size / 2))));
  await appendTurns(store, uuid, turns);
}

export const ranges = (summaries: readonly Summary[]) =>
  summaries.map(s => [s.level, s.start_turn, s.end_turn, s.char_range_start, s.char_range_end]);

/** Every rule of the layers over a whole conversation. */
export function assertSound(summaries: readonly Summary[], sizes: readonly number[], settings: LayerSettings): void {
  const offsets = [0];
  for (const size of sizes) {
    offsets.push(offsets.at(-1)! + size);
  }
  for (let level = 1; level <= settings.maxLevel; level++) {
    const of = summaries.filter(summary => summary.level === level);
    let next = 0;
    for (const summary of of) {
      assert.equal(summary.start_turn, next, `level ${level} goes on where it ended`);
      assert.ok(summary.end_turn >= summary.start_turn);
      assert.deepEqual(
        [summary.char_range_start, summary.char_range_end],
        [offsets[summary.start_turn], offsets[summary.end_turn + 1]],
      );
      const below = summaries.filter(
        s => s.level === level - 1 && s.start_turn >= summary.start_turn && s.end_turn <= summary.end_turn,
      );
      assert.deepEqual(
        summary.parent_summaries,
        level === 1 ? [] : below.map(({ uuid }) => uuid),
        'all it condenses, and no level skipped',
      );
      next = summary.end_turn + 1;
    }
  }
}

export const sizesArbitrary = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
export const settingsArbitrary = fc.record({
  everyChars: fc.integer({ min: 20, max: 150 }),
  everyTurns: fc.constantFrom(0, 0, 3, 7),
  everyTokens: fc.constantFrom(0, 0, 12),
  maxLevel: fc.integer({ min: 1, max: 4 }),
});
export const lengths = (seed: number) => (material: { level: number }) => 10 + ((material.level * 7 + seed) % 30);
