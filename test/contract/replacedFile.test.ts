import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { Recorder } from '../../src/memory/record/recorder.ts';
import type { RecordingTurn } from '../../src/memory/record/recordingTurn.ts';
import { createSqliteStore, type SqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { turnAt, turnsOf } from '../../src/store/turnStore.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder, workerPath } from '../support/temporaryStore.ts';
import { because } from './suite/harness.ts';
import { filesBeside, noticesOf, openStore } from './suite/sqliteFiles.ts';

let requests = 0;

/** A window that records into that file, or into the one that `place` names later. */
function openWindow(t: TestContext, file: string) {
  const place = { file };
  const store = createSqliteStore({ file: () => place.file, workerPath, logger: silentLogger });
  const settings = () => ({ enabled: true, redact: true, patterns: [] });
  const recorder = new Recorder({ store, settings, logger: silentLogger });
  t.after(async () => {
    recorder.dispose();
    await store.close();
  });
  const begin = async (content: string, external_id = 'chat'): Promise<RecordingTurn> => {
    const request_id = `request-${++requests}`;
    const incoming = { external_id, workspace_id: 'w', workspace_name: 'w', request_id, content, references: [] };
    return (await recorder.begin(incoming))!;
  };
  const end = (turn: RecordingTurn) =>
    turn.end({ content: `answer to ${turn.draft.start.content}`, status: 'complete', tools: [] });
  const say = async (content: string, external_id = 'chat') => end(await begin(content, external_id));
  return { store, notices: noticesOf(store), place, recorder, begin, end, say };
}

/** From a process of its own: what this one has open keeps its locks. */
function damage(file: string): void {
  const script = `
    const fs = require('node:fs');
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(process.argv[1], { timeout: 10_000 });
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const fd = fs.openSync(process.argv[1], 'r+');
    const size = fs.fstatSync(fd).size;
    fs.writeSync(fd, Buffer.alloc(size - 8 * 4096, 0xa5), 0, size - 8 * 4096, 8 * 4096);
    process.exit(0);`;
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script, file]);
}

/** What is behind the path, read as another program would: questions with their answers, in order. */
function said(file: string): string[] {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(process.argv[1]);
    const ok = db.prepare('PRAGMA integrity_check').get().integrity_check;
    const rows = db.prepare(\`SELECT u.content AS q, a.content AS a FROM message u LEFT JOIN message a
      ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index AND a.sequence_number = 1
      WHERE u.sequence_number = 0 ORDER BY u.id\`).all();
    process.stdout.write(JSON.stringify([ok, rows.map(row => row.q + (row.a === null ? ' …' : ''))]));`;
  const args = ['--disable-warning=ExperimentalWarning', '-e', script, file];
  const [ok, turns] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as [string, string[]];
  assert.equal(ok, 'ok');
  return turns;
}

async function saidEventually(file: string, turns: string[]): Promise<void> {
  await eventually(() => assert.deepEqual(said(file).toSorted(), turns.toSorted()));
}

describe('a damaged file that several windows have open', () => {
  test('is set aside once; each moves over and writes again what it had recorded', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const [left, right] = [openWindow(t, file), openWindow(t, file)];
    await left.say('before, on the left', 'left');
    await right.say('before, on the right', 'right');
    damage(file);
    await left.say('since, on the left', 'left');
    const begun = await right.begin('begun, on the right', 'right');

    const finder = openStore(t, file);
    const found = noticesOf(finder);
    await finder.open();
    await right.end(begun);
    await right.say('after, on the right', 'right');
    await saidEventually(file, [
      'before, on the left',
      'since, on the left',
      'before, on the right',
      'begun, on the right',
      'after, on the right',
    ]);
    assert.equal(filesBeside(file, '.damaged-').filter(name => !/-(wal|shm)$/.test(name)).length, 1);
    assert.deepEqual(
      [...found, ...left.notices, ...right.notices].map(({ kind }) => kind),
      ['began-anew'],
      'whoever found it tells it',
    );
    assert.equal((await turnAt(left.store, begun.ref!))?.user.content, 'begun, on the right');
  });

  test('found by all of them at once, five times: at most one copy aside each time, and every turn behind the path', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const windows = [1, 2, 3].map(() => openWindow(t, file));
    for (const [index, { say }] of windows.entries()) {
      await say(`before ${index}`, `chat ${index}`);
    }
    for (let round = 0; round < 5; round++) {
      damage(file);
      const finder = openStore(t, file);
      await Promise.all([finder.open(), ...windows.map(({ say }, index) => say(`${round} ${index}`, `chat ${index}`))]);
      await Promise.all(windows.map(({ recorder }) => recorder.retry()));
      await finder.close();
    }
    const all = windows.flatMap((_, index) => [`before ${index}`, ...[0, 1, 2, 3, 4].map(n => `${n} ${index}`)]);
    await saidEventually(file, all);
    const copies = filesBeside(file, '.damaged-').filter(name => !/-(wal|shm)$/.test(name));
    const told = windows.flatMap(({ notices }) => notices);
    assert.ok(copies.length <= 5 && told.length <= 5, `${copies.length} copies, ${told.length} notices`);
  });

  test('a conversation that was deleted, here or in another window, does not come back', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const [window, other] = [openWindow(t, file), openWindow(t, file)];
    await window.say('deleted here', 'one');
    await window.say('deleted there', 'two');
    await window.say('kept', 'three');
    const underWay = await window.begin('deleted while it is answered', 'four');
    const find = async (id: string) =>
      (await window.store.conversations.get({ source: 'memory', external_id: id }))!.uuid;
    await window.store.conversations.delete(await find('one'));
    await other.store.conversations.delete(await find('two'));
    await other.store.conversations.delete(await find('four'));
    damage(file);
    await openStore(t, file).open();
    await window.end(underWay);
    await window.say('later', 'three');
    await saidEventually(file, ['kept', 'later']);
  });
});

describe('a memory file that is replaced under an open window', () => {
  test('moved away: the old one keeps all that was recorded, the new one begins with what is under way', async t => {
    const folder = temporaryFolder(t);
    const [file, moved] = [join(folder, 'memory.db'), join(folder, 'moved.db')];
    const [window, other] = [openWindow(t, file), openWindow(t, file)];
    await window.say('before', 'one');
    await other.say('elsewhere', 'two');
    const underWay = await window.begin('under way', 'one');
    renameSync(file, moved);
    await window.end(underWay);
    await other.say('later', 'two');
    await saidEventually(file, ['under way', 'later']);
    assert.deepEqual(said(moved).toSorted(), ['before', 'elsewhere', 'under way …']);
    assert.deepEqual(filesBeside(file, '.damaged-'), []);
  });

  test('deleted: nothing of it is written again, and none is begun before there is something to remember', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const window = openWindow(t, file);
    await window.say('to be rid of');
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(file + suffix, { force: true });
    }
    const changed = Promise.withResolvers<void>();
    window.store.onDidChange(({ replaced }) => replaced && changed.resolve());
    await window.say('new');
    await changed.promise;
    assert.deepEqual(said(file), ['new']);
    assert.deepEqual(window.notices, []);
  });

  test('restored from a backup: what was recorded since is written again, what was under way is there once', async t => {
    const folder = temporaryFolder(t);
    const [file, backup] = [join(folder, 'memory.db'), join(folder, 'backup.db')];
    const window = openWindow(t, file);
    await window.say('before the backup');
    await window.store.copyTo(backup);
    await window.say('since the backup');
    const underWay = await window.begin('under way');
    // The log is left behind, as people do.
    rmSync(file);
    copyFileSync(backup, file);
    await window.end(underWay);
    await saidEventually(file, ['before the backup', 'since the backup', 'under way']);
  });

  test('replaced by another memory: that one gets what is under way, and nothing that was recorded before', async t => {
    const folder = temporaryFolder(t);
    const [file, another] = [join(folder, 'memory.db'), join(folder, 'another.db')];
    const elsewhere = openWindow(t, another);
    await elsewhere.say('another memory');
    await elsewhere.store.close();
    const window = openWindow(t, file);
    await window.say('of the old memory');
    const underWay = await window.begin('under way');
    renameSync(another, file);
    await window.end(underWay);
    await saidEventually(file, ['another memory', 'under way']);
  });

  test('an idle window notices by itself', async t => {
    const folder = temporaryFolder(t);
    const [file, another] = [join(folder, 'memory.db'), join(folder, 'another.db')];
    const elsewhere = openWindow(t, another);
    await elsewhere.say('another memory');
    await elsewhere.store.close();
    const window = openWindow(t, file);
    await window.say('of the old memory');
    const replaced = Promise.withResolvers<boolean>();
    window.store.onDidChange(change => change.replaced && replaced.resolve(change.replaced.continues));
    renameSync(another, file);
    assert.equal(await replaced.promise, false);
  });
});

describe('a memory that is moved to another place', () => {
  async function move(window: { store: SqliteStore; place: { file: string } }, target: string): Promise<void> {
    window.place.file = target;
    window.store.reopen();
    await window.store.open();
  }

  test('what is written meanwhile, here and in another window, arrives at the new place, once', async t => {
    const folder = temporaryFolder(t);
    const [file, target] = [join(folder, 'memory.db'), join(folder, 'there', 'memory.db')];
    const [window, other] = [openWindow(t, file), openWindow(t, file)];
    await window.say('before');
    const underWay = await window.begin('under way');
    await window.store.copyTo(join(folder, 'copy.db'));
    await other.say('said since the copy', 'other');
    const ending = window.end(underWay);
    const begunLate = window.begin('begun late');
    await new Promise(resolve => setImmediate(resolve));
    const there = openStore(t, target);
    await there.open();
    await there.close();
    renameSync(join(folder, 'copy.db'), target);
    await Promise.all([move(window, target), move(other, target), ending]);
    await window.end(await begunLate);
    await window.say('after');
    await saidEventually(target, ['before', 'under way', 'said since the copy', 'begun late', 'after']);
  });

  test('an answer never ends up at another question that has its place there', async t => {
    const folder = temporaryFolder(t);
    const [file, target] = [join(folder, 'memory.db'), join(folder, 'copy.db')];
    const window = openWindow(t, file);
    await window.say('before');
    await window.store.copyTo(target);
    const late = await window.begin('mine');
    const early = openWindow(t, target);
    const theirs = await early.begin('theirs');
    assert.deepEqual(theirs.ref, late.ref);
    window.place.file = target;
    window.store.reopen();
    await window.end(late);
    await early.end(theirs);
    const turns = await turnsOf(early.store, theirs.ref!.conversation_id, { limit: 10 });
    assert.deepEqual(
      turns.map(({ user, assistant }) => [user.content, assistant?.content]),
      ['before', 'theirs', 'mine'].map(question => [question, `answer to ${question}`]),
    );
  });

  test('to one that is there already: that one gets what is under way, and nothing else', async t => {
    const folder = temporaryFolder(t);
    const [file, target] = [join(folder, 'memory.db'), join(folder, 'another.db')];
    const elsewhere = openWindow(t, target);
    await elsewhere.say('another memory');
    await elsewhere.store.close();
    const window = openWindow(t, file);
    await window.say('of the old memory');
    const underWay = await window.begin('under way');
    await move(window, target);
    await window.end(underWay);
    await saidEventually(target, ['another memory', 'under way']);
    assert.ok(existsSync(file));
    const old = new DatabaseSync(file, { readOnly: true });
    assert.equal(old.prepare('SELECT count(*) AS n FROM message').get()?.n, 3);
    old.close();
  });

  test('a receipt does not go to the turn that has its place in the memory that came instead', async t => {
    const folder = temporaryFolder(t);
    const [file, copy] = [join(folder, 'memory.db'), join(folder, 'copy.db')];
    const window = openWindow(t, file);
    await window.say('in both');
    await window.store.copyTo(copy);
    const ref = (await window.begin('only in the first')).ref!;
    const other = openWindow(t, copy);
    await other.say('only in the second');
    await other.store.close();
    const receipt = {
      ...{ question: 'q', created_at: '2026-03-04T15:00:00.000+00:00', model: 'm', min_score: 0 },
      ...{ budget_tokens: 1, used_tokens: 0, given: [], left_out: [] },
    };
    for (const suffix of ['-wal', '-shm']) {
      rmSync(`${file}${suffix}`, { force: true });
    }
    renameSync(copy, file);
    await assert.rejects(window.store.receipts.put(ref, receipt), because('not-found'));
    assert.equal(await window.store.receipts.read(ref), undefined);
  });
});
