import { parentPort, workerData } from 'node:worker_threads';
import type { TurnLinks } from '../../model/mention.ts';
import { describeError } from '../../util/errors.ts';
import type { LinkedTurn } from '../mentionStore.ts';
import { StoreError, type StoreInfo } from '../store.ts';
import { type Database, isDamagedIndex, toStoreError } from './database.ts';
import { rebuildIndex } from './indexRebuild.ts';
import { openDatabase } from './open.ts';
import { PlainIndex } from './plainIndex.ts';
import type { Failure, FromWorker, ToWorker, WorkerOptions } from './protocol.ts';
import { CURRENT_VERSION } from './schema.ts';
import { createTables, type Tables } from './tables.ts';
import { FullTextIndex, type TextIndex } from './textIndex.ts';

/** Another window's writes are noticed this often. */
const WATCH_MS = 2000;

interface Opened {
  db: Database;
  tables: Tables;
  info: StoreInfo;
}

const port = parentPort!;
const { file } = workerData as WorkerOptions;
const queue: Exclude<ToWorker, { type: 'cancel' }>[] = [];
let opened: Opened | undefined;
let seenVersion: unknown;
let watch: NodeJS.Timeout | undefined;

const post = (message: FromWorker) => port.postMessage(message);

/** Opening is tried again at each call: a disk that is back, or a file that was freed, just works. */
function open(): Opened {
  if (!opened) {
    const { db, fullText, notices } = openDatabase(file);
    const tables = createTables(db, fullText ? openIndex(db) : new PlainIndex(db));
    opened = { db, tables, info: { description: `SQLite: ${file}`, version: CURRENT_VERSION, fullText } };
    seenVersion = dataVersion(db);
    watch = setInterval(noticeOthers, WATCH_MS).unref();
    for (const notice of notices) {
      post({ type: 'notice', notice });
    }
  }
  return opened;
}

/** The word index catches up when it is opened, which may show that it is damaged. */
function openIndex(db: Database): TextIndex {
  try {
    return new FullTextIndex(db);
  } catch (error) {
    return mend(db, error);
  }
}

/** A damaged word index is made again; anything else is thrown on. */
function mend(db: Database, error: unknown): TextIndex {
  if (!isDamagedIndex(error)) {
    throw error;
  }
  const index = rebuildIndex(db);
  post({ type: 'notice', notice: { kind: 'index-rebuilt', path: file } });
  return index;
}

function answerOrMend(message: Exclude<ToWorker, { type: 'cancel' }>): unknown {
  try {
    return answer(message);
  } catch (error) {
    if (!opened) {
      throw error;
    }
    mend(opened.db, error);
    return answer(message);
  }
}

function shut(): void {
  clearInterval(watch);
  opened?.db.close();
  opened = undefined;
}

function dataVersion(db: Database): unknown {
  return db.get('PRAGMA data_version')?.data_version;
}

function noticeOthers(): void {
  if (!opened) {
    return;
  }
  try {
    const version = dataVersion(opened.db);
    if (version !== seenVersion) {
      seenVersion = version;
      post({ type: 'change', change: { conversation_id: undefined } });
    }
  } catch {
    // The next call says what is wrong.
  }
}

/** Grows with every row that this connection changes. */
function changesSoFar(db: Database): unknown {
  return db.get('SELECT total_changes() AS changes')?.changes;
}

function answer(message: Exclude<ToWorker, { type: 'cancel' }>): unknown {
  if (message.type === 'open') {
    return open().info;
  }
  if (message.type === 'copy') {
    open().db.run('VACUUM INTO ?', message.path);
    return undefined;
  }
  if (message.type === 'close') {
    shut();
    return undefined;
  }
  const { db, tables } = open();
  const entity: object = tables[message.entity];
  const method: unknown = Reflect.get(entity, message.method);
  if (typeof method !== 'function') {
    throw new StoreError('failed', `The store has no ${message.entity}.${message.method}.`);
  }
  const before = changesSoFar(db);
  const value: unknown = method.apply(entity, message.args);
  if (changesSoFar(db) !== before) {
    const first = message.args[0];
    const ref =
      typeof first === 'object' && first !== null && 'conversation_id' in first ? first.conversation_id : first;
    const inOne = ['turns', 'summaries', 'recall', 'mentions'].includes(message.entity) && isConversation(db, ref);
    const background =
      ['jobs', 'usage'].includes(message.entity) || message.method === 'noteContents' || linksNothing(message);
    post({
      type: 'change',
      change: {
        conversation_id: inOne ? ref : undefined,
        ...(background ? { background } : {}),
        ...(['mentions', 'files'].includes(message.entity) ? { links: true } : {}),
      },
    });
  }
  return value;
}

/** Most turns mention no file: that they were looked through is nobody's news. */
function linksNothing({ method, args }: { method: string; args: unknown[] }): boolean {
  const links =
    method === 'linkTurn'
      ? [args[1] as TurnLinks]
      : method === 'linkTurns'
        ? (args[0] as LinkedTurn[]).map(turn => turn.links)
        : [];
  return links.length > 0 && links.every(({ files, open }) => files.length === 0 && open.length === 0);
}

function isConversation(db: Database, id: unknown): id is string {
  return typeof id === 'string' && db.get('SELECT 1 FROM conversation WHERE uuid = ?', id) !== undefined;
}

function failureOf(error: unknown): Failure {
  const known = toStoreError(error, file);
  return { reason: known.reason, message: known.message, detail: describeError(known) };
}

/** One call at a time, yielding between them so that a cancel overtakes what still waits. */
function work(): void {
  const message = queue.shift();
  if (!message) {
    return;
  }
  try {
    post({ type: 'result', id: message.id, value: answerOrMend(message) });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.reason === 'corrupt') {
      // The next call opens the file anew, which checks it and sets it aside.
      shut();
    }
    post({ type: 'failure', id: message.id, failure });
  }
  if (queue.length > 0) {
    setImmediate(work);
  }
}

port.on('message', (message: ToWorker) => {
  if (message.type === 'cancel') {
    const index = queue.findIndex(waiting => waiting.id === message.id);
    if (index >= 0) {
      queue.splice(index, 1);
    }
    return;
  }
  queue.push(message);
  if (queue.length === 1) {
    setImmediate(work);
  }
});
