import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { migrations } from '../../src/store/sqlite/schema/schema.ts';
import { Database } from '../../src/store/sqlite/sql/database.ts';
import { idAt, SLOT_MS } from '../../src/store/sqlite/sql/idAt.ts';
import { createTables } from '../../src/store/sqlite/tables.ts';
import { FullTextIndex } from '../../src/store/sqlite/words/textIndex.ts';
import type { Store } from '../../src/store/store.ts';
import { instantOf } from '../../src/util/dates.ts';
import { at, makeConversation, makeEnd, makeStart, makeTool } from '../support/builders.ts';
import { temporaryFolder } from '../support/temporaryStore.ts';
import { because, makeSummary } from './suite/harness.ts';
import { openStore } from './suite/sqliteFiles.ts';

/** The last version whose index took a run of characters for one word. */
const BEFORE = migrations.findIndex(step => step.reindex);

/** A file as that version left it: texts in its index as they stand. */
function makeOldFile(file: string): void {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  for (const step of migrations.slice(0, BEFORE)) {
    connection.exec(step.sql + (step.fullTextSql ?? ''));
  }
  connection.exec(`PRAGMA user_version = ${BEFORE}; PRAGMA journal_mode = WAL;`);
  const db = new Database(connection, file);
  const { conversations, turns, summaries } = createTables(db, new FullTextIndex(db));
  const { uuid } = conversations.ensure(makeConversation({ title: '画像圧縮の改善' }));
  const start = makeStart({ content: 'データベースはポート5433です', references: [{ path: 'src/upload.ts' }] });
  const end = makeEnd({ content: 'わかりました', tools: [makeTool({ arguments: { path: 'src/retryQueue.ts' } })] });
  turns.record({ uuid }, [{ start, end }]);
  const { conversation_summary } = summaries.add(makeSummary(uuid, { conversation_summary: '文字コードを決めました' }));
  db.exec(`
    INSERT OR REPLACE INTO turn_fts (rowid, prompt, answer) SELECT id, content, '' FROM message WHERE sequence_number = 0;
    INSERT OR REPLACE INTO title_fts (rowid, title) SELECT id, title FROM conversation;`);
  db.run('INSERT OR REPLACE INTO summary_fts (rowid, conversation_summary) VALUES (1, ?)', conversation_summary);
  db.close();
}

async function foundIn(store: Store): Promise<unknown[]> {
  const turns = async (text: string, file?: string) =>
    (await store.search.turns({ text, reach: 'all', limit: 5, ...(file ? { file } : {}) })).map(hit => hit.turn_index);
  const limits = [{ levels: [1], limit: 5 }];
  const summaries = await store.search.summaries({ text: '文字コード', reach: 'all', limits });
  return [await turns('データベース'), await turns('圧縮'), await turns('', 'retryQueue'), summaries.length];
}

describe('the word index of an older version', () => {
  test('is made anew, so that what was recorded before is found in every script', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeOldFile(file);
    const store = openStore(t, file);
    assert.deepEqual(await foundIn(store), [[0], [undefined], [0], 1]);
    await store.close();
    assert.deepEqual(await foundIn(openStore(t, file)), [[0], [undefined], [0], 1]);
  });

  test('stays as it was when making it anew fails in the middle, and is made the next time', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeOldFile(file);
    const change = (sql: string) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      const { user_version } = db.prepare('PRAGMA user_version').get()!;
      const found = db
        .prepare('SELECT rowid FROM turn_fts WHERE turn_fts MATCH \'"データベースはポート5433です"\'')
        .all();
      db.close();
      return [user_version, found.length];
    };
    change("UPDATE tool_call SET arguments = '{'");
    const store = openStore(t, file);
    await assert.rejects(store.open(), because('failed'));
    assert.deepEqual(change('UPDATE tool_call SET arguments = \'{"path":"src/retryQueue.ts"}\''), [BEFORE, 1]);
    assert.deepEqual(await foundIn(store), [[0], [undefined], [0], 1]);
  });
});

/** One conversation of so many turns about the same word, a minute apart. */
async function recordMany(store: Store, count: number, title: string, from: string): Promise<void> {
  const conversation = makeConversation({ title, external_id: title, created_at: at(from) });
  const turns = Array.from({ length: count }, (_, index) => {
    const timestamp = at(new Date(instantOf(at(from)) + index * 60_000).toISOString());
    return {
      start: makeStart({ content: `heron ${index}`, timestamp }),
      end: makeEnd({ content: 'Noted.', timestamp }),
    };
  });
  await store.turns.record(conversation, turns);
}

/** More than are ranked by their words. */
const VERY_MANY = 3100;

describe('the newest', () => {
  test('of very many turns with a word are those said last, not those recorded last', async t => {
    const store = openStore(t, join(temporaryFolder(t), 'memory.db'));
    await recordMany(store, VERY_MANY, 'now', '2026-03-04T14:30:00Z');
    await recordMany(store, 250, 'long ago', '2021-03-04T14:30:00Z');
    const hits = await store.search.turns({ text: 'heron', reach: 'all', limit: 3, turnsOnly: true });
    assert.deepEqual(
      hits.map(({ conversation_title, turn_index }) => [conversation_title, turn_index]),
      [1, 2, 3].map(last => ['now', VERY_MANY - last]),
    );
  });

  test('turns of a file from before come in the order of their times', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const store = openStore(t, file);
    await recordMany(store, 70, 'now', '2026-03-04T14:30:00Z');
    await recordMany(store, 70, 'long ago', '2021-03-04T14:30:00Z');
    await store.close();
    // As they were numbered before: in the order they were recorded.
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    db.exec(`PRAGMA user_version = 17; DELETE FROM turn_fts;
      CREATE TEMP TABLE was AS SELECT id, row_number() OVER (ORDER BY conversation_id, turn_index) AS place FROM message;
      UPDATE message_to_link SET message_id = (SELECT place FROM was WHERE was.id = message_id);
      UPDATE message SET id = (SELECT place FROM was WHERE was.id = message.id);`);
    const waiting = 'SELECT count(*) AS n FROM message_to_link JOIN message m ON m.id = message_id';
    const { n } = db.prepare(waiting).get()!;
    db.close();
    await openStore(t, file).open();
    const after = new DatabaseSync(file);
    const order = after.prepare('SELECT timestamp_ms, id FROM message ORDER BY id').all();
    assert.ok(
      order.every((row, index) => index === 0 || Number(order[index - 1]!.timestamp_ms) <= Number(row.timestamp_ms)),
    );
    assert.equal(after.prepare(waiting).get()!.n, n);
    assert.deepEqual(after.prepare('PRAGMA foreign_key_check').all(), []);
    after.close();
  });

  test('a turn that a Node without FTS5 wrote is indexed later, also where it is older than the others', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const store = openStore(t, file);
    await recordMany(store, 3, 'now', '2026-03-04T14:30:00Z');
    await recordMany(store, 3, 'long ago', '2021-03-04T14:30:00Z');
    await store.close();
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM turn_fts WHERE rowid = (SELECT min(id) FROM message)');
    db.close();
    const hits = await openStore(t, file).search.turns({ text: 'heron 0', reach: 'all', limit: 9 });
    assert.deepEqual(
      hits
        .filter(({ complete }) => complete)
        .map(hit => hit.conversation_title)
        .sort(),
      ['long ago', 'now'],
    );
  });
});

describe('ids', () => {
  test('follow time, and there is always one', () => {
    const db = new Database(new DatabaseSync(':memory:'), 'memory.db');
    db.exec('CREATE TABLE message (id INTEGER PRIMARY KEY, at INTEGER)');
    const add = (ms: number) => db.insert('INSERT INTO message VALUES (?, ?)', idAt(db, 'message', ms), ms);
    const slot = fc.nat(20_000);
    fc.assert(
      fc.property(fc.array(fc.oneof(slot, fc.constant(500)), { maxLength: 300 }), slots => {
        db.exec('DELETE FROM message');
        for (const each of slots) {
          add(each * SLOT_MS);
        }
        const rows = db.all('SELECT at FROM message ORDER BY id').map(row => Number(row.at) / SLOT_MS);
        // Those that want a place which is taken may come behind their neighbours, and no further than they are many.
        const reach = 64 + 2 * slots.length;
        assert.equal(rows.length, slots.length);
        assert.ok(rows.every((at, index) => rows.slice(index).every(later => later > at - reach)));
      }),
    );
    db.exec('DELETE FROM message');
    const ids = Array.from({ length: 200 }, () => add(500_000));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
      'those of one moment stay in order',
    );
    assert.ok(add(480_000) < ids[0]!);
    assert.ok(add(-1) >= 0);
    db.close();
  });
});
