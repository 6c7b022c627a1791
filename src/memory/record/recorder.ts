import { type Conversation, type ConversationDraft, MEMORY_SOURCE } from '../../model/conversation.ts';
import { withoutPrivate } from '../../model/secrets/privacy.ts';
import type { Reference, TurnEnd, TurnKind, TurnRef, TurnStart } from '../../model/turn.ts';
import { mayPass, type Replacement, type Store, StoreError, wasForgotten } from '../../store/store.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { formatLocalDate } from '../../util/dates.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { firstLine } from '../../util/text.ts';
import { Cleaner, type CleaningSettings } from './cleaning.ts';
import { LatelyRecorded } from './latelyRecorded.ts';

export interface RecorderSettings extends CleaningSettings {
  enabled: boolean;
}

export interface RecorderOptions {
  store: Store;
  settings: () => RecorderSettings;
  logger: Logger;
  clock?: Clock;
}

/** A question that has just arrived. */
export interface IncomingTurn {
  /** The conversation's name at its source. */
  external_id: string;
  source?: string;
  workspace_id: string;
  workspace_name: string;
  /** Given by an importer or the demo; else the first line of the first question. */
  title?: string;
  request_id: string;
  content: string;
  /** `talk` unless it is told. */
  kind?: TurnKind;
  references: Reference[];
}

export type Outcome = Omit<TurnEnd, 'timestamp'>;

const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 60_000;
/** A store that is away for so long that more waits loses the oldest. */
const MOST_WAITING = 1000;

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

  /** A turn is complete and durable: what is derived from it may follow. */
  readonly onDidRecord = this.#recorded.event;

  /** Undefined while recording is paused: then nothing of this turn is stored, also if recording resumes meanwhile. */
  async begin(incoming: IncomingTurn): Promise<RecordingTurn | undefined> {
    if (!this.#options.settings().enabled) {
      return undefined;
    }
    const { content, cleaner } = this.clean(incoming.content);
    const timestamp = this.#timestamp();
    const given = incoming.title === undefined ? undefined : withoutPrivate(incoming.title).text;
    const title = given === undefined ? titleOf(content) : cleaner.text(given);
    const references = incoming.references.map(reference => cleaner.reference(reference));
    const turn = new RecordingTurn(this, cleaner, {
      conversation: {
        title: title || 'Untitled conversation',
        source: incoming.source ?? MEMORY_SOURCE,
        external_id: incoming.external_id,
        workspace_id: incoming.workspace_id,
        workspace_name: incoming.workspace_name,
        created_at: timestamp,
      },
      start: { request_id: incoming.request_id, kind: incoming.kind ?? 'talk', content, references, timestamp },
    });
    this.#underWay.add(turn);
    await this.save(turn);
    return turn;
  }

  /** What may be kept of a question, and how the same is kept out of its answer. */
  clean(question: string): { content: string; cleaner: Cleaner } {
    const { text, removed } = withoutPrivate(question);
    const cleaner = new Cleaner(this.#options.settings(), removed);
    return { content: cleaner.text(text), cleaner };
  }

  async end(turn: RecordingTurn, outcome: Outcome): Promise<void> {
    const { cleaner } = turn;
    turn.draft.end ??= {
      ...outcome,
      content: cleaner.text(outcome.content),
      ...(outcome.reasoning === undefined ? {} : { reasoning: cleaner.text(outcome.reasoning) }),
      ...(outcome.error === undefined ? {} : { error: cleaner.text(outcome.error) }),
      timestamp: this.#timestamp(),
      tools: outcome.tools.map(tool => cleaner.tool(tool)),
    };
    await this.save(turn);
  }

  /** Writes what is not written yet; never throws, for the person's chat goes on. Gives what stands in the way. */
  async save(turn: RecordingTurn): Promise<StoreError | undefined> {
    try {
      await turn.write(this.#options.store);
      this.#waiting.delete(turn);
      if (turn.draft.end && turn.ref) {
        this.#underWay.delete(turn);
        this.#lately.add(turn, sizeOf(turn.draft));
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
    return formatLocalDate(new Date(this.#clock.now()));
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
    if (oldest && this.#waiting.size > MOST_WAITING) {
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

interface RecordingDraft {
  conversation: ConversationDraft;
  start: TurnStart;
  end?: TurnEnd;
}

/** One turn on its way into the store. */
export class RecordingTurn {
  readonly draft: RecordingDraft;
  readonly cleaner: Cleaner;
  readonly #recorder: Recorder;
  #ref: TurnRef | undefined;
  #last: Promise<void> = Promise.resolve();
  /** How many memories it has had to leave. */
  #left = 0;

  constructor(recorder: Recorder, cleaner: Cleaner, draft: RecordingDraft) {
    this.#recorder = recorder;
    this.cleaner = cleaner;
    this.draft = draft;
  }

  /** Where it is stored; undefined while it waits to be written. */
  get ref(): TurnRef | undefined {
    return this.#ref;
  }

  end(outcome: Outcome): Promise<void> {
    return this.#recorder.end(this, outcome);
  }

  /** Where it was stored is no longer the memory. */
  leavePlace(): void {
    this.#ref = undefined;
    this.#left++;
  }

  /** Each step happens once in the store, so writing again after any failure is safe. */
  write(store: Store): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#write(store));
    return this.#last;
  }

  async #write(store: Store): Promise<void> {
    const left = this.#left;
    try {
      if (!this.#ref) {
        const conversation = await store.conversations.ensure(this.draft.conversation);
        const { conversation_id, turn_index } = await store.turns.begin(conversation.uuid, this.draft.start);
        this.#ref = { conversation_id, turn_index };
        await retitle(store, conversation, this.draft);
      }
      if (this.draft.end) {
        await store.turns.end(this.#ref, this.draft.end);
      }
    } catch (error) {
      if (left === this.#left) {
        throw error;
      }
      // What was not found was in the memory before: it is written from its beginning.
      await this.#write(store);
    }
  }
}

function sizeOf({ start, end }: RecordingDraft): number {
  return start.content.length + (end ? JSON.stringify(end).length : 0);
}

function unknownTrouble(cause: unknown): StoreError {
  return new StoreError('failed', 'The memory could not be written. The log has the details.', { cause });
}

/** What was only looked up gives a conversation no name: the first thing that is said does, unless a person named it. */
async function retitle(store: Store, conversation: Conversation, { conversation: draft, start }: RecordingDraft) {
  const { uuid, title, turn_count, lookup_count } = conversation;
  if (start.kind === 'lookup' || turn_count === 0 || turn_count > lookup_count || title === draft.title) {
    return;
  }
  const first = await store.turns.get({ conversation_id: uuid, turn_index: 0 });
  if (first && titleOf(first.user.content) === title) {
    await store.conversations.rename(uuid, draft.title);
  }
}

const titleOf = (question: string) => firstLine(question, 60) || 'Untitled conversation';
