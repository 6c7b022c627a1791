import { createContext, Script } from 'node:vm';
import { REDACTED } from './redaction.ts';

/** A person's own patterns of what is secret. They may be slow without end on some text, so each has a time limit. */

const LIMIT_MS = 250;
/** So many steps are done in no time, whatever the pattern. */
const FEW_STEPS = 10_000_000;

/** Runs where it can be interrupted; a context of its own, made when it is first needed. */
const script = new Script('text.replace(pattern, mask)');
let context: { text: string; pattern: RegExp; mask: string } | undefined;

export class OwnPattern {
  readonly #pattern: RegExp;
  readonly #tooSlow: () => void;
  #isOff = false;

  constructor(pattern: RegExp, tooSlow: () => void) {
    this.#pattern = pattern;
    this.#tooSlow = tooSlow;
  }

  /** Text that it cannot finish stays as it is, for recording goes on: then the pattern is off from here on. */
  redact(text: string): string {
    if (this.#isOff) {
      return text;
    }
    if (steps(this.#pattern.source, text.length) <= FEW_STEPS) {
      return text.replace(this.#pattern, REDACTED);
    }
    // Tried twice: time also runs out when the computer was asleep.
    const redacted = inTime(text, this.#pattern) ?? inTime(text, this.#pattern);
    if (redacted === undefined) {
      this.#isOff = true;
      this.#tooSlow();
    }
    return redacted ?? text;
  }
}

function inTime(text: string, pattern: RegExp): string | undefined {
  context ??= createContext({ text, pattern, mask: REDACTED }) as NonNullable<typeof context>;
  Object.assign(context, { text, pattern });
  try {
    return String(script.runInContext(context, { timeout: LIMIT_MS }));
  } catch {
    return undefined;
  } finally {
    context.text = '';
  }
}

/** At most so many: each repetition may end anywhere, each choice doubles the ways. Repeated groups are not counted out. */
function steps(source: string, length: number): number {
  if (/\)[*+?{]|\\[1-9k]/.test(source)) {
    return Number.POSITIVE_INFINITY;
  }
  const repetitions = source.match(/[*+{]/g)?.length ?? 0;
  const choices = source.match(/[|?]/g)?.length ?? 0;
  return (length + 1) ** (repetitions + 1) * 2 ** choices;
}

/** Undefined for what is no regular expression, or matches nothing at all. */
export function compilePattern(source: string, tooSlow: () => void): OwnPattern | undefined {
  try {
    return new RegExp(source).test('') ? undefined : new OwnPattern(new RegExp(source, 'g'), tooSlow);
  } catch {
    return undefined;
  }
}

/** Those of a session: each is compiled once, and one that is of no use is named once. */
export class OwnPatterns {
  readonly #tell: (problem: string) => void;
  readonly #known = new Map<string, OwnPattern | undefined>();

  constructor(tell: (problem: string) => void) {
    this.#tell = tell;
  }

  of(sources: readonly string[]): OwnPattern[] {
    return sources.map(source => this.#get(source)).filter(pattern => pattern !== undefined);
  }

  #get(source: string): OwnPattern | undefined {
    if (!this.#known.has(source)) {
      const pattern = compilePattern(source, () =>
        this.#tell(`This pattern takes too long and is off until the window is reloaded: ${source}`),
      );
      this.#known.set(source, pattern);
      if (!pattern) {
        this.#tell(`This is not a usable regular expression: ${source}`);
      }
    }
    return this.#known.get(source);
  }
}
