import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './errors.ts';
import { parseBytes } from './format.ts';
import { defaultPartSize, maxPartSize, minPartSize } from './parts.ts';
import { maxParallelParts } from './pool.ts';
import { defaultPolicy } from './retry.ts';

export const configFileName = 'parcel.config.json';

export interface Config {
  server: string;
  partSize: number;
  parallelParts: number;
  maxAttempts: number;
  credentials: string;
  journalDirectory: string | undefined;
}

/** Values as a person writes them: in the file, in PARCEL_* variables, as flags. */
export type RawConfig = Partial<Record<keyof Config, string | number | undefined>>;

const environmentNames: Record<keyof Config, string> = {
  server: 'PARCEL_SERVER',
  partSize: 'PARCEL_PART_SIZE',
  parallelParts: 'PARCEL_PARALLEL_PARTS',
  maxAttempts: 'PARCEL_MAX_ATTEMPTS',
  credentials: 'PARCEL_CREDENTIALS',
  journalDirectory: 'PARCEL_JOURNAL_DIRECTORY',
};
const keys = Object.keys(environmentNames) as (keyof Config)[];

export async function readConfigFile(directory: string): Promise<RawConfig> {
  let text: string;
  try {
    text = await readFile(join(directory, configFileName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${configFileName} is not valid JSON: ${(error as Error).message}`);
  }
  const unknown = Object.keys(value as object).filter(key => !keys.includes(key as keyof Config));
  if (unknown.length > 0) throw new UsageError(`${configFileName}: unknown setting ${unknown.join(', ')}`);
  return value as RawConfig;
}

export function readEnvironment(env: NodeJS.ProcessEnv): RawConfig {
  return Object.fromEntries(keys.map(key => [key, env[environmentNames[key]] || undefined]));
}

/** Later sources win: file, environment, flags. */
export function resolveConfig(...sources: RawConfig[]): Config {
  const pick = (key: keyof Config): string | undefined => {
    const value = sources.findLast(source => source[key] !== undefined)?.[key];
    return value === undefined ? undefined : String(value);
  };
  const server = pick('server');
  if (!server) throw new UsageError('no server: use --to, PARCEL_SERVER or the config file');
  if (!/^https?:$/.test(URL.parse(server)?.protocol ?? '')) throw new UsageError(`not an http(s) address: ${server}`);
  return {
    server,
    partSize: range('partSize', parseBytes(pick('partSize') ?? String(defaultPartSize)), minPartSize, maxPartSize),
    parallelParts: range('parallelParts', Number(pick('parallelParts') ?? maxParallelParts), 1, maxParallelParts),
    maxAttempts: range('maxAttempts', Number(pick('maxAttempts') ?? defaultPolicy.maxAttempts), 1, 12),
    credentials: pick('credentials') ?? join(homedir(), '.config', 'parcel', 'credentials.json'),
    journalDirectory: pick('journalDirectory'),
  };
}

function range(name: string, value: number | undefined, min: number, max: number): number {
  if (value === undefined || !Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}
