import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../../src/store/sqlite/schema/schema.ts';
import { createSqliteStore, type SqliteStore } from '../../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store, StoreNotice } from '../../../src/store/store.ts';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { silentLogger } from '../../../src/util/logger.ts';
import { makeConversation, makeEnd, makeStart, makeTurn } from '../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../support/storing.ts';
import { type Ending, workerPath } from '../../support/temporaryStore.ts';

/** The real store on that file, closed when the test is over; in a place that a person chose, or the extension's own. */
export function openStore(context: Ending, file: string, own = false): SqliteStore {
  const store = createSqliteStore({ file, workerPath, logger: silentLogger, isOwnPlace: () => own });
  context.after(() => store.close());
  return store;
}

/** What the person is told, as it comes. */
export function noticesOf(store: Store): StoreNotice[] {
  const notices: StoreNotice[] = [];
  store.onDidNotice(notice => notices.push(notice));
  return notices;
}

/** A memory of some size, closed again; `reasoning` makes it larger. */
export async function fill(file: string, reasoning?: string): Promise<void> {
  const store = createSqliteStore({ file, workerPath, logger: silentLogger });
  const { uuid } = await ensureConversation(store, makeConversation());
  const turns = Array.from({ length: 60 }, (_, i) =>
    makeTurn(`question ${i} `.repeat(30), `answer ${i * 7} `.repeat(60)),
  );
  await appendTurns(store, uuid, turns);
  if (reasoning) {
    await appendTurns(store, uuid, [{ start: makeStart(), end: makeEnd({ reasoning }) }]);
  }
  await store.close();
}

/** A file as that version of Strata left it, with one turn in it. */
export function makeVersion(file: string, version: number): void {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  for (const step of migrations.filter(step => step.version <= version)) {
    connection.exec(step.sql + (step.fullTextSql ?? ''));
  }
  connection.exec(`PRAGMA user_version = ${version}; PRAGMA journal_mode = WAL;`);
  const { title, source, external_id, workspace_id, workspace_name, created_at } = makeConversation();
  connection
    .prepare(
      `INSERT INTO conversation (uuid, title, source, external_id, workspace_id, workspace_name, tags, status, created_at,
         updated_at, updated_ms, message_count, turn_count, total_chars)
       VALUES ('c', ?, ?, ?, ?, ?, '[]', 'active', ?, ?, 0, 2, 1, 22)`,
    )
    .run(title, source, external_id, workspace_id, workspace_name, created_at, created_at);
  const message = connection.prepare(
    `INSERT INTO message (id, uuid, conversation_id, turn_index, sequence_number, role, external_id, content, timestamp,
       timestamp_ms, char_count, token_count, status, refs)
     VALUES (?, ?, 'c', 0, ?, ?, ?, ?, ?, 0, 11, 3, 'complete', '[]')`,
  );
  message.run(1, 'u', 0, 'user', 'r', 'old question', created_at);
  message.run(2, 'a', 1, 'assistant', null, 'old answer', created_at);
  connection.exec(`INSERT INTO title_fts (rowid, title) SELECT id, title FROM conversation;
    INSERT INTO turn_fts (rowid, prompt, answer, files, workspace) VALUES (1, 'old question', 'old answer', '', '')`);
  connection.close();
}

/** Every word of every turn, conversation by conversation. */
export async function wordsOf(store: Store): Promise<string[]> {
  const words: string[] = [];
  for (const { uuid } of await store.conversations.list({ reach: 'all', limit: 1000 })) {
    for (const { user, assistant } of await turnsOf(store, uuid, { limit: 100_000 })) {
      words.push(user.content, ...(assistant ? [assistant.content] : []));
    }
  }
  return words;
}

/** The files beside this one whose names go on like that, in order. */
export function filesBeside(file: string, suffix: string): string[] {
  return readdirSync(dirname(file))
    .filter(name => name.startsWith(basename(file) + suffix))
    .sort();
}
