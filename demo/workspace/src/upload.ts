import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StorageClient } from './api.ts';
import { manifestDigest, sha256 } from './checksum.ts';
import type { Config } from './config.ts';
import { FileChangedError, HttpError } from './errors.ts';
import { appendJournal, journalPath, matches, readJournal, removeJournal } from './journal.ts';
import { choosePartSize, type Part, planParts, readPart } from './parts.ts';
import { runPool } from './pool.ts';

export interface UploadObserver {
  /** Once, before the first part: the file's size and the bytes that the server already has. */
  begin(total: number, already: number): void;
  sent(bytes: number): void;
}

export interface UploadResult {
  location: string;
  parts: number;
  resumedParts: number;
  digest: string;
}

export async function uploadFile(
  path: string,
  client: StorageClient,
  config: Pick<Config, 'server' | 'partSize' | 'parallelParts' | 'journalDirectory'>,
  observer: UploadObserver,
  signal?: AbortSignal,
): Promise<UploadResult> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const partSize = choosePartSize(size, config.partSize);
    const journal = journalPath(path, config.journalDirectory);
    const about = { server: config.server, size, mtimeMs, partSize };
    const parts = planParts(size, partSize);

    const resumed = await findResumable(journal, client, about);
    let uploadId = resumed?.uploadId;
    if (uploadId === undefined) {
      await removeJournal(journal);
      uploadId = await client.createUpload(basename(path), size, partSize);
      await appendJournal(journal, { kind: 'start', uploadId, ...about });
    }

    const digests = new Map(resumed?.digests);
    const missing = parts.filter(part => !digests.has(part.number));
    observer.begin(size, size - missing.reduce((sum, part) => sum + part.length, 0));

    await runPool(
      missing,
      config.parallelParts,
      async part => {
        const digest = await sendPart(path, file, client, uploadId, part);
        digests.set(part.number, digest);
        await appendJournal(journal, { kind: 'part', number: part.number, sha256: digest });
        observer.sent(part.length);
      },
      signal,
    );

    const after = await file.stat();
    if (after.size !== size || after.mtimeMs !== mtimeMs) {
      await removeJournal(journal);
      throw new FileChangedError(path, after.size === size ? 'written to' : 'different size');
    }
    const ordered = parts.map(part => digests.get(part.number) ?? '');
    const location = await client.commitManifest(uploadId, ordered);
    await removeJournal(journal);
    const resumedParts = parts.length - missing.length;
    return { location, parts: parts.length, resumedParts, digest: manifestDigest(ordered) };
  } finally {
    await file.close();
  }
}

/** The parts that both the journal and the server know, with the same digest. The server has the last word. */
async function findResumable(
  journal: string,
  client: StorageClient,
  about: { server: string; size: number; mtimeMs: number; partSize: number },
): Promise<{ uploadId: string; digests: [number, string][] } | undefined> {
  const state = await readJournal(journal);
  if (!state || !matches(state, about)) return undefined;
  const { uploadId } = state.start;
  const status = await client.uploadStatus(uploadId);
  if (!status || status.complete) return undefined;
  return { uploadId, digests: [...state.parts].filter(([number, digest]) => status.parts.get(number) === digest) };
}

/** A 422 says that the bytes arrived damaged: they are read again, and sent once more if they are still the same. */
async function sendPart(
  path: string,
  file: FileHandle,
  client: StorageClient,
  uploadId: string,
  part: Part,
): Promise<string> {
  const bytes = await readPart(file, part);
  if (bytes.length < part.length) throw new FileChangedError(path, 'shorter than at the start');
  const digest = sha256(bytes);
  try {
    await client.putPart(uploadId, part.number, bytes, digest);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 422) throw error;
    const again = await readPart(file, part);
    if (sha256(again) !== digest) throw new FileChangedError(path, `part ${part.number} reads differently`);
    await client.putPart(uploadId, part.number, again, digest);
  }
  return digest;
}
