import type { TurnRef } from '../../model/turn/turn.ts';
import { mayPass, type Store, StoreError } from '../../store/store.ts';
import { type Replacement, wasForgotten } from '../../store/storeChange.ts';
import { type Clock, dateNow, systemClock } from '../../util/clock.ts';
import { formatLocalDate } from '../../util/dates.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Cleaner, CleaningSettings } from './cleaning.ts';
import { cleanQuestion, draftOf, endOf, type IncomingTurn, type Outcome } from './incoming.ts';
import { LatelyRecorded } from './latelyRecorded.ts';
import { RecordingTurn } from './recordingTurn.ts';

export interface RecorderSettings extends CleaningSettings {
  enabled: boolean;
}

export interface RecorderOptions {
  store: Store;
  settings: () => RecorderSettings;
  logger: Logger;
  clock?: Clock;
}

const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 60_000;
/** A store that is away for so long that more waits loses the oldest. */
const MOST_WAITING_TURNS = 1000;

/** Writes turns at once, cleaned of what is private. What cannot be written now is kept and tried again. */
export class Recorder {
  readonly #options: RecorderOptions;
  /** Begun, and not yet written to their end. */
  readonly #underWay = new Set<RecordingTurn>();
  /** Of those, the ones that could not be written when they should have been. */
  readonly #waiting = new Set<RecordingTurn>();
  readonly #lately = new LatelyRecorded<RecordingTurn>();
  readonly #following: Disposable;
  readonly #troubles = new Emitter<StoreError | undefined>({ error: message => this.#options.logger.error(message) });
  readonly #recorded = new Emitter<TurnRef>({ error: message => this.#options.logger.error(message) });
  readonly #clock: Clock;
  #cancelRetry: (() => void) | undefined;
  #delay = RETRY_FIRST_MS;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#following = options.store.onDidChange(({ replaced }) => replaced && this.#goOn(replaced));
  }

  /** Why turns are waiting to be written; undefined once they are. */
  readonly onDidChangeTrouble = this.#troubles.event;

  /** A turn is complete and durable: what is derived from it may follow. Of many recorded at once, the last. */
  readonly onDidRecord = this.#recorded.event;

  /** Undefined while recording is paused: then nothing of this turn is stored, also if recording resumes meanwhile. */
  async begin(incoming: IncomingTurn): Promise<RecordingTurn | undefined> {
    if (!this.#options.settings().enabled) {
      return undefined;
    }
    const turn = new RecordingTurn(this.#draftOf(incoming), (ended, outcome) => this.#end(ended, outcome));
    this.#underWay.add(turn);
    await this.save(turn);
    return turn;
  }

  /**
   * Many turns at once, as an importer reads them: a transaction for each conversation. What is there already stays as it
   * is, and is completed where its answer was missing. Throws where they cannot be written; resolves to how many changed.
   */
  async record(incoming: readonly IncomingTurn[]): Promise<number> {
    const { store, settings } = this.#options;
    const drafts = settings().enabled ? incoming.map(turn => this.#draftOf(turn).draft) : [];
    const byConversation = Map.groupBy(
      drafts,
      ({ conversation: { source, external_id } }) => `${source} ${external_id}`,
    );
    let changed = 0;
    for (const ofOne of byConversation.values()) {
      const { turns } = await store.turns.record(ofOne[0]!.conversation, ofOne);
      const last = turns.findLast(({ ended }) => ended);
      changed += turns.filter(({ began, ended }) => began || ended).length;
      if (last) {
        this.#recorded.fire({ conversation_id: last.conversation_id, turn_index: last.turn_index });
      }
    }
    return changed;
  }

  /** What may be kept of a question, and how the same is kept out of its answer. */
  clean(question: string): { content: string; cleaner: Cleaner } {
    return cleanQuestion(question, this.#options.settings());
  }

  async #end(turn: RecordingTurn, outcome: Outcome): Promise<void> {
    turn.draft.end ??= endOf(outcome, turn.cleaner, this.#timestamp());
    await this.save(turn);
  }

  #draftOf(incoming: IncomingTurn) {
    return draftOf(incoming, this.#options.settings(), this.#timestamp());
  }

  /** Writes what is not written yet; never throws, for the person's chat goes on. Gives what stands in the way. */
  async save(turn: RecordingTurn): Promise<StoreError | undefined> {
    try {
      await turn.write(this.#options.store);
      this.#waiting.delete(turn);
      if (turn.draft.end && turn.ref) {
        this.#underWay.delete(turn);
        this.#lately.add(turn, turn.size);
        this.#recorded.fire(turn.ref);
      }
      if (this.#waiting.size === 0) {
        this.#delay = RETRY_FIRST_MS;
        this.#troubles.fire(undefined);
      }
      return undefined;
    } catch (error) {
      this.#options.logger.warn(`A turn could not be written: ${describeError(error)}`);
      if (error instanceof StoreError && error.reason === 'not-found') {
        // A conversation that was deleted while it was being answered stays deleted.
        this.#drop(turn);
        return undefined;
      }
      const trouble = error instanceof StoreError ? error : unknownTrouble(error);
      this.#keep(turn);
      this.#troubles.fire(trouble);
      return trouble;
    }
  }

  /** Tries at once what waits, as when a person has freed some space. */
  async retry(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    for (const turn of [...this.#waiting]) {
      // A store that is away for one is away for all.
      if (mayPass(await this.save(turn))) {
        break;
      }
    }
  }

  dispose(): void {
    this.#following.dispose();
    this.#cancelRetry?.();
    this.#troubles.dispose();
    this.#recorded.dispose();
  }

  #timestamp(): string {
    return formatLocalDate(dateNow(this.#clock));
  }

  /** Another file is the memory now: what is under way goes there, and what it should hold is written there too. */
  #goOn(replacement: Replacement): void {
    const turns = [...(replacement.continues ? this.#lately.all() : []), ...this.#underWay];
    for (const turn of turns) {
      if (turn.ref && wasForgotten(replacement, turn.ref.conversation_id)) {
        this.#lately.delete(turn);
      } else {
        turn.leavePlace();
        void this.save(turn);
      }
    }
  }

  #keep(turn: RecordingTurn): void {
    this.#waiting.add(turn);
    const [oldest] = this.#waiting;
    if (oldest && this.#waiting.size > MOST_WAITING_TURNS) {
      this.#options.logger.error('Too many turns wait to be written. The oldest is given up.');
      this.#drop(oldest);
    }
    this.#retryLater();
  }

  #drop(turn: RecordingTurn): void {
    this.#waiting.delete(turn);
    this.#underWay.delete(turn);
    this.#lately.delete(turn);
  }

  #retryLater(): void {
    if (this.#cancelRetry) {
      return;
    }
    this.#cancelRetry = this.#clock.after(this.#delay, () => void this.retry());
    this.#delay = Math.min(this.#delay * 2, RETRY_MOST_MS);
  }
}

function unknownTrouble(cause: unknown): StoreError {
  return new StoreError('failed', 'The memory could not be written. The log has the details.', { cause });
}
