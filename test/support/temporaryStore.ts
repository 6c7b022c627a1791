import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore, type SqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { silentLogger } from '../../src/util/logger.ts';

export const workerPath = new URL('../../src/store/sqlite/thread/worker.ts', import.meta.url);

/** Whoever runs something at the end: a test's context, or a list that a suite works off. */
export interface Ending {
  after(cleanUp: () => unknown): void;
}

/** A folder that is gone after the test. */
export function temporaryFolder(context: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real store on a file of its own. */
export function temporaryStore(context: Ending, folder = temporaryFolder(context)): SqliteStore {
  const store = createSqliteStore({ file: join(folder, 'memory.db'), workerPath, logger: silentLogger });
  context.after(() => store.close());
  return store;
}
