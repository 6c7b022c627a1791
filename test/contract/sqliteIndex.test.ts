import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { migrations } from '../../src/store/sqlite/schema/schema.ts';
import { Database } from '../../src/store/sqlite/sql/database.ts';
import { createTables } from '../../src/store/sqlite/tables.ts';
import { FullTextIndex } from '../../src/store/sqlite/words/textIndex.ts';
import type { Store } from '../../src/store/store.ts';
import { makeConversation, makeEnd, makeStart, makeTool } from '../support/builders.ts';
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
