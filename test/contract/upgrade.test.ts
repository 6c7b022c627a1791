import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CURRENT_VERSION } from '../../src/store/sqlite/schema/schema.ts';
import { turnsOf } from '../../src/store/turnStore.ts';
import { appendTurns } from '../support/storing.ts';
import { temporaryFolder } from '../support/temporaryStore.ts';
import { noticesOf, openStore } from './suite/sqliteFiles.ts';
import { dumpMemory } from './upgrade/dump.ts';

const WRITTEN = 7;
const kept = (suffix: string) => readFileSync(join(import.meta.dirname, 'upgrade', `memory-v${WRITTEN}${suffix}`));
const expected: unknown = JSON.parse(kept('.json').toString());

function unpack(t: TestContext): string {
  const file = join(temporaryFolder(t), 'memory.db');
  writeFileSync(file, gunzipSync(kept('.db.gz')));
  return file;
}

/** What of a later version's answer the earlier one knew: members that were added since are left out. */
function asKnownThen(now: unknown, then: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(then)) {
    return now.map((item, index) => asKnownThen(item, then[index]));
  }
  if (typeof now !== 'object' || now === null || typeof then !== 'object' || then === null) {
    return now;
  }
  const known = Object.entries(now).filter(([name]) => name in then);
  return Object.fromEntries(known.map(([name, value]) => [name, asKnownThen(value, Reflect.get(then, name))]));
}

/** Every row of every table, by name. */
function rowsOf(file: string): Record<string, unknown[]> {
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_fts%' ORDER BY 1",
  );
  const rows = tables.all().map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${name}"`).all()] as const);
  db.close();
  return Object.fromEntries(rows);
}

describe(`a memory file that the version with format ${WRITTEN} wrote`, () => {
  test('is upgraded with everything in it, and a backup equal to what it was', async t => {
    const file = unpack(t);
    const store = openStore(t, file);
    const notices = noticesOf(store);
    assert.equal((await store.open()).version, CURRENT_VERSION);
    const found = await dumpMemory(store, file);
    assert.deepEqual(asKnownThen(found, expected), expected);

    const backups = notices.filter(({ kind }) => kind === 'migrated');
    assert.equal(backups.length, CURRENT_VERSION > WRITTEN ? 1 : 0);
    for (const { kept } of backups) {
      assert.deepEqual(rowsOf(kept), rowsOf(unpack(t)));
    }
  });

  test('tells what was stated to the offline model from what was only looked up', async t => {
    const store = openStore(t, unpack(t));
    const turns = await Promise.all(
      (await store.conversations.list({ reach: 'all', limit: 50, lookups: 'too' })).map(({ uuid }) =>
        turnsOf(store, uuid, { limit: 50 }),
      ),
    );
    const kinds = new Map(turns.flat().map(({ user }) => [user.content, user.kind]));
    assert.equal(kinds.get('The staging database is on port 5433.'), 'note');
    assert.equal(kinds.get('/search jitter'), 'lookup');
    const told = [...kinds.values()].filter(kind => kind === 'talk');
    assert.equal(told.length, kinds.size - 2);
    const [hit] = await store.search.turns({ text: 'staging port', reach: 'all', limit: 5, turnsOnly: true });
    assert.equal(hit?.snippet, 'The staging database is on port 5433.');
  });

  test('knows no place of a folder yet, and takes one', async t => {
    const store = openStore(t, unpack(t));
    const place = { folder_id: 'folder:1', workspace_id: 'git:example.org/parcel', born: 1, git_born: 2, seen_ms: 3 };
    assert.deepEqual(await store.workspaces.places(place), []);
    await store.workspaces.notePlace(place);
    assert.deepEqual(await store.workspaces.places(place), [place]);
  });

  test('is searched and written to like any other', async t => {
    const store = openStore(t, unpack(t));
    const search = async (text: string) => (await store.search.turns({ text, reach: 'all', limit: 50 })).length;
    assert.ok((await search('jitter')) > 0);
    assert.ok((await search('préproduction')) > 0);
    const [conversation] = await store.conversations.list({ reach: 'all', titleWith: ['upload'], limit: 1 });
    const before = conversation!.turn_count;
    const end = { content: 'Narwhal.', status: 'complete' as const, timestamp: conversation!.updated_at, tools: [] };
    const start = { request_id: 'new', content: 'Said since', references: [], timestamp: conversation!.updated_at };
    await appendTurns(store, conversation!.uuid, [{ start, end }]);
    assert.equal((await store.conversations.get(conversation!.uuid))?.turn_count, before + 1);
    assert.equal(await search('narwhal'), 1);
    await store.conversations.delete(conversation!.uuid);
    assert.equal(await search('narwhal'), 0);
  });
});
