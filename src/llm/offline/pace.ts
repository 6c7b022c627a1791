import { setImmediate } from 'node:timers/promises';
import { ModelError } from '../languageModel.ts';

/** How many characters are read before others get their turn. */
const STRETCH_CHARS = 32_000;

/** Lets others run between stretches of work, and stops when asked to. */
export class Pace {
  readonly #signal: AbortSignal;
  #done = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.#check();
  }

  async after(chars: number): Promise<void> {
    this.#done += chars;
    if (this.#done >= STRETCH_CHARS) {
      await this.rest();
    }
  }

  async rest(): Promise<void> {
    this.#done = 0;
    await setImmediate();
    this.#check();
  }

  #check(): void {
    if (this.#signal.aborted) {
      throw new ModelError('cancelled', 'The summary was cancelled.');
    }
  }
}
