import { type ConversationDraft, MEMORY_SOURCE } from '../model/conversation.ts';
import { maskPrivate, redactSecrets, withoutPrivate } from '../model/privacy.ts';
import { cutResult } from '../model/toolResult.ts';
import type { Reference, ToolUseDraft, TurnEnd, TurnRef, TurnStart } from '../model/turn.ts';
import { mayPass, type Store, StoreError } from '../store/store.ts';
import { formatLocalDate } from '../util/dates.ts';
import { Emitter } from '../util/emitter.ts';
import { describeError } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import { firstLine } from '../util/text.ts';

export interface RecorderSettings {
  enabled: boolean;
  redact: boolean;
  /** A person's own patterns of what is secret. */
  patterns: readonly RegExp[];
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
  references: Reference[];
}

export type Outcome = Omit<TurnEnd, 'timestamp'>;

const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 60_000;

/** Writes turns at once, cleaned of what is private. What cannot be written now is kept and tried again. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #waiting = new Set<RecordingTurn>();
  readonly #troubles = new Emitter<StoreError | undefined>();
  readonly #recorded = new Emitter<TurnRef>();
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
    const settings = this.#options.settings();
    if (!settings.enabled) {
      return undefined;
    }
    const { text, removed } = withoutPrivate(incoming.content);
    const clean = cleaner(settings, removed);
    const timestamp = this.#timestamp();
    const content = clean(text);
    const title = incoming.title ?? (firstLine(content, 60) || 'Untitled conversation');
    const turn = new RecordingTurn(this, clean, {
      conversation: {
        title,
        source: incoming.source ?? MEMORY_SOURCE,
        external_id: incoming.external_id,
        workspace_id: incoming.workspace_id,
        workspace_name: incoming.workspace_name,
        created_at: timestamp,
      },
      start: { request_id: incoming.request_id, content, references: incoming.references, timestamp },
    });
    await this.save(turn);
    return turn;
  }

  end(turn: RecordingTurn, outcome: Outcome): Promise<void> {
    const { clean } = turn;
    turn.draft.end ??= {
      ...outcome,
      content: clean(outcome.content),
      ...(outcome.reasoning === undefined ? {} : { reasoning: clean(outcome.reasoning) }),
      ...(outcome.error === undefined ? {} : { error: clean(outcome.error) }),
      timestamp: this.#timestamp(),
      tools: outcome.tools.map(tool => cleanTool(tool, clean)),
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
  readonly clean: (text: string) => string;
  readonly #recorder: Recorder;
  #ref: TurnRef | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(recorder: Recorder, clean: (text: string) => string, draft: RecordingDraft) {
    this.#recorder = recorder;
    this.clean = clean;
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
        }
        if (this.draft.end) {
          await store.turns.end(this.#ref, this.draft.end);
        }
      });
    return this.#last;
  }
}

function cleaner(settings: RecorderSettings, removed: readonly string[]): (text: string) => string {
  return text => {
    const masked = maskPrivate(text, removed);
    return settings.redact ? redactSecrets(masked, settings.patterns) : masked;
  };
}

function cleanTool(tool: ToolUseDraft, clean: (text: string) => string): ToolUseDraft {
  const cut = tool.result === undefined ? undefined : cutResult(tool.result);
  return {
    ...tool,
    arguments: cleanValue(tool.arguments, clean),
    ...(tool.reasoning === undefined ? {} : { reasoning: clean(tool.reasoning) }),
    ...(cut ? { result: clean(cut.result), result_size_bytes: tool.result_size_bytes ?? cut.result_size_bytes } : {}),
    ...(tool.error === undefined ? {} : { error: clean(tool.error) }),
  };
}

function cleanValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return clean(value);
  }
  if (Array.isArray(value)) {
    return value.map(item => cleanValue(item, clean));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item, clean)]));
  }
  return value;
}
