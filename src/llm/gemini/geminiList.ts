import { fallbackGeminiModels, type GeminiModelInfo } from './geminiModels.ts';

export interface GeminiListOptions {
  /** Throws when Gemini refuses the key. */
  ask(key: string, signal: AbortSignal): Promise<{ models: readonly GeminiModelInfo[]; problem?: Error }>;
  /** Another list is known than the one that was given. */
  changed(): void;
  warn(text: string): void;
  waitMs?: number;
  againMs?: number;
}

type Models = readonly GeminiModelInfo[];

const WAIT_MS = 1000;
const LIST_AGAIN_MS = 60_000;
const LONGEST_AGAIN_MS = 30 * 60_000;

/** Gemini's list of models, never waited for long: the picker gets what is known, and hears when more is known. */
export class GeminiList implements Disposable {
  readonly #options: GeminiListOptions;
  #list: { key: string; models: Models; fresh: boolean } | undefined;
  #asking: { key: string; models: Promise<Models>; cancel: AbortController } | undefined;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(options: GeminiListOptions) {
    this.#options = options;
  }

  async get(key: string): Promise<Models> {
    const ofKey = this.#list?.key === key ? this.#list : undefined;
    if (ofKey?.fresh) {
      return ofKey.models;
    }
    const asked = this.#ask(key, ofKey?.models ?? fallbackGeminiModels);
    const late = Symbol('late');
    const wait = Promise.withResolvers<typeof late>();
    const timer = setTimeout(wait.resolve, this.#options.waitMs ?? WAIT_MS, late);
    const soon = await Promise.race([asked, wait.promise]);
    clearTimeout(timer);
    if (soon !== late) {
      return soon;
    }
    const meanwhile = ofKey?.models ?? fallbackGeminiModels;
    void asked.then(models => this.#list?.key === key && !sameModels(models, meanwhile) && this.#options.changed());
    return meanwhile;
  }

  reset(): void {
    clearTimeout(this.#again);
    this.#asking?.cancel.abort();
    this.#asking = undefined;
    this.#list = undefined;
    this.#failures = 0;
  }

  [Symbol.dispose](): void {
    this.reset();
  }

  #ask(key: string, otherwise: Models): Promise<Models> {
    if (this.#asking?.key === key) {
      return this.#asking.models;
    }
    this.#asking?.cancel.abort();
    const cancel = new AbortController();
    const models = this.#answer(key, otherwise, cancel.signal);
    const asking = { key, models, cancel };
    this.#asking = asking;
    void models.then(() => {
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    });
    return models;
  }

  async #answer(key: string, otherwise: Models, signal: AbortSignal): Promise<Models> {
    try {
      const { models, problem } = await this.#options.ask(key, signal);
      if (signal.aborted) {
        return otherwise;
      }
      if (problem) {
        this.#options.warn(`The list of Gemini models could not be had: ${problem.message}`);
        return this.#keepFor(key, otherwise);
      }
      this.#failures = 0;
      this.#list = { key, models, fresh: true };
      return models;
    } catch (error) {
      if (signal.aborted) {
        return otherwise;
      }
      this.#options.warn(`Gemini models are not offered: ${error instanceof Error ? error.message : String(error)}`);
      this.#list = { key, models: [], fresh: true };
      return [];
    }
  }

  /** Until the network may be back; then the picker asks again. */
  #keepFor(key: string, models: Models): Models {
    const pause = Math.min((this.#options.againMs ?? LIST_AGAIN_MS) * 2 ** this.#failures++, LONGEST_AGAIN_MS);
    const list = { key, models, fresh: true };
    this.#list = list;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      list.fresh = false;
      this.#options.changed();
    }, pause);
    return models;
  }
}

function sameModels(a: Models, b: Models): boolean {
  return a.map(model => model.id).join() === b.map(model => model.id).join();
}
