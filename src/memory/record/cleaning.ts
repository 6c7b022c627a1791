import type { OwnPattern } from '../../model/secrets/ownPatterns.ts';
import { maskPrivate } from '../../model/secrets/privacy.ts';
import { redactSecrets } from '../../model/secrets/secrets.ts';
import { cleanArguments } from '../../model/secrets/toolArguments.ts';
import { cutResult, MAX_RESULT_BYTES } from '../../model/turn/toolResult.ts';
import type { Reference, ToolUseDraft } from '../../model/turn/turn.ts';
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
      arguments: cleanArguments(tool.arguments, { text: text => this.text(text), redact: this.#settings.redact }),
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
}

/** Longer than any secret that is not known by its beginning. */
const MARGIN = 16 * 1024;
