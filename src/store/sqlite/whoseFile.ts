import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreError } from '../store.ts';
import { APPLICATION_ID } from './migration.ts';

/** `unknown`: no file of SQLite's, or one so damaged that it cannot be told whose it was. */
type Whose = 'nobody' | 'ours' | 'another' | 'unknown';

const BUSY_TIMEOUT_MS = 10_000;
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;

/** Only Strata's own file is opened. `trusted`: what lies there was Strata's, whatever became of it. */
export function refuseAnothers(file: string, trusted: boolean): void {
  const whose = whoseFile(file);
  if (whose === 'another' || (whose === 'unknown' && !trusted)) {
    const what = whose === 'another' ? "is not Strata's" : "is not Strata's, or is too damaged to tell";
    throw new StoreError(
      'not-ours',
      `The file in the place of the memory ${what}. Nothing in it was changed. ` +
        `Choose another place, or move that file away: ${file}.`,
    );
  }
}

/** Looks without leaving a trace. */
export function whoseFile(file: string): Whose {
  const header = headerOf(file);
  if (header === undefined || header.length === 0) {
    return 'nobody';
  }
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return 'unknown';
  }
  const id = header.readUInt32BE(APPLICATION_ID_AT);
  if (id !== 0) {
    return id === APPLICATION_ID ? 'ours' : 'another';
  }
  return whoseTables(file);
}

/** Undefined: there is none, or none that can be read, as opening it will tell. */
function headerOf(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) {
      closeSync(descriptor);
    }
  }
}

/** Files of the first seven formats bear no name; neither does one that another window is just making. */
function whoseTables(file: string): Whose {
  const onDisk = tablesOf(file, true);
  // What was written last may be in the log alone.
  const tables = onDisk?.length || !hasLog(file) ? onDisk : tablesOf(file, false);
  if (!tables) {
    return 'unknown';
  }
  if (tables.length === 0) {
    return 'nobody';
  }
  return tables.includes('conversation') && tables.includes('message') ? 'ours' : 'another';
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function tablesOf(file: string, immutable: boolean): string[] | undefined {
  const url = pathToFileURL(file);
  url.search = immutable ? 'immutable=1' : '';
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    return db
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => String(name));
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
