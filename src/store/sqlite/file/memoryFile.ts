import { rmSync } from 'node:fs';
import type { StoreNotice } from '../../store.ts';
import type { Replacement } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import { type FileId, identify, isSameFile } from './fileIdentity.ts';
import { type Opened, openDatabase } from './open.ts';
import { mustLetGo, oneAtATime, wasSetAside } from './setAside.ts';

export interface Place {
  path: string;
  /** The extension's own: whatever lies there was Strata's. */
  own: boolean;
}

/** A file that was open, and that this memory has gone on from. */
interface Left {
  path: string;
  id: FileId | undefined;
  /** It was no longer behind the path: once it is closed, the next file may get its number. */
  gone: boolean;
  memory: string;
  conversations: string[] | undefined;
}

/** What whoever works with the file is told. */
export interface FileEvents {
  noticed(notice: StoreNotice): void;
  replaced(replacement: Replacement): void;
}

/** The file behind the path: opened when it is needed, and left for another one as soon as that lies there. */
export class MemoryFile {
  readonly #events: FileEvents;
  readonly #deleted = new Set<string>();
  #place: Place;
  #opened: Opened | undefined;
  #left: Left | undefined;

  constructor(place: Place, events: FileEvents) {
    this.#place = place;
    this.#events = events;
  }

  get path(): string {
    return this.#place.path;
  }

  /** Opening is tried again at each call: a disk that is back, or a file that was freed, just works. */
  open(): Opened {
    if (this.#opened) {
      return this.#opened;
    }
    const { path, own } = this.#place;
    // A file that was open here is known to be Strata's, even if nothing in it tells any more.
    const wasOpen = this.#left?.path === path && isSameFile(this.#left.id, identify(path));
    this.#opened = openDatabase(path, { trusted: own || wasOpen });
    for (const notice of this.#opened.notices) {
      this.#events.noticed(notice);
    }
    this.#tellReplaced(this.#opened);
    return this.#opened;
  }

  /** What was written is behind the path: no other file lies there. */
  isStill(): boolean {
    const { path } = this.#place;
    const main = this.#opened?.ids.main;
    return main === undefined || (!mustLetGo(path) && isSameFile(main, identify(path)));
  }

  /** Whether there is a file to go on with, or the old one was damaged and needs another in its place. */
  hasNext(): boolean {
    const left = this.#left;
    return identify(this.path) !== undefined || (left?.id !== undefined && wasSetAside(left.path, left.id));
  }

  /** The next call opens what is behind the path then. */
  leave(): void {
    const opened = this.#opened;
    if (!opened) {
      return;
    }
    const { path } = this.#place;
    const gone = opened.ids.main !== undefined && !isSameFile(opened.ids.main, identify(path));
    const conversations = conversationsIn(opened.db);
    this.#left = { path, id: opened.ids.main, gone, memory: opened.memory, conversations };
    this.#opened = undefined;
    try {
      if (gone) {
        oneAtATime(path, () => leaveBehind(path, opened));
      }
    } finally {
      opened.db.close();
    }
  }

  /** Goes on at another place. */
  move(place: Place): void {
    this.leave();
    this.#place = place;
  }

  noteDeleted(conversation_id: string): void {
    this.#deleted.add(conversation_id);
  }

  close(): void {
    this.#opened?.db.close();
    this.#opened = undefined;
  }

  #tellReplaced({ ids, memory }: Opened): void {
    const left = this.#left;
    this.#left = undefined;
    if (left && (left.gone || !isSameFile(left.id, ids.main))) {
      const continues = left.memory === memory || (left.id !== undefined && wasSetAside(left.path, left.id));
      this.#events.replaced({ continues, conversations: left.conversations, deleted: [...this.#deleted] });
    }
  }
}

/**
 * The file was moved from under its log, which stays at the path: what it holds is written into the file, wherever that
 * is now, and the log goes, so that it is never taken for the next one's. One that was set aside has its log with it.
 */
function leaveBehind(path: string, { db, ids }: Opened): void {
  if (ids.main && wasSetAside(path, ids.main)) {
    return;
  }
  try {
    db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // A file that cannot be written any more stays as it is.
  }
  for (const suffix of ['wal', 'shm'] as const) {
    if (isSameFile(ids[suffix], identify(`${path}-${suffix}`))) {
      rmSync(`${path}-${suffix}`, { force: true });
    }
  }
}

function conversationsIn(db: Database): string[] | undefined {
  try {
    return db.all('SELECT uuid FROM conversation').map(({ uuid }) => String(uuid));
  } catch {
    return undefined;
  }
}
