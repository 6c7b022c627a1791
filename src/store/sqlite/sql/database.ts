import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { WorkChange } from '../../../work/work.ts';
import { StoreError } from '../../store.ts';
import type { StoreChange } from '../../storeChange.ts';

type Row = Record<string, unknown>;

/** Touched by a write: the memory, or only the work of this computer, which lies in the same file. */
export type Touched = StoreChange | { work: WorkChange };
export const onlyWork: Touched = { work: {} };

/** SQLite's primary result codes that mean something to a person. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
export const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
export const NOTADB = 26;
/** Extended code: the word index is damaged, and nothing else. */
const CORRUPT_VTAB = 267;
/** Extended code: what a row belongs to is not there. */
const CONSTRAINT_FOREIGNKEY = 787;

export function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

function extendedCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code : undefined;
}

export function isCorrupt(error: unknown): boolean {
  const code = resultCode(error);
  return code === CORRUPT || code === NOTADB;
}

/** The word index is made of what is in the tables, so that it can be made again. */
export function isDamagedIndex(error: unknown): boolean {
  return extendedCode(error instanceof StoreError ? error.cause : error) === CORRUPT_VTAB;
}

/** One connection: statements prepared once, every write in BEGIN IMMEDIATE, errors in our words. */
export class Database {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #writing = false;
  #touched: Touched | undefined;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.file = file;
  }

  exec(sql: string): void {
    this.#guard(() => this.#db.exec(sql));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values));
  }

  /** As many rows as are taken; for the next ones nothing is read. */
  *each(sql: string, ...values: SQLInputValue[]): Generator<Row> {
    const rows = this.#guard(() => this.#prepare(sql).iterate(...values));
    try {
      for (let next = this.#guard(() => rows.next()); !next.done; next = this.#guard(() => rows.next())) {
        yield next.value;
      }
    } finally {
      // Else the statement would go on holding what it read, and with it the write-ahead log.
      rows.return?.();
    }
  }

  /** How many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#guard(() => this.#prepare(sql).run(...values)).changes);
  }

  /** The rowid of the inserted row. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#guard(() => this.#prepare(sql).run(...values)).lastInsertRowid);
  }

  /** All or nothing, declaring what it touches. A write inside a write is part of it. */
  write<T>(touches: Touched, work: () => T): T {
    if (this.#writing) {
      return work();
    }
    this.exec('BEGIN IMMEDIATE');
    this.#writing = true;
    try {
      const result = work();
      this.exec('COMMIT');
      this.#touched ??= touches;
      return result;
    } catch (error) {
      // After a full disk SQLite may have rolled back by itself.
      if (this.#db.isTransaction) {
        this.#db.exec('ROLLBACK');
      }
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  /** What was declared since the last call of this. */
  takeTouched(): Touched | undefined {
    const touched = this.#touched;
    this.#touched = undefined;
    return touched;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }
}

export function toStoreError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const options = { cause: error };
  if (extendedCode(error) === CONSTRAINT_FOREIGNKEY) {
    return new StoreError('not-found', 'What this belongs to is no longer in memory.', options);
  }
  switch (resultCode(error)) {
    case BUSY:
      return new StoreError('busy', 'The memory file is in use by another program. It will be tried again.', options);
    case READONLY:
      return readOnly(file, options);
    case FULL:
      return diskFull(file, options);
    case IOERR:
      return hasNoSpace(file)
        ? diskFull(file, options)
        : new StoreError('cannot-open', `The disk with the memory file reports an error: ${file}.`, options);
    case CANTOPEN:
      return isWritable(dirname(file))
        ? new StoreError('cannot-open', `The memory file cannot be opened: ${file}.`, options)
        : readOnly(file, options);
    case CORRUPT:
    case NOTADB:
      return new StoreError('corrupt', `The memory file is damaged: ${file}.`, options);
    default:
      return new StoreError('failed', 'The memory could not be read or written. The log has the details.', options);
  }
}

function readOnly(file: string, options: { cause: unknown }): StoreError {
  return new StoreError('read-only', `The memory file cannot be written: ${file} is read-only.`, options);
}

function diskFull(file: string, options: { cause: unknown }): StoreError {
  return new StoreError('disk-full', `The disk is full, so memory cannot be written: ${dirname(file)}.`, options);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hasNoSpace(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < 1024 * 1024;
  } catch {
    return false;
  }
}
