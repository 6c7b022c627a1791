import { ModelError } from '../../llm/languageModel.ts';
import type { Clock } from '../../util/clock.ts';
import { MINUTE_MS } from '../../util/dates.ts';

export const REQUESTS_PER_MINUTE = 10;

/** Background calls begin one after the other, never more than `perMinute` within any minute. */
export class Pace {
  readonly #clock: Clock;
  readonly #perMinute: number;
  /** When the last calls began, oldest first. */
  #starts: number[] = [];
  #line: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, perMinute: number = REQUESTS_PER_MINUTE) {
    this.#clock = clock;
    this.#perMinute = Math.max(1, Math.floor(perMinute));
  }

  /** Resolves when the next call may begin, in the order of asking. Who gives up leaves the line. */
  turn(signal: AbortSignal): Promise<void> {
    const mine = this.#line.then(() => this.#wait(signal));
    this.#line = mine.catch(() => {});
    return mine;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) {
        throw cancelled();
      }
      const now = this.#clock.now();
      // A clock that was set back must not lock the line for as long.
      this.#starts = this.#starts.filter(start => start <= now && start > now - MINUTE_MS);
      const oldest = this.#starts[0];
      if (oldest === undefined || this.#starts.length < this.#perMinute) {
        this.#starts.push(now);
        return;
      }
      await this.#clock.sleep(oldest + MINUTE_MS - now, signal).catch(() => {
        throw cancelled();
      });
    }
  }
}

function cancelled(): ModelError {
  return new ModelError('cancelled', 'The request was cancelled before it was sent.');
}
