import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** A dialog shows its detail whole, however long it is. */
const dialog = /^show(?:Information|Warning|Error)Message\([^;]*?\bmodal: true/s;

test('every notification goes the way that keeps it short', () => {
  const direct = globSync('src/**/*.ts')
    .filter(file => !file.endsWith('notify.ts'))
    .flatMap(file => {
      const calls = readFileSync(file, 'utf8').split(/\bvscode\.window\.(?=show(?:Information|Warning|Error)Message)/);
      return calls.slice(1).flatMap(call => (dialog.test(call) ? [] : [`${file}: ${call.split('\n', 2).join(' ')}`]));
    });
  assert.deepEqual(direct, []);
});
