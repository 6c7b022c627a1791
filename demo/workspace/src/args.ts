import { parseArgs } from 'node:util';
import type { RawConfig } from './config.ts';
import { UsageError } from './errors.ts';

export type Command =
  | { name: 'upload'; file: string; config: RawConfig; quiet: boolean }
  | { name: 'status'; file: string; config: RawConfig }
  | { name: 'verify'; file: string; digest: string | undefined }
  | { name: 'help' };

export const helpText = `parcel: sends a file to a storage server in parts

  parcel upload <file> --to <server>   send a file, or go on where an earlier run stopped
  parcel status <file>                 what the journal knows about an interrupted upload
  parcel verify <file> [sha256]        the file's SHA-256, compared when one is given

  --to <url>            storage server            (PARCEL_SERVER)
  --part-size <size>    such as 8MiB              (PARCEL_PART_SIZE)
  --parallel <n>        parts at once, 1 to 4     (PARCEL_PARALLEL_PARTS)
  --attempts <n>        tries per request         (PARCEL_MAX_ATTEMPTS)
  --credentials <file>  token credentials         (PARCEL_CREDENTIALS)
  --journal-dir <dir>   where journals are kept   (PARCEL_JOURNAL_DIRECTORY)
  --quiet               no progress
`;

const options = {
  to: { type: 'string' },
  'part-size': { type: 'string' },
  parallel: { type: 'string' },
  attempts: { type: 'string' },
  credentials: { type: 'string' },
  'journal-dir': { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function parseCommand(argv: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [name, file, extra] = positionals;
  if (values.help || name === undefined || name === 'help') return { name: 'help' };
  if (name !== 'upload' && name !== 'status' && name !== 'verify') throw new UsageError(`unknown command: ${name}`);
  if (file === undefined) throw new UsageError(`${name} needs a file`);
  if (name === 'verify') return { name, file, digest: extra };
  if (extra !== undefined) throw new UsageError(`${name} takes one file; unexpected: ${extra}`);
  const config: RawConfig = {
    server: values.to,
    partSize: values['part-size'],
    parallelParts: values.parallel,
    maxAttempts: values.attempts,
    credentials: values.credentials,
    journalDirectory: values['journal-dir'],
  };
  return name === 'upload' ? { name, file, config, quiet: values.quiet === true } : { name, file, config };
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
}
