import { fail } from 'node:assert/strict';
import { after, before } from 'node:test';

/** What a contract is tried on. */
export interface Opened<T> {
  /** One more over the same data: that of the next session, or of another window. */
  reopen(): Promise<T>;
  /** Closes them all and removes the data. */
  dispose(): Promise<void>;
}

export interface Session<T> {
  /** That of a second window on the same data, opened once. */
  other(): Promise<T>;
  reopen(): Promise<T>;
}

/** One for all tests of a suite: they keep apart by names of their own. */
export function useOpened<T, O extends Opened<T>>(open: () => Promise<O>): Session<T> & { current(): O } {
  let opened: O | undefined;
  let other: Promise<T> | undefined;
  const current = () => opened ?? fail('It is opened before the tests of its suite.');
  before(async () => {
    opened = await open();
  });
  after(() => current().dispose());
  return {
    current,
    other: () => {
      other ??= current().reopen();
      return other;
    },
    reopen: () => current().reopen(),
  };
}
