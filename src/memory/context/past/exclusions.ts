import { itemKey, type MemoryItem } from '../../../model/receipt/receipt.ts';
import type { TurnRef } from '../../../model/turn/turn.ts';

/** What is left out of one answer only: "leave out and ask again". Kept for as long as the window lives. */
export class Exclusions {
  readonly #next = new Map<string, MemoryItem[]>();
  readonly #used = new Map<string, MemoryItem[]>();

  /** The next time this is asked, these are left out. */
  askWithout(question: string, items: readonly MemoryItem[]): void {
    this.#next.set(question.trim(), [...new Map(items.map(item => [itemKey(item), item])).values()]);
  }

  /** Once: asked again after that, nothing is left out. */
  take(question: string): MemoryItem[] {
    const items = this.#next.get(question.trim()) ?? [];
    this.#next.delete(question.trim());
    return items;
  }

  /** So that the next thing left out of that answer comes on top. */
  remember(ref: TurnRef, items: MemoryItem[]): void {
    if (items.length > 0) {
      this.#used.set(itemKey(ref), items);
    }
  }

  leftOutOf(ref: TurnRef): readonly MemoryItem[] {
    return this.#used.get(itemKey(ref)) ?? [];
  }
}
