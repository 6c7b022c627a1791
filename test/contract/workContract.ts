import { describe } from 'node:test';
import { jobsSuite } from './suite/jobs.ts';
import { spendingSuite, workChangesSuite } from './suite/spending.ts';
import type { OpenWork } from './suite/workHarness.ts';

/** What the keeper of this computer's work must do. `open` gives an empty one of its own to each suite. */
export function workContract(name: string, open: OpenWork): void {
  describe(`${name}, work`, () => {
    jobsSuite(open);
    spendingSuite(open);
    workChangesSuite(open);
  });
}
