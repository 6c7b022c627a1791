import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable, Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { countAll } from '../../src/store/conversationStore.ts';
import { eventually } from '../support/eventually.ts';
import type { RecordingJob } from '../support/recordingHost.ts';
import { temporaryFolder, workerPath } from '../support/temporaryStore.ts';
import { filesBeside, noticesOf, openStore } from './suite/sqliteFiles.ts';

type Host = ChildProcessByStdio<Writable, Readable, null>;

const script = fileURLToPath(new URL('../support/recordingHost.ts', import.meta.url));
let bundle = '';

before(async () => {
  bundle = mkdtempSync(join(tmpdir(), 'strata-host-'));
  // Bundled as they ship: a hundred hosts start in a fraction of the time.
  const shipped = { bundle: true, platform: 'node', target: 'node22', logLevel: 'error' } as const;
  await build({ ...shipped, format: 'esm', entryPoints: [script], outfile: join(bundle, 'host.mjs') });
  const worker = fileURLToPath(workerPath);
  await build({ ...shipped, format: 'cjs', entryPoints: [worker], outfile: join(bundle, 'storeWorker.js') });
});

after(() => rm(bundle, { recursive: true }));

/** A host that has started and waits for its job. */
function startHost(): Host {
  return spawn(process.execPath, [join(bundle, 'host.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Gives the host its job; resolves when it is gone, with all that it was acknowledged. */
async function run(
  host: Host,
  job: Omit<RecordingJob, 'workerPath'>,
  onLine: (count: number, line: string) => void,
): Promise<string[]> {
  const lines: string[] = [];
  const reader = createInterface({ input: host.stdout });
  reader.on('line', line => {
    lines.push(line);
    onLine(lines.length, line);
  });
  const gone = once(host, 'close');
  host.stdin.write(`${JSON.stringify({ ...job, workerPath: join(bundle, 'storeWorker.js') })}\n`);
  await gone;
  return lines;
}

interface Stored {
  external_id: string;
  conversation: string;
  turn_index: number;
  answer: string | null;
  tools: number;
}

function readTurns(db: DatabaseSync): Stored[] {
  const rows = db.prepare(
    `SELECT u.external_id, c.external_id AS conversation, u.turn_index, a.content AS answer,
       (SELECT count(*) FROM tool_call t JOIN tool_result r ON r.tool_call_id = t.uuid WHERE t.message_id = a.uuid) AS tools
     FROM message u JOIN conversation c ON c.uuid = u.conversation_id
     LEFT JOIN message a ON a.conversation_id = u.conversation_id AND a.turn_index = u.turn_index AND a.sequence_number = 1
     WHERE u.sequence_number = 0 ORDER BY u.conversation_id, u.turn_index`,
  );
  return rows.all() as unknown as Stored[];
}

function assertContiguous(turns: Stored[]): void {
  for (const [conversation, own] of Object.entries(Object.groupBy(turns, turn => turn.conversation))) {
    assert.deepEqual(
      own!.map(({ turn_index }) => turn_index),
      [...own!.keys()],
      `the turns of ${conversation} are numbered without a gap`,
    );
  }
}

function assertSound(db: DatabaseSync): void {
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
}

describe('two hosts on one memory', () => {
  test('5 000 turns each at once, to one conversation and to their own: 10 000 stored, none lost or doubled', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const names = ['left', 'right'];
    const acknowledged = await Promise.all(
      names.map(name => {
        const job = { file, name, conversations: ['shared', `own of ${name}`], turns: 5000, lanes: 6 };
        return run(startHost(), job, () => {});
      }),
    );
    assert.deepEqual(
      acknowledged.map(lines => lines.length),
      [10_000, 10_000],
      'each begin and each end was acknowledged',
    );
    const db = new DatabaseSync(file);
    t.after(() => db.close());
    const turns = readTurns(db);
    assert.equal(turns.length, 10_000);
    assert.deepEqual(
      new Set(turns.map(({ external_id }) => external_id)),
      new Set(names.flatMap(name => Array.from({ length: 5000 }, (_, i) => `${name}-${i}`))),
    );
    assert.ok(turns.every(turn => turn.answer === `answer ${turn.external_id}` && turn.tools === 1));
    assert.equal(turns.filter(({ conversation }) => conversation === 'shared').length, 5000);
    assertContiguous(turns);
    assertSound(db);
    const store = openStore(t, file);
    const totals = await countAll(store, 'all');
    assert.deepEqual([totals.conversations, totals.turns], [3, 10_000]);
    for (const { message_count, turn_count } of await store.conversations.list({ reach: 'all', limit: 10 })) {
      assert.equal(message_count, 2 * turn_count);
    }
    assert.equal((await store.search.turns({ text: 'right 4999', reach: 'all', limit: 5 }))[0]?.complete, true);
  });
});

describe('a file that is damaged under two hosts', () => {
  test('again and again: it is set aside, and every acknowledged turn is behind the path, once', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const names = ['left', 'right'];
    const hosts = names.map(startHost);
    const idle = Promise.withResolvers<void>();
    let idleHosts = 0;
    const running = names.map((name, side) => {
      const job = { file, name, conversations: ['shared', `own of ${name}`], turns: 120, lanes: 3, patient: true };
      return run(hosts[side]!, job, (count, line) => {
        if (count % 60 === 30 * (side + 1)) {
          damageAndFind(file);
        }
        idleHosts += line === 'idle' ? 1 : 0;
        if (idleHosts === hosts.length) {
          idle.resolve();
        }
      });
    });
    await Promise.race([idle.promise, ...running]);
    assert.ok(filesBeside(file, '.damaged-').length > 0);
    const expected = names.flatMap(name => Array.from({ length: 120 }, (_, i) => `${name}-${i}`)).toSorted();
    await eventually(() => {
      const db = new DatabaseSync(file, { timeout: 10_000 });
      try {
        const turns = readTurns(db);
        const complete = turns.filter(turn => turn.answer === `answer ${turn.external_id}`);
        assert.deepEqual(complete.map(({ external_id }) => external_id).toSorted(), expected);
        assert.equal(turns.length, expected.length);
        assertContiguous(turns);
        assertSound(db);
      } finally {
        db.close();
      }
    });
    for (const host of hosts) {
      host.stdin.end();
    }
    const acknowledged = await Promise.all(running);
    assert.deepEqual(
      acknowledged.map(lines => lines.length),
      [241, 241],
    );
  });
});

/** By processes of their own: one damages the file, and another opens it, as a third window would. */
function damageAndFind(file: string): void {
  const damage = `
    const fs = require('node:fs');
    const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1], { timeout: 10_000 }).exec('PRAGMA wal_checkpoint(PASSIVE)');
    const fd = fs.openSync(process.argv[1], 'r+');
    const from = 8 * 4096;
    const size = fs.fstatSync(fd).size - from;
    if (size > 0) fs.writeSync(fd, Buffer.alloc(size, 0xa5), 0, size, from);
    process.exit(0);`;
  spawnSync(process.execPath, ['-e', damage, file]);
  const job = { file, name: 'finder', conversations: ['found'], turns: 0, lanes: 1, patient: true };
  const input = `${JSON.stringify({ ...job, workerPath: join(bundle, 'storeWorker.js') })}\n`;
  spawnSync(process.execPath, [join(bundle, 'host.mjs')], { input });
}

describe('a host that is killed', () => {
  test('a hundred times at any moment: every acknowledged turn is there, and the file is sound', async t => {
    const file = join(temporaryFolder(t), 'memory.db');
    const begun = new Set<string>();
    const ended = new Set<string>();
    let window: DatabaseSync | undefined;
    let waiting = startHost();
    t.after(() => {
      waiting.kill('SIGKILL');
      window?.close();
    });
    for (let round = 0; round < 100; round++) {
      const host = waiting;
      waiting = startHost();
      const after = 1 + Math.floor(Math.random() * 60);
      const job = { file, name: `round ${round}`, conversations: ['a', 'b'], turns: 1_000_000, lanes: 4 };
      const lines = await run(host, job, count => {
        if (count === after) {
          host.kill('SIGKILL');
        }
      });
      assert.equal(host.signalCode, 'SIGKILL');
      for (const line of lines) {
        (line.startsWith('begun') ? begun : ended).add(line.slice('begun '.length));
      }
      // A connection of its own for each check: FTS5 checks with what it remembers of the index, not with what is there.
      const db = new DatabaseSync(file);
      assertSound(db);
      const turns = readTurns(db);
      const there = new Map(turns.map(turn => [turn.external_id, turn]));
      const when = `killed after ${after} lines in round ${round}`;
      assert.deepEqual(
        [...begun].filter(id => !there.has(id)),
        [],
        `begun and gone, ${when}`,
      );
      assert.deepEqual(
        [...ended].filter(id => there.get(id)?.answer !== `answer ${id}` || there.get(id)?.tools !== 1),
        [],
        `ended and gone, ${when}`,
      );
      assert.equal(there.size, turns.length, `none doubled, ${when}`);
      assertContiguous(turns);
      // In the first half the killed host is alone with the file; in the second, another window has it open.
      if (round === 50) {
        window = new DatabaseSync(file);
        assert.ok(readTurns(window).length > 0);
      }
      db.close();
    }
    window?.close();
    window = undefined;
    const store = openStore(t, file);
    const notices = noticesOf(store);
    const found = await store.search.turns({ text: [...ended].at(-1)!, reach: 'all', limit: 5 });
    assert.equal(found[0]?.complete, true);
    assert.deepEqual(notices, []);
    assert.ok(!existsSync(`${file}-journal`));
  });
});
