import { type Conversation, type ConversationDraft, MEMORY_SOURCE } from '../model/conversation.ts';
import { withoutPrivate } from '../model/privacy.ts';
import type { Reference, TurnEnd, TurnKind, TurnRef, TurnStart } from '../model/turn.ts';
import { mayPass, type Store, StoreError } from '../store/store.ts';
import { formatLocalDate } from '../util/dates.ts';
import { Emitter } from '../util/emitter.ts';
import { describeError } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import { firstLine } from '../util/text.ts';
import { Cleaner, type CleaningSettings } from './cleaning.ts';

export interface RecorderSettings extends CleaningSettings {
  enabled: boolean;
}

export interface RecorderOptions {
  store: Store;
  settings: () => RecorderSettings;
  logger: Logger;
  now?: () => Date;
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

/** Writes turns at once, cleaned of what is private. What cannot be written now is kept and tried again. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #waiting = new Set<RecordingTurn>();
  readonly #troubles = new Emitter<StoreError | undefined>({ error: message => this.#options.logger.error(message) });
  readonly #recorded = new Emitter<TurnRef>({ error: message => this.#options.logger.error(message) });
  #timer: NodeJS.Timeout | undefined;
  #delay = RETRY_FIRST_MS;

  constructor(options: RecorderOptions) {
    this.#options = options;
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
    await this.save(turn);
    return turn;
  }

  /** What may be kept of a question, and how the same is kept out of its answer. */
  clean(question: string): { content: string; cleaner: Cleaner } {
    const { text, removed } = withoutPrivate(question);
    const cleaner = new Cleaner(this.#options.settings(), removed);
    return { content: cleaner.text(text), cleaner };
  }

  end(turn: RecordingTurn, outcome: Outcome): Promise<void> {
    const { cleaner } = turn;
    turn.draft.end ??= {
      ...outcome,
      content: cleaner.text(outcome.content),
      ...(outcome.reasoning === undefined ? {} : { reasoning: cleaner.text(outcome.reasoning) }),
      ...(outcome.error === undefined ? {} : { error: cleaner.text(outcome.error) }),
      timestamp: this.#timestamp(),
      tools: outcome.tools.map(tool => cleaner.tool(tool)),
    };
    return this.save(turn);
  }

  /** Writes what is not written yet; never throws, for the person's chat goes on. */
  async save(turn: RecordingTurn): Promise<void> {
    try {
      await turn.write(this.#options.store);
      this.#waiting.delete(turn);
      if (turn.draft.end && turn.ref) {
        this.#recorded.fire(turn.ref);
      }
      if (this.#waiting.size === 0) {
        this.#delay = RETRY_FIRST_MS;
        this.#troubles.fire(undefined);
      }
    } catch (error) {
      this.#options.logger.warn(`A turn could not be written: ${describeError(error)}`);
      if (mayPass(error)) {
        this.#waiting.add(turn);
        this.#retryLater();
      }
      // A conversation that was deleted while it was being answered stays deleted.
      if (error instanceof StoreError && error.reason !== 'not-found') {
        this.#troubles.fire(error);
      }
    }
  }

  /** Tries at once what waits, as when a person has freed some space. */
  async retry(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const turn of [...this.#waiting]) {
      await this.save(turn);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#troubles.dispose();
    this.#recorded.dispose();
  }

  #timestamp(): string {
    return formatLocalDate(this.#options.now?.() ?? new Date());
  }

  #retryLater(): void {
    if (this.#timer) {
      return;
    }
    this.#timer = setTimeout(() => void this.retry(), this.#delay);
    this.#timer.unref();
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

  /** Each step happens once in the store, so writing again after any failure is safe. */
  write(store: Store): Promise<void> {
    this.#last = this.#last
      .catch(() => {})
      .then(async () => {
        if (!this.#ref) {
          const conversation = await store.conversations.ensure(this.draft.conversation);
          const { conversation_id, turn_index } = await store.turns.begin(conversation.uuid, this.draft.start);
          this.#ref = { conversation_id, turn_index };
          await retitle(store, conversation, this.draft);
        }
        if (this.draft.end) {
          await store.turns.end(this.#ref, this.draft.end);
        }
      });
    return this.#last;
  }
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
