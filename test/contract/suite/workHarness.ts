import { fail } from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Work } from '../../../src/work/work.ts';

export interface OpenedWork {
  work: Work;
  /** The same work, as the next session or another window has it. */
  reopen(): Promise<Work>;
  /** Closes them all and removes the data. */
  dispose(): Promise<void>;
}

export type OpenWork = () => Promise<OpenedWork>;

export interface WorkSession {
  readonly work: Work;
  /** That of a second window, opened once. */
  other(): Promise<Work>;
  reopen(): Promise<Work>;
}

/** One for all tests of a suite: they keep apart by kinds and days of their own. */
export function useWork(open: OpenWork): WorkSession {
  let opened: OpenedWork | undefined;
  let other: Promise<Work> | undefined;
  const current = () => opened ?? fail('It is opened before the tests of its suite.');
  before(async () => {
    opened = await open();
  });
  after(() => current().dispose());
  return {
    get work() {
      return current().work;
    },
    other: () => {
      other ??= current().reopen();
      return other;
    },
    reopen: () => current().reopen(),
  };
}
