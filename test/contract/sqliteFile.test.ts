import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { createFilePlace } from '../../src/store/sqlite/file/filePlace.ts';
import { deleteCopies, memoryFiles } from '../../src/store/sqlite/file/memoryFiles.ts';
import { openDatabase } from '../../src/store/sqlite/file/open.ts';
import { APPLICATION_ID } from '../../src/store/sqlite/schema/migration.ts';
import { CURRENT_VERSION, migrations } from '../../src/store/sqlite/schema/schema.ts';
import { Database, toStoreError } from '../../src/store/sqlite/sql/database.ts';
import { createSqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { mayPass, StoreError } from '../../src/store/store.ts';
import { anything } from '../../src/store/storeChange.ts';
import { turnsOf } from '../../src/store/turnStore.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../support/builders.ts';
import { fileAt } from '../support/files.ts';
import { appendTurns, beginTurn, ensureConversation } from '../support/storing.ts';
import { temporaryFolder } from '../support/temporaryStore.ts';
import { because, makeSummary, wellFormed } from './suite/harness.ts';
import { filesBeside, fill, makeVersion, noticesOf, openStore, wordsOf } from './suite/sqliteFiles.ts';
import { rowsIn, topicsIn } from './suite/sqliteRows.ts';

describe('the file of an older version', () => {
  for (const { version } of migrations.slice(0, -1)) {
    test(`version ${version} is migrated, with all its data and a backup aside that can be opened itself`, async t => {
      const file = join(temporaryFolder(t), 'memory.db');
      makeVersion(file, version);
      const store = openStore(t, file);
      const notices = noticesOf(store);
      assert.equal((await store.open()).version, CURRENT_VERSION);
      assert.deepEqual(await wordsOf(store), ['old question', 'old answer']);
      assert.equal((await store.search.turns({ text: 'question', reach: 'all', limit: 5 })).length, 1);
      const [conversation] = await store.conversations.list({ reach: 'all', limit: 1 });
      await store.summaries.add(makeSummary(conversation!.uuid));

      const [notice] = notices;
      assert.deepEqual([notices.length, notice?.kind, dirname(notice!.kept)], [1, 'migrated', dirname(file)]);
      const backup = new DatabaseSync(notice!.kept, { readOnly: true });
      assert.equal(backup.prepare('PRAGMA user_version').get()?.user_version, version);
      assert.equal(backup.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
      backup.close();
      const restored = join(temporaryFolder(t), 'memory.db');
      copyFileSync(notice!.kept, restored);
      assert.deepEqual(await wordsOf(openStore(t, restored)), ['old question', 'old answer']);
    });
  }

  test('what forgotten conversations left of topics, symbols and files goes; what is spoken of stays', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeVersion(file, 6);
    const old = new DatabaseSync(file);
    old.exec(`
      INSERT INTO topic (uuid, name, aliases, created_at) VALUES ('t1', 'Left', '[]', '2026-03-04T15:00:00.000+00:00'), ('t2', 'Kept', '[]', '2026-03-04T15:00:00.000+00:00');
      INSERT INTO topic_name (name, topic_id) VALUES ('left', 't1'), ('kept', 't2');
      INSERT INTO file (uuid, workspace_id, path) VALUES ('f1', 'w', 'left.ts'), ('f2', 'w', 'said.ts'), ('f3', 'w', 'scope.ts');
      INSERT INTO scope (uuid, file_id, name, kind) VALUES ('s1', 'f1', 'left', 'function'), ('s3', 'f3', 'kept', 'function');
      INSERT INTO message_mentions_file (message_id, file_id) SELECT uuid, 'f2' FROM message LIMIT 1;
      INSERT INTO summary SELECT 1, 'sum', uuid, 1, '', '', '[]', '[]', 0, 0, 0, 0, 0, 0, 'MESSAGE', '[]', '[]', 'x', '1',
        created_at, 0, 0, 0, 0, NULL, NULL FROM conversation;
      INSERT INTO has_topic VALUES ('sum', 't2');
      INSERT INTO mentions_scope VALUES ('sum', 's3');`);
    old.close();
    const store = openStore(t, file);
    await store.open();
    assert.deepEqual(topicsIn(file), ['Kept']);
    assert.equal(await fileAt(store, 'w', 'left.ts'), undefined);
    assert.ok(await fileAt(store, 'w', 'said.ts'));
    assert.equal((await store.files.scopesIn('w', 'scope.ts')).length, 1);
    const [conversation] = await store.conversations.list({ reach: 'all', limit: 1 });
    await store.summaries.add(makeSummary(conversation!.uuid, { level: 2 }), { links: { topics: ['Left'] } });
    assert.notEqual(rowsIn(file, "SELECT uuid FROM topic WHERE name = 'Left'")[0]!.uuid, 't1');
  });

  test('only the three newest backups are kept', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeVersion(file, 1);
    for (const month of ['01', '02', '03', '04']) {
      writeFileSync(`${file}.backup-2020-${month}-01T00-00-00-000Z-v1`, 'old backup');
    }
    writeFileSync(join(dirname(file), 'another.db.backup-2020'), 'not ours');
    const store = openStore(t, file);
    const notices = noticesOf(store);
    await store.open();
    const kept = filesBeside(file, '.backup-');
    assert.deepEqual(
      kept.slice(0, 2).map(name => name.slice(17, 24)),
      ['2020-03', '2020-04'],
    );
    assert.deepEqual(kept.slice(2), [basename(notices[0]!.kept)]);
    assert.ok(existsSync(join(dirname(file), 'another.db.backup-2020')));
  });

  test('a window that comes late finds it migrated by another, and works on with all data', t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeVersion(file, 1);
    const opened: Database[] = [];
    t.after(() => opened.map(db => db.close()));
    // The clock is read for the name of the backup: after looking at the version, before the migration.
    const late = () => {
      opened.push(openDatabase(file).db);
      return new Date('2026-01-01');
    };
    opened.push(openDatabase(file, { now: late }).db);
    for (const db of opened) {
      assert.equal(db.get('PRAGMA user_version')?.user_version, CURRENT_VERSION);
      assert.equal(db.get('SELECT content FROM message')?.content, 'old question');
    }
  });

  test('a step that fails leaves the file as it was', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeVersion(file, 1);
    const inTheWay = new DatabaseSync(file);
    inTheWay.exec('CREATE TABLE job (unexpected)');
    inTheWay.close();
    const store = openStore(t, file);
    await assert.rejects(store.open(), because('failed'));
    const after = new DatabaseSync(file);
    t.after(() => after.close());
    assert.equal(after.prepare('PRAGMA user_version').get()?.user_version, 1);
    assert.equal(after.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'summary'").get()?.n, 0);
    after.exec('DROP TABLE job');
    assert.deepEqual(await wordsOf(store), ['old question', 'old answer']);
  });

  test('a current file is opened without a word', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    await fill(file);
    const store = openStore(t, file);
    const notices = noticesOf(store);
    await store.open();
    assert.deepEqual([notices, filesBeside(file, '.backup-')], [[], []]);
  });
});

test('the file of a newer version is refused with a sentence, and not a byte of it changes', async t => {
  const file = join(temporaryFolder(t), 'memory.db');
  await fill(file);
  const newer = new DatabaseSync(file);
  newer.exec(`PRAGMA user_version = ${CURRENT_VERSION + 7}`);
  newer.close();
  const before = readFileSync(file);
  const store = openStore(t, file);
  for (const attempt of [() => store.open(), () => ensureConversation(store, makeConversation())]) {
    await assert.rejects(attempt, (error: unknown) => {
      assert.ok(error instanceof StoreError && error.reason === 'newer-version');
      assert.match(
        error.message,
        new RegExp(`newer Strata \\(format ${CURRENT_VERSION + 7}, .* ${CURRENT_VERSION}\\)`),
      );
      assert.match(error.message, /Update Strata/);
      assert.ok(error.message.includes(file));
      return true;
    });
  }
  await store.close();
  assert.ok(readFileSync(file).equals(before));
  assert.deepEqual(
    readdirSync(dirname(file)).filter(name => /damaged|backup/.test(name)),
    [],
  );
});

describe('a damaged file', () => {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'a page in the middle overwritten': bytes => bytes.fill(0xa5, 8 * 4096, 9 * 4096),
    'a page in the middle zeroed': bytes => bytes.fill(0, 8 * 4096, 9 * 4096),
    'all but its header overwritten': bytes => bytes.fill(0xa5, 100),
    'half of it missing': bytes => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096),
  };
  /** What is left does not tell whose file it was; in the extension's own folder it can only be Strata's. */
  const untold: typeof damages = {
    'a header of garbage': bytes => bytes.fill(0xa5, 0, 100),
    'a text in its place': () => Buffer.from('# Notes\n'.repeat(1000)),
    'all but a few bytes missing': bytes => bytes.subarray(0, 50),
  };
  for (const [what, damage] of Object.entries({ ...damages, ...untold })) {
    test(`${what}: it is set aside untouched, told once, and memory goes on`, async t => {
      const file = join(temporaryFolder(t), 'memory.db');
      await fill(file);
      const damaged = damage(readFileSync(file));
      writeFileSync(file, damaged);

      const store = openStore(t, file, what in untold);
      const notices = noticesOf(store);
      const { uuid } = await ensureConversation(store, makeConversation());
      await appendTurns(store, uuid, [makeTurn('after the damage')]);
      assert.equal((await store.search.turns({ text: 'damage', reach: 'all', limit: 5 })).length, 1);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['began-anew'],
      );
      assert.ok(notices[0]!.kept.startsWith(`${file}.damaged-`));
      assert.ok(readFileSync(notices[0]!.kept).equals(damaged), 'the damaged bytes are still there');
      await store.close();

      const again = openStore(t, file);
      const later = noticesOf(again);
      assert.equal((await turnsOf(again, uuid, { limit: 10 })).length, 1);
      assert.deepEqual(later, []);
      assert.equal(filesBeside(file, '.damaged-').length, 1);
    });
  }

  for (const [what, damage] of Object.entries(untold)) {
    test(`${what}, where a person chose the place: it is left as it is, with a sentence`, async t => {
      const file = join(temporaryFolder(t), 'memory.db');
      await fill(file);
      writeFileSync(file, damage(readFileSync(file)));
      await refused(t, file, /or is too damaged to tell/);
    });
  }

  test('every single page: whichever is damaged, memory goes on', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    await fill(file);
    const sound = readFileSync(file);
    for (let page = 1; page < sound.length / 4096; page += 5) {
      const bytes = Buffer.from(sound).fill(page, page * 4096, (page + 1) * 4096);
      const copy = join(dirname(file), `page-${page}`, 'memory.db');
      mkdirSync(dirname(copy));
      writeFileSync(copy, bytes);
      const { db, notices } = openDatabase(copy);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['began-anew'],
        `page ${page}`,
      );
      db.close();
    }
  });

  for (const table of ['turn_fts', 'summary_fts', 'title_fts']) {
    test(`only the word index (${table}): it is made again, nothing is set aside, and everything is found`, async t => {
      const file = join(temporaryFolder(t), 'memory.db');
      const first = openStore(t, file);
      const { uuid } = await ensureConversation(first, makeConversation({ title: 'Walrus upkeep' }));
      await appendTurns(first, uuid, [makeTurn('Where does the walrus sleep?', 'On the ice.')]);
      await first.summaries.add(makeSummary(uuid, { conversation_summary: 'The walrus sleeps on ice.' }));
      await first.close();
      const db = new DatabaseSync(file);
      db.enableDefensive(false);
      db.exec(`UPDATE ${table}_data SET block = zeroblob(length(block)) WHERE id > 10`);
      db.close();

      const store = openStore(t, file);
      const notices = noticesOf(store);
      const limits = [{ levels: [1], limit: 5 }];
      assert.equal((await store.search.turns({ text: 'ice', reach: 'all', limit: 5 })).length, 1);
      assert.equal((await store.search.turns({ text: 'upkeep', reach: 'all', limit: 5 })).length, 1);
      assert.equal((await store.search.summaries({ text: 'walrus', reach: 'all', limits })).length, 1);
      await appendTurns(store, uuid, [makeTurn('And the seal?')]);
      assert.equal((await store.search.turns({ text: 'seal', reach: 'all', limit: 5 })).length, 1);
      assert.deepEqual(new Set(notices.map(({ kind }) => kind)), new Set(['mended']));
      await store.conversations.delete(uuid);
      assert.deepEqual(filesBeside(file, '.damaged-'), []);
    });
  }

  test('windows that find it at once set it aside once and share the new memory', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    // So large that all are still looking when the first one has found the damage.
    await fill(file, 'r'.repeat(50_000_000));
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 4096));
    const windows = Array.from({ length: 4 }, () => openStore(t, file));
    const notices = windows.map(noticesOf);
    const draft = makeConversation();
    const made = await Promise.all(windows.map(store => ensureConversation(store, draft)));
    assert.equal(new Set(made.map(({ uuid }) => uuid)).size, 1);
    assert.equal(notices.flat().length, 1);
    // With its log, if another window still had it open.
    const aside = filesBeside(file, '.damaged-').filter(name => !/-(wal|shm)$/.test(name));
    assert.equal(aside.length, 1);
  });

  test('damage that shows while it is open: one call fails, the next goes on with a new memory', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    await fill(file);
    const store = openStore(t, file);
    const notices = noticesOf(store);
    const [conversation] = await store.conversations.list({ reach: 'all', limit: 1 });
    // From another process: a write there makes this one forget its cached pages, which are then gone from the disk.
    const child = spawn(process.execPath, ['-e', damageWhileOpen, file], { stdio: 'inherit' });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await assert.rejects(turnsOf(store, conversation!.uuid, { limit: 1000 }), because('corrupt'));
    const { uuid } = await ensureConversation(store, makeConversation());
    assert.equal((await beginTurn(store, uuid, makeStart())).began, true);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['began-anew'],
    );
  });
});

/** Nothing about the file or beside it changes, whatever is asked of the store. */
async function refused(t: TestContext, file: string, sentence: RegExp): Promise<void> {
  const bytes = () => readdirSync(dirname(file)).map(name => [name, readFileSync(join(dirname(file), name), 'hex')]);
  const before = bytes();
  const store = openStore(t, file);
  const notices = noticesOf(store);
  const attempts = [() => store.open(), () => ensureConversation(store, makeConversation())];
  for (const attempt of attempts) {
    await assert.rejects(attempt, (error: unknown) => {
      assert.ok(because('not-ours')(error) && error instanceof StoreError && mayPass(error), String(error));
      assert.match(error.message, sentence);
      assert.ok(error.message.includes(file), error.message);
      return true;
    });
  }
  assert.deepEqual([bytes(), notices], [before, []]);
}

describe('the file of another program', () => {
  const inSqlite =
    (...statements: string[]) =>
    (file: string) => {
      const db = new DatabaseSync(file);
      db.exec(statements.join(';'));
      db.close();
    };
  const others: Record<string, (file: string) => void> = {
    'a text': file => writeFileSync(file, 'My notes, all of them.\n'.repeat(500)),
    'a few letters': file => writeFileSync(file, 'hm'),
    'another program’s database': inSqlite('CREATE TABLE bookmark (url)', "INSERT INTO bookmark VALUES ('a')"),
    'one with a version of its own': inSqlite('CREATE TABLE message (text)', 'PRAGMA user_version = 3'),
    'one with a name of its own': inSqlite('CREATE TABLE x (y)', 'PRAGMA application_id = 252006675'),
    'an empty one with a name of its own': inSqlite('PRAGMA application_id = 252006675'),
    'one with a log': inSqlite('PRAGMA journal_mode = WAL', 'CREATE TABLE bookmark (url)', 'PRAGMA user_version = 1'),
  };
  for (const [what, make] of Object.entries(others)) {
    test(`${what} is left as it is, with a sentence`, async t => {
      const file = join(temporaryFolder(t), 'memory.db');
      make(file);
      await refused(t, file, /not Strata's.*Nothing in it was changed\. Choose another place/s);
    });
  }

  test('an empty file is used, and so is a database without anything in it', async t => {
    for (const make of [(file: string) => writeFileSync(file, ''), inSqlite('PRAGMA user_version = 0', 'VACUUM')]) {
      const file = join(temporaryFolder(t), 'memory.db');
      make(file);
      assert.ok((await ensureConversation(openStore(t, file), makeConversation())).uuid);
    }
  });

  test('a memory bears Strata’s name, an upgraded one too, and so do its copies', async t => {
    const folder = temporaryFolder(t);
    const [made, upgraded, copied] = ['made.db', 'upgraded.db', 'copied.db'].map(name => join(folder, name));
    await fill(made!);
    makeVersion(upgraded!, 7);
    await openStore(t, upgraded!).open();
    await openStore(t, made!).copyTo(copied!);
    for (const file of [made!, upgraded!, copied!]) {
      const db = new DatabaseSync(file, { readOnly: true });
      assert.equal(db.prepare('PRAGMA application_id').get()?.application_id, APPLICATION_ID);
      db.close();
    }
  });

  test('once it is moved away, a memory is begun in its place', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    writeFileSync(file, 'My notes.');
    const store = openStore(t, file);
    await assert.rejects(store.open(), because('not-ours'));
    rmSync(file);
    assert.ok((await ensureConversation(store, makeConversation())).uuid);
  });
});

const damageWhileOpen = `
  const { DatabaseSync } = require('node:sqlite');
  const fs = require('node:fs');
  const db = new DatabaseSync(process.argv[1]);
  db.exec("UPDATE conversation SET title = title || '!'; PRAGMA wal_checkpoint(TRUNCATE)");
  const fd = fs.openSync(process.argv[1], 'r+');
  const size = fs.fstatSync(fd).size;
  fs.writeSync(fd, Buffer.alloc(size - 8 * 4096, 0xa5), 0, size - 8 * 4096, 8 * 4096);
  process.exit(0);
`;

describe('where the file lies', () => {
  test('looking whether there is a memory starts no thread, and follows the file to its next place', async t => {
    const folder = temporaryFolder(t);
    let file = join(folder, 'memory.db');
    const store = createSqliteStore({
      file: () => file,
      workerPath: join(folder, 'no-worker.js'),
      logger: silentLogger,
    });
    assert.equal(await store.exists(), false);
    writeFileSync(file, 'words');
    assert.equal(await store.exists(), true);
    file = join(folder, 'elsewhere', 'memory.db');
    assert.equal(await store.exists(), false);
    await store.close();
  });

  test('its place names what lies there, and what was left where it was before', async t => {
    const folder = temporaryFolder(t);
    const [file, former] = [join(folder, 'now.db'), join(folder, 'before.db')];
    for (const name of ['now.db', 'now.db.backup-1', 'before.db', 'before.db.damaged-1']) {
      writeFileSync(join(folder, name), 'words');
    }
    const place = createFilePlace({ store: openStore(t, file), file: () => file, formerFile: () => former });
    const named = async () => (await place.held()).map(({ path, kind, former }) => [basename(path), kind, former]);
    const left = [
      ['before.db', 'memory', true],
      ['before.db.damaged-1', 'damaged', true],
    ];
    assert.deepEqual(await named(), [
      ['now.db', 'memory', undefined],
      ['now.db.backup-1', 'backup', undefined],
      ...left,
    ]);
    assert.deepEqual(
      (await place.copies()).map(({ path }) => path),
      [`${file}.backup-1`],
    );
    await place.deleteCopies();
    assert.deepEqual(await named(), [['now.db', 'memory', undefined], ...left], 'copies of the former file stay');
  });

  test('a folder that does not exist is made', async t => {
    const file = join(temporaryFolder(t), 'not', 'yet', 'there', 'memory.db');
    assert.match((await openStore(t, file).open()).description, /memory\.db/);
    assert.ok(existsSync(file));
  });

  test('a folder that cannot be made, or a folder in the place of the file, gets a sentence with the path', async t => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'taken'), '');
    mkdirSync(join(folder, 'folder.db'));
    for (const file of [join(folder, 'taken', 'memory.db'), join(folder, 'folder.db')]) {
      await assert.rejects(openStore(t, file).open(), (error: unknown) => {
        assert.ok(because('cannot-open')(error) && error instanceof StoreError);
        assert.ok(error.message.includes(folder), error.message);
        return true;
      });
    }
  });

  test('what could not be opened is opened by a later call, without a restart', async t => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'taken', 'memory.db');
    writeFileSync(join(folder, 'taken'), '');
    const store = openStore(t, file);
    await assert.rejects(store.open(), mayPass);
    rmSync(join(folder, 'taken'));
    assert.ok((await ensureConversation(store, makeConversation())).uuid);
  });
});

describe('a file that another program holds', () => {
  const hold = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('held');
    process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(0); });
  `;
  async function holdFile(t: TestContext, file: string) {
    const child = spawn(process.execPath, ['-e', hold, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => child.kill());
    await once(child.stdout, 'data');
    return {
      release: async () => {
        child.stdin.write('now');
        await once(child, 'exit');
      },
    };
  }

  test('a write waits until the file is free; opening and reading do not', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    await fill(file);
    const [writer, reader] = [openStore(t, file), openStore(t, file)];
    const { uuid } = await ensureConversation(writer, makeConversation());
    const holder = await holdFile(t, file);
    let written = false;
    const writing = beginTurn(writer, uuid, makeStart()).then(() => {
      written = true;
    });
    assert.ok((await wordsOf(reader)).length > 0);
    assert.equal(written, false);
    await holder.release();
    await writing;
    assert.equal((await turnsOf(reader, uuid, { limit: 5 })).length, 1);
  });

  test('one that is never freed is busy: tried again later, and nothing half done', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    await fill(file);
    const holder = await holdFile(t, file);
    const db = new Database(new DatabaseSync(file, { timeout: 20 }), file);
    t.after(() => db.close());
    const write = () => db.write(anything, () => db.run("UPDATE conversation SET title = 'x'"));
    assert.throws(write, (error: unknown) => because('busy')(error) && mayPass(error));
    await holder.release();
    assert.equal(write(), 1);
  });
});

test('an error that nobody knows is a sentence too, and keeps its cause', () => {
  const cause = new TypeError('odd');
  const error = toStoreError(cause, 'memory.db');
  assert.ok(because('failed')(error));
  assert.equal(error.cause, cause);
});

describe('what was deleted', () => {
  test('every file that may still hold it is named, and the copies go when they should', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    makeVersion(file, 3);
    const store = openStore(t, file);
    const { uuid } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('kept')]);
    for (const other of ['memory.db.damaged-2026', 'memory.db.damaged-2026-wal', 'memory.db2', 'another.db.backup-1']) {
      writeFileSync(join(dirname(file), other), 'words');
    }
    const held = async () =>
      (await memoryFiles(file)).map(({ path, kind }) => [basename(path).replace(/\d{4}-\S*Z/, '…'), kind]);
    const own = [
      ['memory.db', 'memory'],
      ['memory.db-shm', 'log'],
      ['memory.db-wal', 'log'],
    ];
    assert.deepEqual(await held(), [
      ...own,
      ['memory.db.backup-…-v3', 'backup'],
      ['memory.db.damaged-2026', 'damaged'],
      ['memory.db.damaged-2026-wal', 'damaged'],
    ]);
    assert.ok((await memoryFiles(file)).every(({ bytes }) => bytes > 0));
    await deleteCopies(file);
    assert.deepEqual(await held(), own);
    assert.ok(existsSync(join(dirname(file), 'memory.db2')) && existsSync(join(dirname(file), 'another.db.backup-1')));
    assert.deepEqual(await wordsOf(store), ['kept', 'Done.', 'old question', 'old answer']);
  });

  test('its words are in no byte of the file, its log or its index, even with another window open', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const store = openStore(t, file);
    const { uuid } = await ensureConversation(store, makeConversation({ title: 'Avocadotitle' }));
    const kept = await ensureConversation(store, makeConversation({ title: 'Kept' }));
    const secret = makeEnd({
      content: `Bergamotanswer ${'and much more '.repeat(2000)}`,
      reasoning: 'Cardamomreasoning',
      error: 'Dragonfruiterror',
      tools: [
        makeTool({ arguments: { path: 'elderberry.ts' }, reasoning: 'Fennelthought', result: 'Grapefruitresult' }),
      ],
    });
    const asked = makeStart({ content: 'Huckleberryprompt', references: [{ path: 'src/indigo.ts' }] });
    await appendTurns(store, uuid, [makeTurn('before'), { start: asked, end: secret }, makeTurn('after')]);
    await appendTurns(
      store,
      kept.uuid,
      Array.from({ length: 20 }, (_, i) => makeTurn(`Kiwikept ${i}`)),
    );
    await store.summaries.add(
      makeSummary(uuid, { conversation_summary: 'Jackfruitsummary', key_findings: ['Lycheefinding'] }),
      {
        links: {
          topics: ['Oranges at night'],
          files: ['src/persimmon.ts'],
          scopes: [
            {
              path: 'src/quince.ts',
              name: 'raspberryScope',
              kind: 'function',
              start_line: 1,
              end_line: 2,
              content_hash: 'h',
            },
          ],
          names: { files: ['soursop.ts'], scopes: ['tamarind'] },
        },
      },
    );
    const db = new DatabaseSync(file);
    db.prepare(
      `INSERT INTO chunk (chunk_id, conversation_id, chunk_type, sequence_order, timestamp, indexed, content,
         content_summary, participants, custom_tags)
       VALUES ('1', ?, 'message_exchange', 0, '', 1, 'Mangochunk', '', '[]', '[]')`,
    ).run(uuid);
    db.close();
    await store.conversations.update(uuid, { title: 'Nectarinetitle' });
    const other = openStore(t, file);
    await other.search.turns({ text: 'Huckleberryprompt', reach: 'all', limit: 5 });

    const words = [
      'Avocado',
      'Bergamot',
      'Cardamom',
      'Dragonfruit',
      'elderberry',
      'Fennel',
      'Grapefruit',
      'Huckleberry',
      'indigo',
      'Jackfruit',
      'Lychee',
      'Mango',
      'Nectarine',
      'Oranges at night',
      'persimmon',
      'quince',
      'raspberry',
      'soursop',
      'tamarind',
    ];
    const found = () => {
      const bytes = ['', '-wal', '-shm'].map(suffix =>
        existsSync(file + suffix) ? readFileSync(file + suffix) : Buffer.alloc(0),
      );
      const text = wellFormed(Buffer.concat(bytes).toString('latin1')).toLowerCase();
      return words.filter(word => text.includes(word.toLowerCase()));
    };
    assert.deepEqual(found(), words, 'they are there before');
    await store.conversations.delete(uuid);
    assert.deepEqual(found(), []);
    assert.equal((await turnsOf(store, kept.uuid, { limit: 100 })).length, 20);
    assert.equal((await other.search.turns({ text: 'Kiwikept', reach: 'all', limit: 50 })).length, 20);
    assert.deepEqual(await other.search.turns({ text: 'Huckleberryprompt', reach: 'all', limit: 5 }), []);
    await Promise.all([store.close(), other.close()]);
    assert.deepEqual(found(), []);
  });
});
