import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isRoutine, routineKinds, routineName } from '../../../../src/memory/jobs/routine.ts';

suite('routine work', () => {
  test('comes and goes without a word, and is told by name where it failed for good', () => {
    for (const kind of Object.values(routineKinds)) {
      assert.ok(isRoutine({ kind, state: 'waiting' }) && isRoutine({ kind, state: 'running' }), kind);
      assert.equal(isRoutine({ kind, state: 'dead' }), false, kind);
      assert.ok(routineName(kind), kind);
    }
  });

  test('summaries, and kinds that nobody knows, are news', () => {
    for (const kind of ['summarize', 'redo', 'regenerate', 'of a later version', 'constructor', 'toString']) {
      assert.equal(isRoutine({ kind, state: 'waiting' }), false, kind);
      assert.equal(routineName(kind), undefined, kind);
    }
  });
});
