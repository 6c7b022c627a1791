import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { openDatabase } from '../../src/store/sqlite/file/open.ts';
import { createTables, type EntityName } from '../../src/store/sqlite/tables.ts';
import { createSqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { PlainIndex } from '../../src/store/sqlite/words/plainIndex.ts';
import type { Store, StoreNotice } from '../../src/store/store.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { storeContract } from './storeContract.ts';
import { summarySearchSuite } from './suite/layers.ts';
import { searchSuite } from './suite/search.ts';
import { searchProperties } from './suite/searchProperties.ts';
import { unspacedSuite } from './suite/unspaced.ts';
import { workContract } from './workContract.ts';

const workerPath = new URL('../../src/store/sqlite/thread/worker.ts', import.meta.url);

async function openIn<S extends Store>(make: (file: string) => S) {
  const folder = await mkdtemp(join(tmpdir(), 'strata-contract-'));
  const stores: S[] = [];
  const notices: StoreNotice[] = [];
  const reopen = async () => {
    const store = make(join(folder, 'memory.db'));
    stores.push(store);
    store.onDidNotice(notice => notices.push(notice));
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    dispose: async () => {
      await Promise.all(stores.map(store => store.close()));
      await rm(folder, { recursive: true });
      assert.deepEqual(notices, [], 'a healthy file is never set aside');
    },
  };
}

const openSqlite = () => openIn(file => createSqliteStore({ file, workerPath, logger: silentLogger }));

storeContract('SQLite', openSqlite);

workContract('SQLite', async () => {
  const { store, reopen, dispose } = await openSqlite();
  return { work: store.work, reopen: async () => (await reopen()).work, dispose };
});

/** The store as on a Node without FTS5, in this thread: only what searching needs. */
function createPlainStore(file: string): Store {
  const { db } = openDatabase(file);
  const tables = createTables(db, new PlainIndex(db));
  const entity = <T extends object>(name: EntityName): T =>
    new Proxy({} as T, {
      get:
        (_, method) =>
        async (...args: unknown[]) => {
          const table: object = tables[name];
          const work: unknown = Reflect.get(table, method);
          return typeof work === 'function' ? work.apply(table, args) : undefined;
        },
    });
  return {
    conversations: entity('conversations'),
    turns: entity('turns'),
    search: entity('search'),
    summaries: entity('summaries'),
    files: entity('files'),
    mentions: entity('mentions'),
    rules: entity('rules'),
    receipts: entity('receipts'),
    workspaces: entity('workspaces'),
    onDidChange: () => ({ dispose() {} }),
    onDidNotice: () => ({ dispose() {} }),
    exists: async () => true,
    open: async () => ({ description: 'SQLite without FTS5', version: 0, fullText: false }),
    close: async () => db.close(),
  };
}

describe('SQLite without FTS5', () => {
  const open = () => openIn(createPlainStore);
  searchSuite(open);
  searchProperties(open);
  unspacedSuite(open);
  summarySearchSuite(open);
});
