import * as z from 'zod/mini';
import { REDACTED, redactSecrets } from './secrets.ts';
import { isSecretField, isSecretName } from './secretValue.ts';

export interface ArgumentCleaning {
  /** What may be kept of a text. */
  text(text: string): string;
  /** Whether secrets are known by the names before them too. */
  redact: boolean;
}

/** What may be kept of a tool's arguments: texts are cleaned, and what a name calls a secret is blanked out. */
export function cleanArguments(value: unknown, cleaning: ArgumentCleaning): unknown {
  if (typeof value === 'string') {
    return cleaning.text(value);
  }
  if (Array.isArray(value)) {
    return commandLine(
      value.map(item => cleanArguments(item, cleaning)),
      cleaning,
    );
  }
  if (typeof value === 'object' && value !== null) {
    const entries: [string, unknown][] = Object.entries(value);
    const name = nameOfPair(entries);
    return Object.fromEntries(
      entries.map(([key, item]) => [cleaning.text(key), field(key === 'value' && name ? name : key, item, cleaning)]),
    );
  }
  return value;
}

/** In `["--token", "x"]` only the item before tells what the next one is. */
function commandLine(items: unknown[], { redact }: ArgumentCleaning): unknown[] {
  const isWords = items.length > 1 && items.every(item => typeof item === 'string' && item.length < LONGEST_WORD);
  if (!isWords || !redact) {
    return items;
  }
  const given = JSON.stringify(items);
  const cleaned = redactSecrets(given);
  const words = cleaned === given ? items : parseWords(cleaned);
  return words?.length === items.length ? words : items;
}

function field(name: string, value: unknown, cleaning: ArgumentCleaning): unknown {
  if (!cleaning.redact || !isSecretName(name)) {
    return cleanArguments(value, cleaning);
  }
  if (Array.isArray(value)) {
    return value.map(item => field(name, item, cleaning));
  }
  if (typeof value === 'object' && value !== null) {
    const entries: [string, unknown][] = Object.entries(value);
    const under = entries.map(([key, item]) => [key, isUnder(key, item) ? field(name, item, cleaning) : item]);
    return cleanArguments(Object.fromEntries(under), cleaning);
  }
  if (typeof value === 'number') {
    return /pass/i.test(name) ? REDACTED : value;
  }
  return typeof value === 'string' && isSecretField(name, value) ? REDACTED : cleanArguments(value, cleaning);
}

/** In `{ password: { value: "x" } }` the name is one further up. */
function isUnder(key: string, value: unknown): boolean {
  return typeof value === 'string' && /^(?:value|text|plain|raw|current|default)$/i.test(key);
}

/** Longer ones are no words of a command. */
const LONGEST_WORD = 4096;

function parseWords(json: string): string[] | undefined {
  try {
    return z.array(z.string()).parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Headers and variables are also given as `{ name, value }`. */
function nameOfPair(entries: readonly [string, unknown][]): string | undefined {
  for (const [key, item] of entries) {
    if ((key === 'name' || key === 'key') && typeof item === 'string' && isSecretName(item)) {
      return item;
    }
  }
  return undefined;
}
