import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StoreError } from '../../store.ts';
import { APPLICATION_ID } from '../schema/migration.ts';

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
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) {
    return 'nobody';
  }
  const id = applicationIdOf(file);
  if (id === undefined) {
    return 'unknown';
  }
  if (id !== 0) {
    return id === APPLICATION_ID ? 'ours' : 'another';
  }
  return whoseTables(file);
}

/** Somebody has it open, or had when the computer stopped. */
const hasLog = (file: string) => existsSync(`${file}-wal`);

/**
 * While somebody has it open SQLite is asked: closing a file that was opened past it takes the locks away from all of
 * this process. Else, and where it cannot tell, the header is read as it is.
 */
function applicationIdOf(file: string): number | undefined {
  const [row] = (hasLog(file) && ask(file, 'PRAGMA application_id')) || [];
  return typeof row?.application_id === 'number' ? row.application_id : applicationIdInHeader(file);
}

function applicationIdInHeader(file: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const header = Buffer.alloc(HEADER_BYTES);
    const complete = readSync(descriptor, header, 0, HEADER_BYTES, 0) === HEADER_BYTES;
    const isSqlite = complete && header.toString('latin1', 0, MAGIC.length) === MAGIC;
    return isSqlite ? header.readUInt32BE(APPLICATION_ID_AT) : undefined;
  } catch {
    // A folder, or a file that may not be read, as opening it will tell.
    return 0;
  } finally {
    if (descriptor !== undefined) {
      closeSync(descriptor);
    }
  }
}

/** Files of the first seven formats bear no name; neither does one that another window is just making. */
function whoseTables(file: string): Whose {
  const sql = 'SELECT name FROM sqlite_schema';
  const rows = (hasLog(file) ? ask(file, sql) : undefined) ?? ask(file, sql, true);
  if (!rows) {
    return isReadable(file) ? 'unknown' : 'nobody';
  }
  const tables = rows.map(({ name }) => name);
  if (tables.length === 0) {
    return 'nobody';
  }
  return tables.includes('conversation') && tables.includes('message') ? 'ours' : 'another';
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** `immutable`: nothing is made beside it, which SQLite else does for its log. */
function ask(file: string, sql: string, immutable = false): Record<string, unknown>[] | undefined {
  const url = pathToFileURL(file);
  url.search = immutable ? 'immutable=1' : '';
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    return db.prepare(sql).all();
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
