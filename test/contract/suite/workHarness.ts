import type { Work } from '../../../src/work/work.ts';
import { type Opened, type Session, useOpened } from './opened.ts';

export type OpenedWork = Opened<Work> & { work: Work };
export type OpenWork = () => Promise<OpenedWork>;
export type WorkSession = Session<Work> & { readonly work: Work };

/** One for all tests of a suite: they keep apart by kinds and days of their own. */
export function useWork(open: OpenWork): WorkSession {
  const { current, ...session } = useOpened<Work, OpenedWork>(open);
  return {
    ...session,
    get work() {
      return current().work;
    },
  };
}
