#!/usr/bin/env node
import { StorageClient } from './api.ts';
import { type Command, helpText, parseCommand } from './args.ts';
import { loadCredentials, TokenSource } from './auth.ts';
import { sameDigest, sha256File } from './checksum.ts';
import { readConfigFile, readEnvironment, resolveConfig } from './config.ts';
import { describeError, UsageError } from './errors.ts';
import { formatBytes } from './format.ts';
import { closeSockets, send } from './http.ts';
import { journalPath, readJournal } from './journal.ts';
import { planParts } from './parts.ts';
import { ProgressMeter } from './progress.ts';
import { defaultPolicy } from './retry.ts';
import { uploadFile } from './upload.ts';

type UploadCommand = Extract<Command, { name: 'upload' }>;

async function upload(command: UploadCommand, signal: AbortSignal): Promise<void> {
  const config = resolveConfig(await readConfigFile('.'), readEnvironment(process.env), command.config);
  const output = command.quiet ? { write: () => true } : process.stderr;
  let meter = new ProgressMeter(0, 0, output);
  const hasCredentials = (await loadCredentials(config.credentials)) !== undefined;
  const client = new StorageClient({
    server: config.server,
    send,
    tokens: hasCredentials ? new TokenSource(config.credentials, send) : undefined,
    retry: {
      policy: { ...defaultPolicy, maxAttempts: config.maxAttempts },
      signal,
      onRetry: (error, attempt, delayMs) =>
        meter.note(`attempt ${attempt} failed, ${describeError(error)}; next in ${(delayMs / 1000).toFixed(1)} s`),
    },
  });
  const observer = {
    begin(total: number, already: number) {
      meter = new ProgressMeter(total, already, output);
      if (already > 0) meter.note(`resuming: ${formatBytes(already)} are there already`);
    },
    sent: (bytes: number) => meter.add(bytes),
  };
  const result = await uploadFile(command.file, client, config, observer, signal);
  meter.finish();
  console.log(`${result.location} (${result.parts} parts, ${result.resumedParts} resumed, digest ${result.digest})`);
}

async function status(command: Extract<Command, { name: 'status' }>): Promise<void> {
  const directory = command.config.journalDirectory ?? readEnvironment(process.env).journalDirectory;
  const state = await readJournal(journalPath(command.file, directory === undefined ? undefined : String(directory)));
  if (!state) {
    console.log(`${command.file}: no interrupted upload`);
    return;
  }
  const { start, parts } = state;
  const total = planParts(start.size, start.partSize).length;
  console.log(`${command.file}: ${parts.size} of ${total} parts sent to ${start.server} (upload ${start.uploadId})`);
}

async function verify(file: string, wanted: string | undefined): Promise<void> {
  const digest = await sha256File(file);
  console.log(digest);
  if (wanted !== undefined && !sameDigest(wanted, digest)) throw new UsageError(`${file} has another digest`);
}

export async function main(argv: readonly string[]): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    const command = parseCommand(argv);
    if (command.name === 'help') console.log(helpText);
    else if (command.name === 'upload') await upload(command, controller.signal);
    else if (command.name === 'status') await status(command);
    else await verify(command.file, command.digest);
    return 0;
  } catch (error) {
    console.error(`parcel: ${describeError(error)}`);
    if (controller.signal.aborted) return 130;
    return error instanceof UsageError ? 2 : 1;
  } finally {
    process.off('SIGINT', interrupt);
    closeSockets();
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
