import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayPass, StoreError, type StoreErrorReason } from '../../../src/store/store.ts';

const passes: Record<StoreErrorReason, boolean> = {
  'read-only': true,
  'disk-full': true,
  'newer-version': true,
  'not-ours': true,
  busy: true,
  corrupt: true,
  'cannot-open': true,
  unreachable: true,
  unauthorised: true,
  crashed: true,
  'not-found': false,
  overtaken: false,
  cancelled: false,
  closed: false,
  failed: false,
};

test('what a person can mend, or time, is tried again; anything else is not', () => {
  const reasons = Object.keys(passes) as StoreErrorReason[];
  const found = reasons.map(reason => [reason, mayPass(new StoreError(reason, 'A sentence.'))]);
  assert.deepEqual(Object.fromEntries(found), passes);
  assert.equal(mayPass(new Error('read-only')), false);
});
