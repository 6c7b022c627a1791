import type { AskedTurn, GoneTurns, TurnRef } from '../../model/turn/turn.ts';
import type { Store } from '../../store/store.ts';

/** A question as the chat shows it now. */
export interface ShownQuestion {
  /** Where its answer says that it is recorded; undefined when it does not. */
  ref: TurnRef | undefined;
  /** VS Code's name of the request, where it tells it. */
  request_id: string | undefined;
}

/** Follows which recorded turns their chat still shows. */
export class ChatTurns {
  readonly #store: Store;
  /** By conversation, what its chat has shown in this window. */
  readonly #shown = new Map<string, ReadonlySet<number>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The turns before this one that its chat no longer shows. Those that it had shown in this window, and those never
   * answered, are withdrawn: a person took them back, or a reload cut them off. What was answered and lost with a
   * window stays in memory, but is no part of this chat. While recording is paused nothing is withdrawn.
   */
  async follow(
    { conversation_id, turn_index }: TurnRef,
    chat: readonly ShownQuestion[],
    { recording, now }: { recording: boolean; now: Date },
  ): Promise<Followed> {
    const askedTurns = await this.#store.turns.asked(conversation_id, turn_index - 1);
    const shown = shownOf(askedTurns, conversation_id, chat);
    const before = this.#shown.get(conversation_id);
    const keptIndexes = recording ? [] : (before ?? []);
    this.#shown.set(conversation_id, new Set([...shown, ...keptIndexes, turn_index]));
    const missing = askedTurns.filter(turn => turn.withdrawn_ms === null && !shown.has(turn.turn_index));
    const withdrawn = missing.filter(turn => recording && (!turn.answered || before?.has(turn.turn_index)));
    const indexes = withdrawn.map(turn => turn.turn_index);
    const told = indexes.length > 0 && (await this.#store.turns.withdraw(conversation_id, indexes, now.getTime()));
    const gone = new Map([
      ...askedTurns.flatMap(turn =>
        turn.withdrawn_ms === null ? [] : [[turn.turn_index, turn.withdrawn_ms] as const],
      ),
      ...missing.map(turn => [turn.turn_index, Number.POSITIVE_INFINITY] as const),
    ]);
    return { gone, told };
  }
}

export interface Followed {
  gone: GoneTurns;
  /** Summaries tell of what was withdrawn just now. */
  told: boolean;
}

/** Of a question without any name nothing is known: then all may be there. */
function shownOf(
  askedTurns: readonly AskedTurn[],
  conversation_id: string,
  chat: readonly ShownQuestion[],
): Set<number> {
  if (chat.some(({ ref, request_id }) => !ref && request_id === undefined)) {
    return new Set(askedTurns.map(({ turn_index }) => turn_index));
  }
  const byRequest = new Map(askedTurns.map(({ turn_index, request_id }) => [request_id, turn_index]));
  const indexes = chat.map(({ ref, request_id }) =>
    ref?.conversation_id === conversation_id ? ref.turn_index : byRequest.get(request_id ?? null),
  );
  return new Set(indexes.filter(index => index !== undefined));
}
