import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../../../util/errors.ts';
import { StoreError, type StoreInfo } from '../../store.ts';
import { anything } from '../../storeChange.ts';
import { MemoryFile } from '../file/memoryFile.ts';
import { refuseAnothers } from '../file/whoseFile.ts';
import { CURRENT_VERSION } from '../schema/schema.ts';
import { type Database, isDamagedIndex, toStoreError } from '../sql/database.ts';
import { createTables, type EntityName, type Tables } from '../tables.ts';
import { rebuildIndex } from '../words/indexRebuild.ts';
import { PlainIndex } from '../words/plainIndex.ts';
import { FullTextIndex, type TextIndex } from '../words/textIndex.ts';
import type { Call, Failure, FromWorker, ToWorker, WorkerOptions } from './protocol.ts';

/** Another window's writes are noticed this often. */
const WATCH_MS = 2000;

/** A write whose file was replaced before it was acknowledged is done again this often. */
const MOST_REPLACED = 5;

interface Opened {
  db: Database;
  tables: Tables;
  info: StoreInfo;
}

const port = parentPort!;
const post = (message: FromWorker) => port.postMessage(message);
const options = workerData as WorkerOptions;
let era = options.era;
const file = new MemoryFile(options.place, {
  noticed: notice => post({ type: 'notice', notice }),
  replaced: replaced => {
    era++;
    post({ type: 'change', change: { conversation_id: undefined, replaced } });
    post({ type: 'work', change: { elsewhere: true } });
  },
});
const queue: Exclude<ToWorker, { type: 'cancel' }>[] = [];
let opened: Opened | undefined;
let seenVersion: unknown;
let watch: NodeJS.Timeout | undefined;

/** What is behind the path now, which may be another file than before. */
function open(): Opened {
  if (!file.isStill()) {
    leave();
  }
  if (!opened) {
    const { db, fullText } = file.open();
    const tables = createTables(db, fullText ? openIndex(db) : new PlainIndex(db));
    opened = { db, tables, info: { description: `SQLite: ${file.path}`, version: CURRENT_VERSION, fullText } };
    seenVersion = dataVersion(db);
    // What opening wrote is not what the first call touches.
    db.takeTouched();
    watch = setInterval(noticeOthers, WATCH_MS).unref();
  }
  return opened;
}

/** What follows on the old file is told at once. None is begun anew before there is something to remember. */
function openIfThere(): void {
  try {
    if (file.hasNext()) {
      open();
    }
  } catch {
    // The next call says what is wrong.
  }
}

function leave(): void {
  clearInterval(watch);
  opened = undefined;
  file.leave();
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
  post({ type: 'notice', notice: { kind: 'mended', kept: file.path } });
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
  opened = undefined;
  file.close();
}

function dataVersion(db: Database): unknown {
  return db.get('PRAGMA data_version')?.data_version;
}

function noticeOthers(): void {
  if (!opened) {
    return;
  }
  try {
    if (!file.isStill()) {
      leave();
      openIfThere();
      return;
    }
    const version = dataVersion(opened.db);
    if (version !== seenVersion) {
      seenVersion = version;
      post({ type: 'change', change: anything });
      post({ type: 'work', change: { elsewhere: true } });
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
  if (message.type === 'check') {
    refuseAnothers(message.path, false);
    return undefined;
  }
  if (message.type === 'move') {
    leave();
    file.move(message.place);
    openIfThere();
    return undefined;
  }
  if (message.type === 'close') {
    shut();
    return undefined;
  }
  return call(message);
}

/** Acknowledged only while the file that was written is still behind the path; else it is done again in the next one. */
function call(message: Call): unknown {
  for (let attempt = 0; attempt < MOST_REPLACED; attempt++) {
    const { db, tables } = open();
    const before = changesSoFar(db);
    const value = callOnce(tables, message);
    const touched = db.takeTouched() ?? anything;
    if (changesSoFar(db) === before) {
      return value;
    }
    if (file.isStill()) {
      if (message.entity === 'conversations' && message.method === 'delete') {
        file.noteDeleted(String(message.args[0]));
      }
      post('work' in touched ? { type: 'work', change: touched.work } : { type: 'change', change: touched });
      return value;
    }
  }
  throw new StoreError('cannot-open', `The memory file is replaced again and again: ${file.path}.`);
}

function callOnce(tables: Tables, message: Call): unknown {
  if (message.era !== era && writesToTurn(message)) {
    throw new StoreError('not-found', 'The turn that this belongs to is in another memory.');
  }
  const entity: object = tables[message.entity];
  const method: unknown = Reflect.get(entity, message.method);
  if (typeof method !== 'function') {
    throw new StoreError('failed', `The store has no ${message.entity}.${message.method}.`);
  }
  return method.apply(entity, message.args);
}

/** What writes to a turn by its place, which another turn may have in the memory that is open now. */
const byPlace: { readonly [E in EntityName]?: readonly (keyof Tables[E])[] } = { receipts: ['put'] };

function writesToTurn({ entity, method }: Call): boolean {
  const methods: readonly string[] = byPlace[entity] ?? [];
  return methods.includes(method);
}

function failureOf(error: unknown): Failure {
  const storeError = toStoreError(error, file.path);
  return { reason: storeError.reason, message: storeError.message, detail: describeError(storeError) };
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
      leave();
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
