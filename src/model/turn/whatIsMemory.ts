import { OFFLINE_MODEL } from '../offlineModel.ts';
import { statedText } from '../stated/stated.ts';
import type { Turn, TurnKind } from './turn.ts';

/** What a person says, to whom: a command of `@memory`, the offline model, or another. */
export interface Saying {
  content: string;
  isCommand: boolean;
  model: string | undefined;
}

export function kindOf({ content, isCommand, model }: Saying): TurnKind {
  if (isCommand) {
    return 'lookup';
  }
  if (model !== OFFLINE_MODEL) {
    return 'talk';
  }
  return statedText(content) === '' ? 'lookup' : 'note';
}

/** Of each kind of turn, which side is memory: recalled, searched, linked and condensed. */
export const memoryOfKind: Record<TurnKind, { question: boolean; answer: boolean }> = {
  talk: { question: true, answer: true },
  // What was told to memory is kept, what it replied is not.
  note: { question: true, answer: false },
  lookup: { question: false, answer: false },
};

/** Lookups are found, with what they quoted, by whoever looks for them to delete them; the reply to a note never is. */
export function isAnswerIndexed(kind: TurnKind): boolean {
  return kind !== 'note';
}

/** The turn as recall, search and summaries read it; undefined when nothing of it is memory. */
export function materialOf(turn: Turn): Turn | undefined {
  switch (turn.user.kind) {
    case 'talk':
      return turn;
    case 'note': {
      const content = statedText(turn.user.content);
      return { ...turn, user: { ...turn.user, content, char_count: content.length }, assistant: undefined, tools: [] };
    }
    case 'lookup':
      return undefined;
  }
}

/** Those of them that are memory, as they are read. */
export function materialIn(turns: readonly Turn[]): Turn[] {
  return turns.flatMap(turn => materialOf(turn) ?? []);
}
