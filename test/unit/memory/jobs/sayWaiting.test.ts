import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sayWaiting } from '../../../../src/memory/jobs/sayWaiting.ts';
import type { Job } from '../../../../src/model/job.ts';

const now = new Date(2026, 2, 4, 14, 0);
const at = (hours: number, minutes: number, days = 0) => new Date(2026, 2, 4 + days, hours, minutes).getTime();
const ready = { kind: 'ready' } as const;
const quota = {
  kind: 'away',
  until: at(14, 30),
  message: 'The daily Gemini quota of this API key is used up. Summaries are made offline.',
} as const;
const refused = { kind: 'bad-key', message: 'Gemini did not accept the API key. Set a new one.' } as const;

function makeJob(given: Partial<Job>): Job {
  return {
    ...{ uuid: 'j', kind: 'redo', key: 'c', payload: null, state: 'waiting', attempts: 0, run_after: at(14, 30) },
    ...{ lease_owner: null, lease_until: null, last_error: null },
    ...given,
  };
}

suite('each job says what it waits for', () => {
  for (const [name, job, state, expected] of [
    ['the quota', {}, quota, 'The daily Gemini quota of this API key is used up. Tried again at 14:30.'],
    ['another key', {}, refused, 'Gemini did not accept the API key.'],
    ['a model that another window asked', {}, ready, 'Waits until 14:30, when the model is asked again.'],
    ['tomorrow', { run_after: at(0, 0, 1) }, ready, 'Waits until tomorrow at 00:00, when the model is asked again.'],
    ['another day', { run_after: at(9, 0, 3) }, ready, 'Waits until 7 Mar, when the model is asked again.'],
    ['its turn', { run_after: at(13, 59) }, quota, 'Next in line.'],
    [
      'another try',
      { attempts: 2, last_error: 'The disk is full.' },
      ready,
      'Tried again at 14:30. It failed: The disk is full.',
    ],
    ['this window', { state: 'running', lease_owner: 'me', lease_until: at(14, 1) }, ready, 'Being done now.'],
    [
      'another window',
      { state: 'running', lease_owner: 'you', lease_until: at(14, 1) },
      ready,
      'Being done in another window.',
    ],
    [
      'a window that is gone',
      { state: 'running', lease_owner: 'you', lease_until: at(13, 59) },
      ready,
      'Its window was closed. It goes on in a moment.',
    ],
    ['a person', { state: 'dead', last_error: 'The pond was frozen.' }, ready, 'The pond was frozen.'],
  ] as const) {
    test(name, () => assert.equal(sayWaiting(makeJob(job), { now, owner: 'me', state }), expected));
  }
});
