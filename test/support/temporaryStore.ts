import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqliteStore.ts';
import { silentLogger } from '../../src/util/logger.ts';

export const workerPath = new URL('../../src/store/sqlite/worker.ts', import.meta.url);

/** A folder that is gone after the test. */
export function temporaryFolder(context: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The real store on a file of its own. */
export function temporaryStore(context: Pick<TestContext, 'after'>, folder = temporaryFolder(context)): SqliteStore {
  const store = createSqliteStore({ file: join(folder, 'memory.db'), workerPath, logger: silentLogger });
  context.after(() => store.close());
  return store;
}
