import { isModelError, type ModelError } from '../../llm/languageModel.ts';
import type { Condensed, Material, Summarizer } from '../../llm/summarizer.ts';
import type { Clock } from '../../util/clock.ts';
import { Emitter } from '../../util/emitter.ts';
import { firstSentence } from '../../util/text.ts';
import type { Budget } from './budget.ts';
import { BudgetSpentError } from './meteredModel.ts';
import type { PaidSummarizer } from './modelSummarizer.ts';

/** How the preferred model is doing; for the status bar, not for notifications. */
export interface SummarizerState {
  kind: 'ready' | 'away' | 'budget-spent' | 'bad-key';
  /** When it is worth trying again; without it, not before a setting or the key changes. */
  until?: number;
  /** For people; undefined while all is well. */
  message?: string;
}

export interface Made {
  condensed: Condensed;
  made_by: string;
  prompt_version: string;
  /** To be redone with the preferred model. */
  provisional: boolean;
  /** Why it is not by the preferred model, for people. */
  note?: string;
}

export interface PolicyOptions {
  /** Gemini where a key is set. */
  preferred: PaidSummarizer | undefined;
  offline: Summarizer;
  budget: Budget;
  clock: Clock;
}

const MODEL_FIRST_WAIT_MS = 30_000;
const MODEL_LONGEST_WAIT_MS = 30 * 60_000;
/** One bad answer is about its material; so many in a row are about the model, or about what stands in between. */
const BAD_ANSWERS = 3;

const ready: SummarizerState = { kind: 'ready' };

/** Decides for each summary who makes it. A model that is away is left alone for a while; nothing waits for it. */
export class SummarizerPolicy {
  readonly #options: PolicyOptions;
  readonly #changed = new Emitter<SummarizerState>();
  readonly onDidChange = this.#changed.event;
  #state = ready;
  /** In a row, of the model or the way to it. */
  #failures = 0;
  #badAnswers = 0;
  /** One call finds out whether the model is back; the others do not wait for it. */
  #probing = false;

  constructor(options: PolicyOptions) {
    this.#options = options;
  }

  get state(): SummarizerState {
    return this.#state;
  }

  /** Before then a summary would be made offline; undefined when the model may be asked now. */
  get awayUntil(): number | undefined {
    const now = this.#options.clock.now();
    const { kind, until } = this.#state;
    if (kind === 'ready') {
      return undefined;
    }
    // Nobody can tell when a person sets another key: worth a look now and then, not a request.
    if (until === undefined) {
      return now + MODEL_LONGEST_WAIT_MS;
    }
    return until > now ? until : undefined;
  }

  /** The key or a setting changed: what was known of the model no longer counts. */
  reset(): void {
    this.#failures = 0;
    this.#badAnswers = 0;
    this.#become(ready);
  }

  async summarize(material: Material, signal: AbortSignal): Promise<Made> {
    const { preferred, budget } = this.#options;
    if (!preferred) {
      return this.#offline(material, signal, false);
    }
    const { tokens } = preferred.estimate(material);
    if (tokens > budget.dailyTokens) {
      return this.#offline(material, signal, false, tooLarge);
    }
    if (!(await budget.allows(tokens))) {
      return this.#budgetSpent(material, signal);
    }
    if (!this.#mayTry()) {
      return this.#offline(material, signal, true, this.#state.message);
    }
    const probe = this.#failures > 0;
    const before = this.#failures;
    this.#probing ||= probe;
    try {
      const condensed = await preferred.summarize(material, signal);
      this.reset();
      return { condensed, made_by: preferred.id, prompt_version: preferred.promptVersion, provisional: false };
    } catch (error) {
      if (!isModelError(error) || error.reason === 'cancelled') {
        throw error;
      }
      if (error instanceof BudgetSpentError) {
        return await this.#budgetSpent(material, signal);
      }
      // Calls that began together fail together; that is one failure.
      if (this.#failures === before) {
        this.#become(this.#after(error, nameOf(preferred)));
      }
      const redo = this.#state.kind === 'away' || this.#state.kind === 'bad-key';
      return await this.#offline(material, signal, redo, redo ? this.#state.message : aboutAnswer(error));
    } finally {
      if (probe) {
        this.#probing = false;
      }
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #mayTry(): boolean {
    const { kind, until } = this.#state;
    if (kind === 'ready' || kind === 'budget-spent') {
      return true;
    }
    return until !== undefined && until <= this.#options.clock.now() && !this.#probing;
  }

  /** How the model is doing after this. */
  #after({ reason, message, retryAfterMs = 0 }: ModelError, name: string): SummarizerState {
    const answered = reason === 'blocked' || reason === 'bad-request';
    if (answered || (reason === 'bad-answer' && ++this.#badAnswers < BAD_ANSWERS)) {
      this.#failures = 0;
      return ready;
    }
    this.#failures++;
    if (reason === 'bad-key' || reason === 'not-found') {
      const kind = reason === 'bad-key' ? 'bad-key' : 'away';
      return { kind, message: `${message} Until then summaries are made offline.` };
    }
    const wait = Math.min(MODEL_LONGEST_WAIT_MS, MODEL_FIRST_WAIT_MS * 2 ** (this.#failures - 1));
    return {
      kind: 'away',
      until: this.#options.clock.now() + Math.max(wait, retryAfterMs),
      message: `${firstSentence(message)} Summaries are made offline; they will be redone when ${name} is back.`,
    };
  }

  async #budgetSpent(material: Material, signal: AbortSignal): Promise<Made> {
    const until = this.#options.budget.renewsAt();
    if (this.#state.kind === 'ready') {
      this.#become({ kind: 'budget-spent', until, message: spent });
    }
    return this.#offline(material, signal, true, spent);
  }

  async #offline(material: Material, signal: AbortSignal, provisional: boolean, note?: string): Promise<Made> {
    const { offline } = this.#options;
    const condensed = await offline.summarize(material, signal);
    const { id: made_by, promptVersion: prompt_version } = offline;
    return { condensed, made_by, prompt_version, provisional, ...(note && { note }) };
  }

  #become(state: SummarizerState): void {
    const same = state.kind === this.#state.kind && state.until === this.#state.until;
    if (same && state.message === this.#state.message) {
      return;
    }
    this.#state = state;
    this.#changed.fire(state);
  }
}

const spent = "Today's token budget is spent. Summaries are made offline; they will be redone tomorrow.";
const tooLarge = "This takes more tokens than a day's budget, so its summary was made offline.";

function aboutAnswer(error: ModelError): string {
  return `${firstSentence(error.message)} The summary was made offline.`;
}

/** `gemini/gemini-2.5-flash` is called Gemini. */
function nameOf({ id }: Summarizer): string {
  const [vendor = id] = id.split('/');
  return vendor.charAt(0).toUpperCase() + vendor.slice(1);
}
