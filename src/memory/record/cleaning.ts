import * as z from 'zod/mini';
import type { OwnPattern } from '../../model/secrets/ownPatterns.ts';
import { maskPrivate } from '../../model/secrets/privacy.ts';
import { REDACTED, redactSecrets } from '../../model/secrets/secrets.ts';
import { isSecretField, isSecretName } from '../../model/secrets/secretValue.ts';
import { cutResult, MAX_RESULT_BYTES } from '../../model/toolResult.ts';
import type { Reference, ToolUseDraft } from '../../model/turn.ts';
import { firstChars, withoutHalfPair } from '../../util/text.ts';

export interface CleaningSettings {
  redact: boolean;
  /** A person's own patterns of what is secret. */
  patterns: readonly OwnPattern[];
}

/** Takes out of one turn what must not be stored: what its question marked private, and secrets. */
export class Cleaner {
  readonly #settings: CleaningSettings;
  readonly #removed: readonly string[];

  constructor(settings: CleaningSettings, removed: readonly string[]) {
    this.#settings = settings;
    // The longest first: a part of it may have been marked as well.
    this.#removed = [...removed].sort((one, other) => other.length - one.length);
  }

  text(text: string): string {
    const masked = maskPrivate(text, this.#removed);
    return this.#settings.redact ? redactSecrets(masked, this.#settings.patterns) : masked;
  }

  reference(reference: Reference): Reference {
    return { ...reference, path: this.text(reference.path) };
  }

  tool(tool: ToolUseDraft): ToolUseDraft {
    return {
      ...tool,
      arguments: this.#value(tool.arguments),
      ...(tool.reasoning === undefined ? {} : { reasoning: this.text(tool.reasoning) }),
      ...(tool.result === undefined ? {} : this.#result(tool.result, tool.result_size_bytes)),
      ...(tool.error === undefined ? {} : { error: this.text(tool.error) }),
    };
  }

  /** Cleaned before it is cut, or a secret across the cut would be stored as its first part. */
  #result(result: string, size: number | undefined): { result: string; result_size_bytes: number } {
    const margin = Math.max(MARGIN, this.#removed[0]?.length ?? 0);
    const part = firstChars(result, MAX_RESULT_BYTES + margin);
    const cleaned = this.text(part);
    // What was cut off at the margin may end in half a secret, and so the margin goes.
    const whole = part.length < result.length ? withoutHalfPair(cleaned.slice(0, -margin)) : cleaned;
    const cut = cutResult(whole);
    const isCut = part.length < result.length || cut.result.length < whole.length;
    const true_size = isCut ? Buffer.byteLength(result) : cut.result_size_bytes;
    return { result: cut.result, result_size_bytes: size ?? true_size };
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (Array.isArray(value)) {
      return this.#commandLine(value.map(item => this.#value(item)));
    }
    if (typeof value === 'object' && value !== null) {
      const entries: [string, unknown][] = Object.entries(value);
      const name = nameOfPair(entries);
      return Object.fromEntries(
        entries.map(([key, item]) => [this.text(key), this.#field(key === 'value' && name ? name : key, item)]),
      );
    }
    return value;
  }

  /** In `["--token", "x"]` only the item before tells what the next one is. */
  #commandLine(items: unknown[]): unknown[] {
    const isWords = items.length > 1 && items.every(item => typeof item === 'string' && item.length < LONGEST_WORD);
    if (!isWords || !this.#settings.redact) {
      return items;
    }
    const given = JSON.stringify(items);
    const cleaned = redactSecrets(given);
    const words = cleaned === given ? items : parseWords(cleaned);
    return words?.length === items.length ? words : items;
  }

  #field(name: string, value: unknown): unknown {
    if (!this.#settings.redact || !isSecretName(name)) {
      return this.#value(value);
    }
    if (Array.isArray(value)) {
      return value.map(item => this.#field(name, item));
    }
    if (typeof value === 'object' && value !== null) {
      const entries: [string, unknown][] = Object.entries(value);
      return this.#value(Object.fromEntries(entries.map(([key, item]) => [key, this.#under(name, key, item)])));
    }
    if (typeof value === 'number') {
      return /pass/i.test(name) ? REDACTED : value;
    }
    return typeof value === 'string' && isSecretField(name, value) ? REDACTED : this.#value(value);
  }

  /** In `{ password: { value: "x" } }` the name is one further up. */
  #under(name: string, key: string, value: unknown): unknown {
    const isIt = typeof value === 'string' && /^(?:value|text|plain|raw|current|default)$/i.test(key);
    return isIt ? this.#field(name, value) : value;
  }
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

/** Longer than any secret that is not known by its beginning. */
const MARGIN = 16 * 1024;

/** Headers and variables are also given as `{ name, value }`. */
function nameOfPair(entries: readonly [string, unknown][]): string | undefined {
  for (const [key, item] of entries) {
    if ((key === 'name' || key === 'key') && typeof item === 'string' && isSecretName(item)) {
      return item;
    }
  }
  return undefined;
}
