/** Enough for the turns of a working day, and not for all of a long import. */
const MOST_TURNS = 300;
const MOST_CHARS = 4_000_000;

/** The last turns that this window recorded, in their order: another file may take the place of the one they are in. */
export class LatelyRecorded<T> {
  readonly #sizes = new Map<T, number>();
  #chars = 0;

  add(turn: T, chars: number): void {
    this.delete(turn);
    this.#sizes.set(turn, chars);
    this.#chars += chars;
    for (const oldest of this.#sizes.keys()) {
      if (this.#sizes.size <= MOST_TURNS && this.#chars <= MOST_CHARS) {
        break;
      }
      this.delete(oldest);
    }
  }

  delete(turn: T): void {
    this.#chars -= this.#sizes.get(turn) ?? 0;
    this.#sizes.delete(turn);
  }

  all(): T[] {
    return [...this.#sizes.keys()];
  }
}
