import type { Disposable } from './disposable.ts';

export type Listener<T> = (value: T) => void;

/** An event without VS Code: the store and the memory fire it, views listen. */
export class Emitter<T> implements Disposable {
  #listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>): Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
