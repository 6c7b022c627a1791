import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import type { Store } from '../../src/store/store.ts';
import { makeTurn } from '../support/builders.ts';
import { temporaryFolder } from '../support/temporaryStore.ts';
import { converse, makeSummary } from './suite/harness.ts';
import { openStore } from './suite/sqliteFiles.ts';
import { rowsIn, topicsIn } from './suite/sqliteRows.ts';

function setUp(t: TestContext) {
  const file = join(temporaryFolder(t), 'memory.db');
  const idOf = (name: string) => rowsIn(file, 'SELECT uuid FROM topic WHERE name = ?', name)[0]?.uuid;
  return { file, store: openStore(t, file), topics: (summary_id?: string) => topicsIn(file, summary_id), idOf };
}

/** A summary about these topics, in a conversation of its own. */
async function addAbout(store: Store, topics: string[]) {
  const { uuid: conversation_id, workspace_id } = await converse(store, {}, [makeTurn('a')]);
  const summary = await store.summaries.add(makeSummary(conversation_id), { links: { topics } });
  return { conversation_id, workspace_id, summary };
}

describe('topics of summaries', () => {
  test('a topic is made once, whatever the case and the blanks of its name', async t => {
    const { store, topics } = setUp(t);
    for (const names of [
      ['Password validation', 'password VALIDATION', '  Password   validation '],
      ['Épreuves d’été', 'épreuves d’ÉTÉ', 'E\u0301preuves d’e\u0301te\u0301'],
    ]) {
      for (const name of names) {
        const { summary } = await addAbout(store, [name]);
        assert.deepEqual(topics(summary.uuid), [names[0]], name);
      }
    }
    assert.equal(topics().length, 2);
  });

  test('two windows that race make one topic', async t => {
    const { file, store, topics } = setUp(t);
    const windows = [store, openStore(t, file)];
    await Promise.all(Array.from({ length: 12 }, (_, i) => addAbout(windows[i % 2]!, ['Race'])));
    assert.deepEqual(topics(), ['Race']);
  });

  test('a summary is about its own topics and those of the summaries below', async t => {
    const { store, topics } = setUp(t);
    const { summary, conversation_id } = await addAbout(store, ['Uploads', 'uploads', 'Retries']);
    const place = { level: 2, source_type: 'SUMMARY' as const, parent_summaries: [summary.uuid] };
    const parent = await store.summaries.add(makeSummary(conversation_id, place));
    assert.deepEqual(topics(parent.uuid), ['Retries', 'Uploads']);
  });

  test('rewritten, it is about its new topics; without a word on links it keeps them', async t => {
    const { store, topics } = setUp(t);
    const { summary } = await addAbout(store, ['Before']);
    const { uuid, ...draft } = summary;
    await store.summaries.rewrite(uuid, { ...draft, provisional: true });
    assert.deepEqual(topics(uuid), ['Before']);
    await store.summaries.rewrite(uuid, draft, { topics: ['After'] });
    assert.deepEqual(topics(uuid), ['After']);
    assert.deepEqual(topics(), ['After']);
  });

  test('go with the last conversation that speaks of them, with relations, and their names are free again', async t => {
    const { file, store, topics, idOf } = setUp(t);
    const gone = await addAbout(store, ['Own', 'Shared']);
    const kept = await addAbout(store, ['Shared']);
    const own = idOf('Own');
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    db.exec('INSERT INTO related_to SELECT a.uuid, b.uuid, 0.7 FROM topic a JOIN topic b ON a.uuid <> b.uuid');
    db.close();
    await store.conversations.delete(gone.conversation_id);
    assert.deepEqual(topics(), ['Shared']);
    assert.deepEqual(topics(kept.summary.uuid), ['Shared']);
    assert.deepEqual(rowsIn(file, 'SELECT * FROM related_to'), []);
    await addAbout(store, ['own']);
    assert.ok(own !== undefined && idOf('own') !== own);
  });

  test('go with a summary that is trimmed, replaced or no longer staged', async t => {
    const { store, topics } = setUp(t);
    const trimmed = await addAbout(store, ['Trimmed']);
    const rules = [{ level: 1, before: Number.MAX_SAFE_INTEGER }];
    await store.summaries.trim({ workspace_id: trimmed.workspace_id }, rules, false);
    assert.deepEqual(topics(), []);
    const replaced = await addAbout(store, ['Replaced']);
    await store.summaries.add(makeSummary(replaced.conversation_id), { staged: true });
    await store.summaries.publish(replaced.conversation_id);
    assert.deepEqual(topics(), []);
    const links = { topics: ['Staged'] };
    await store.summaries.add(makeSummary(replaced.conversation_id), { staged: true, links });
    assert.deepEqual(topics(), ['Staged']);
    await store.summaries.unstage(replaced.conversation_id);
    assert.deepEqual(topics(), []);
  });

  test('what the new summaries speak of too is the same as before', async t => {
    const { store, topics, idOf } = setUp(t);
    const { conversation_id } = await addAbout(store, ['Kept']);
    const before = idOf('Kept');
    await store.summaries.add(makeSummary(conversation_id), { staged: true, links: { topics: ['Kept'] } });
    await store.summaries.publish(conversation_id);
    assert.deepEqual(topics(), ['Kept']);
    assert.equal(idOf('Kept'), before);
  });
});
