import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { REDACTED, redactSecrets } from '../../../src/model/secrets/secrets.ts';
import { commandLines } from './secrets/commandLines.ts';
import { files } from './secrets/files.ts';
import { forms } from './secrets/forms.ts';
import { harmlessCode } from './secrets/harmlessCode.ts';
import { harmlessProse } from './secrets/harmlessProse.ts';
import { values } from './secrets/values.ts';

const secrets = [...commandLines, ...files, ...values, ...forms];
const lookAlikes = [...harmlessCode, ...harmlessProse];

/** The secret is gone to its last character, and all that is around it stays. */
const missed = secrets.filter(row => {
  const given = row.replace(/[«»]/g, '');
  return redactSecrets(given) !== row.replace(/«[^»]*»/g, REDACTED);
});
const touched = lookAlikes.filter(text => redactSecrets(text) !== text);

suite('tables of secrets and of what only looks like one', () => {
  test('are long enough to mean something', () => {
    assert.ok(secrets.length >= 200 && lookAlikes.length >= 200, `${secrets.length}, ${lookAlikes.length}`);
    assert.equal(new Set(secrets).size, secrets.length);
    assert.equal(new Set(lookAlikes).size, lookAlikes.length);
  });

  test('at least 97 of 100 secrets are blanked out, and nothing beside them', () => {
    const recall = 1 - missed.length / secrets.length;
    assert.ok(recall >= 0.97, `recall ${recall.toFixed(3)}\n${missed.join('\n')}`);
  });

  test('at most one look-alike is touched', () => {
    assert.ok(touched.length <= 1, touched.join('\n'));
  });
});
