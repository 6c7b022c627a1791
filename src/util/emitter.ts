import type { Disposable } from './disposable.ts';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';

export type Listener<T> = (value: T) => void;

/** An event without VS Code: the store and the memory fire it, views listen. */
export class Emitter<T> implements Disposable {
  readonly #logger: Pick<Logger, 'error'> | undefined;
  #listeners = new Set<Listener<T>>();

  constructor(logger?: Pick<Logger, 'error'>) {
    this.#logger = logger;
  }

  readonly event = (listener: Listener<T>): Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  /** All listeners are told. What one of them throws is logged; without a log, the first such error is thrown then. */
  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (this.#logger) {
      for (const error of errors) {
        this.#logger.error(`A listener failed: ${describeError(error)}`);
      }
    } else if (errors.length > 0) {
      throw errors[0];
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
