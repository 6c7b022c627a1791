import { appendFile, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDigest } from './checksum.ts';

/** What an upload is about; a journal that differs in any of these is of no use. */
export interface JournalStart {
  kind: 'start';
  uploadId: string;
  server: string;
  size: number;
  mtimeMs: number;
  partSize: number;
}

export interface JournalPart {
  kind: 'part';
  number: number;
  sha256: string;
}

export type JournalEntry = JournalStart | JournalPart;

export interface JournalState {
  start: JournalStart;
  /** Digest by part number. */
  parts: Map<number, string>;
}

/** `video.mov` -> `video.mov.parcel.jsonl`, beside the file unless a directory is given. */
export function journalPath(file: string, directory?: string): string {
  return join(directory ?? dirname(file), `${basename(file)}.parcel.jsonl`);
}

/** Parses the lines; a line that is not valid (the last one, after a crash) is skipped. */
export function parseJournal(text: string): JournalState | undefined {
  let state: JournalState | undefined;
  for (const line of text.split('\n')) {
    const entry = parseLine(line);
    if (entry?.kind === 'start') state = { start: entry, parts: new Map() };
    else if (entry?.kind === 'part') state?.parts.set(entry.number, entry.sha256);
  }
  return state;
}

function parseLine(line: string): JournalEntry | undefined {
  try {
    const value = JSON.parse(line) as Partial<JournalStart> | Partial<JournalPart>;
    if (value.kind === 'start') return typeof value.uploadId === 'string' ? (value as JournalStart) : undefined;
    if (value.kind !== 'part') return undefined;
    return Number.isInteger(value.number) && isDigest(value.sha256) ? (value as JournalPart) : undefined;
  } catch {
    return undefined;
  }
}

export async function readJournal(path: string): Promise<JournalState | undefined> {
  try {
    return parseJournal(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** One line per call. The leading newline keeps a torn last line from swallowing this one. */
export async function appendJournal(path: string, entry: JournalEntry): Promise<void> {
  await appendFile(path, `\n${JSON.stringify(entry)}`);
}

export async function removeJournal(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Whether a journal belongs to this very file, server and part size. */
export function matches(state: JournalState, wanted: Omit<JournalStart, 'kind' | 'uploadId'>): boolean {
  const { server, size, mtimeMs, partSize } = state.start;
  return (
    server === wanted.server && size === wanted.size && mtimeMs === wanted.mtimeMs && partSize === wanted.partSize
  );
}
