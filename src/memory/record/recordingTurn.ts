import type { TurnRef } from '../../model/turn/turn.ts';
import type { Store } from '../../store/store.ts';
import type { Cleaner } from './cleaning.ts';
import type { Outcome, RecordingDraft } from './incoming.ts';
import { retitle } from './titles.ts';

/** One turn on its way into the store. */
export class RecordingTurn {
  readonly draft: RecordingDraft;
  readonly cleaner: Cleaner;
  readonly #end: (turn: RecordingTurn, outcome: Outcome) => Promise<void>;
  #ref: TurnRef | undefined;
  #title: string | undefined;
  #last: Promise<void> = Promise.resolve();
  /** How many memories it has had to leave. */
  #left = 0;

  constructor(
    { draft, cleaner }: { draft: RecordingDraft; cleaner: Cleaner },
    end: (turn: RecordingTurn, outcome: Outcome) => Promise<void>,
  ) {
    this.draft = draft;
    this.cleaner = cleaner;
    this.#end = end;
  }

  /** Where it is stored; undefined while it waits to be written. */
  get ref(): TurnRef | undefined {
    return this.#ref;
  }

  /** What its conversation is called. */
  get title(): string | undefined {
    return this.#title;
  }

  end(outcome: Outcome): Promise<void> {
    return this.#end(this, outcome);
  }

  /** How much of the memory's room it takes. */
  get size(): number {
    const { start, end } = this.draft;
    return start.content.length + (end ? JSON.stringify(end).length : 0);
  }

  /** Where it was stored is no longer the memory. */
  leavePlace(): void {
    this.#ref = undefined;
    this.#left++;
  }

  /** What is written is written once, so writing again after any failure is safe. */
  write(store: Store): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#write(store));
    return this.#last;
  }

  async #write(store: Store): Promise<void> {
    const left = this.#left;
    try {
      const { conversation, start, end } = this.draft;
      // Begun, it belongs to the conversation that it was begun in: if that was deleted, it goes too.
      const into = this.#ref ? { uuid: this.#ref.conversation_id } : conversation;
      const recorded = await store.turns.record(into, [{ start, end }]);
      const { conversation_id, turn_index, began } = recorded.turns[0]!;
      this.#title = began ? await retitle(store, recorded.conversation, this.draft) : recorded.conversation.title;
      if (left === this.#left) {
        this.#ref = { conversation_id, turn_index };
        return;
      }
    } catch (error) {
      if (left === this.#left) {
        throw error;
      }
    }
    // Where it was written, or not found, is no longer the memory: it is written from its beginning.
    await this.#write(store);
  }
}
