import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dateNow } from '../../../util/clock.ts';
import { StoreError, type StoreNotice } from '../../store.ts';
import { anything } from '../../storeChange.ts';
import { CURRENT_VERSION, migrations } from '../schema/schema.ts';
import { Database, isCorrupt, toStoreError } from '../sql/database.ts';
import { fillIndex } from '../words/indexRebuild.ts';
import { type FileId, identify, isSameFile } from './fileIdentity.ts';
import { oneAtATime, setAside, stamp } from './setAside.ts';
import { refuseAnothers } from './whoseFile.ts';

export interface Opened {
  db: Database;
  ids: OpenIds;
  /** The name of the memory itself, which its copies share. */
  memory: string;
  fullText: boolean;
  notices: StoreNotice[];
}

/** The files as they were opened, with the log and its index. */
export interface OpenIds {
  main: FileId | undefined;
  wal: FileId | undefined;
  shm: FileId | undefined;
}

export interface OpenOptions {
  now?: () => Date;
  trusted?: boolean;
}

/** How long a writer waits for another window. */
const BUSY_TIMEOUT_MS = 10_000;
const BACKUPS_KEPT = 3;

/**
 * Opens the file, or makes it: checked, migrated with a backup kept aside, and set aside itself when damaged. Any other
 * program's file is refused; `trusted` tells that what lies there was Strata's, whatever became of it.
 */
export function openDatabase(file: string, { now = dateNow, trusted = false }: OpenOptions = {}): Opened {
  const notices: StoreNotice[] = [];
  const fileId = identify(file);
  try {
    return { ...openOnce(file, notices, { now, trusted }), notices };
  } catch (error) {
    if (!isCorrupt(error) && !(error instanceof StoreError && error.reason === 'corrupt')) {
      throw toStoreError(error, file);
    }
    notices.length = 0;
    try {
      oneAtATime(file, () => {
        // Another window may have set it aside meanwhile: what lies there now is sound.
        if (isSameFile(fileId, identify(file))) {
          notices.push({ kind: 'began-anew', kept: setAside(file, now()) });
        }
      });
    } catch (cause) {
      throw new StoreError('corrupt', `The memory file is damaged and cannot be set aside: ${file}.`, { cause });
    }
    return { ...openOnce(file, notices, { now, trusted }), notices };
  }
}

function openOnce(
  file: string,
  notices: StoreNotice[],
  { now, trusted }: Required<OpenOptions>,
): Omit<Opened, 'notices'> {
  makeFolder(file);
  const { connection, db, version, ids } = oneAtATime(file, () => connect(file, trusted));
  try {
    checkIntegrity(db, file);
    const fullText = hasFullText(connection);
    if (version < CURRENT_VERSION) {
      if (version > 0) {
        notices.push({ kind: 'migrated', kept: backUp(db, file, version, now()) });
      }
      migrate(db, fullText, file);
    }
    return { db, ids, memory: memoryOf(db), fullText: fullText && hasTable(db, 'turn_fts') };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** With its log, and which files those are. */
function connect(file: string, trusted: boolean) {
  refuseAnothers(file, trusted);
  // The timeout comes first: switching to WAL already needs the lock.
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    const db = new Database(connection, file);
    const version = versionOf(db);
    refuseNewer(version, file);
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    connection.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA journal_size_limit = 16777216;');
    // Reading opens the log.
    db.get('SELECT count(*) FROM sqlite_schema');
    const ids = { main: identify(file), wal: identify(`${file}-wal`), shm: identify(`${file}-shm`) };
    return { connection, db, version, ids };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function makeFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new StoreError('cannot-open', `The folder for the memory file cannot be made: ${dirname(file)}.`, {
      cause: error,
    });
  }
}

function versionOf(db: Database): number {
  return Number(db.get('PRAGMA user_version')?.user_version ?? 0);
}

function memoryOf(db: Database): string {
  return String(db.get('SELECT uuid FROM memory')?.uuid);
}

function refuseNewer(version: number, file: string): void {
  if (version > CURRENT_VERSION) {
    throw new StoreError(
      'newer-version',
      `This memory was written by a newer Strata (format ${version}, this one knows ${CURRENT_VERSION}). ` +
        `Update Strata, or choose another place. Nothing was changed in ${file}.`,
    );
  }
}

/**
 * Table by table, leaving out the word index itself, whose check takes five times as long as all others together: its
 * pages are in tables of their own, which are looked at.
 */
function checkIntegrity(db: Database, file: string): void {
  const tables = db.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'");
  for (const { name } of tables) {
    const verdict = db.get(`PRAGMA quick_check('${String(name).replaceAll("'", "''")}')`)?.quick_check;
    if (verdict !== 'ok') {
      throw new StoreError('corrupt', `The memory file is damaged: ${file}.`, { cause: new Error(String(verdict)) });
    }
  }
}

/** Other builds of Node come without FTS5. */
function hasFullText(connection: DatabaseSync): boolean {
  try {
    connection.exec('CREATE VIRTUAL TABLE temp.fts5_probe USING fts5 (x); DROP TABLE temp.fts5_probe;');
    return true;
  } catch {
    return false;
  }
}

function hasTable(db: Database, name: string): boolean {
  return db.get('SELECT 1 FROM sqlite_schema WHERE name = ?', name) !== undefined;
}

function migrate(db: Database, fullText: boolean, file: string): void {
  db.write(anything, () => {
    // Another window may have migrated while this one waited for the lock.
    const version = versionOf(db);
    refuseNewer(version, file);
    const steps = migrations.filter(step => step.version > version);
    for (const step of steps) {
      db.exec(step.sql);
      if (fullText && step.fullTextSql) {
        db.exec(step.fullTextSql);
      }
      step.fill?.(db);
      db.exec(`PRAGMA user_version = ${step.version}`);
    }
    if (fullText && version > 0 && steps.some(step => step.reindex)) {
      fillIndex(db);
    }
  });
}

/** A whole copy beside the file, before its format changes. The newest few are kept. */
function backUp(db: Database, file: string, version: number, now: Date): string {
  const prefix = `${basename(file)}.backup-`;
  const path = join(dirname(file), `${prefix}${stamp(now)}-v${version}`);
  rmSync(path, { force: true });
  try {
    db.run('VACUUM INTO ?', path);
  } catch (error) {
    // Half a backup is none, and on a full disk it only takes space.
    rmSync(path, { force: true });
    throw error;
  }
  const older = readdirSync(dirname(file))
    .filter(name => name.startsWith(prefix))
    .sort()
    .slice(0, -BACKUPS_KEPT);
  for (const name of older) {
    rmSync(join(dirname(file), name), { force: true });
  }
  return path;
}
