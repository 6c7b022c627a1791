import type { DiscussedScope } from './file.ts';
import type { MentionPlace } from './mention.ts';
import { hasName, sameSymbol } from './sameSymbol.ts';

/** How many turns of one conversation are told. */
export const MOST_TURNS_TOLD = 20;

/** Something that was said in a conversation, at an instant. */
interface Said {
  conversation_id: string;
  at: number;
}

type SaidInTurn = Said & MentionPlace & { turn_index: number };
type SaidInSummary = Said & { level: number };

/** What one conversation says about a file or a symbol: each turn once, the newest first. */
export interface Talk<T, S> {
  conversation_id: string;
  turns: T[];
  turn_count: number;
  /** Highest level first, then newest. */
  summaries: S[];
}

/** The mentions of a file by conversation, the one that mentioned it last first. */
export function talksOf<T extends SaidInTurn, S extends SaidInSummary>(
  turns: readonly T[],
  summaries: readonly S[],
  { limit, offset = 0 }: { limit: number; offset?: number },
): Talk<T, S>[] {
  const talks = new Map<string, { last: number; turns: Map<number, T>; summaries: S[] }>();
  const talkOf = ({ conversation_id, at }: Said) => {
    const talk = talks.get(conversation_id) ?? { last: 0, turns: new Map<number, T>(), summaries: [] };
    talk.last = Math.max(talk.last, at);
    talks.set(conversation_id, talk);
    return talk;
  };
  for (const mention of turns.toSorted((a, b) => b.at - a.at)) {
    const ofTalk = talkOf(mention).turns;
    const earlier = ofTalk.get(mention.turn_index);
    // Of a question and its answer, the one that tells the place.
    if (!earlier || !tellsPlace(earlier)) {
      ofTalk.set(mention.turn_index, mention);
    }
  }
  for (const mention of summaries.toSorted((a, b) => b.level - a.level || b.at - a.at)) {
    talkOf(mention).summaries.push(mention);
  }
  return [...talks]
    .toSorted(([, a], [, b]) => b.last - a.last)
    .slice(offset, offset + limit)
    .map(([conversation_id, talk]) => ({
      conversation_id,
      turns: [...talk.turns.values()].slice(0, MOST_TURNS_TOLD),
      turn_count: talk.turns.size,
      summaries: talk.summaries,
    }));
}

const tellsPlace = ({ line, symbol }: MentionPlace) => line !== null || symbol !== null;

/** Whether a mention of a file is about that symbol of it: linked to it, or with its name in the words around. */
export function isAboutSymbol(name: string, symbols: readonly string[], text: string): boolean {
  return symbols.some(symbol => sameSymbol(symbol, name)) || hasName(text, name);
}

/** Counts for each symbol that was linked the conversations that are about it, links first, then words. */
export class DiscussedCount {
  readonly #conversations = new Map<string, Set<string>>();

  constructor(linked: readonly { name: string; conversation_id: string }[]) {
    for (const name of new Set(linked.map(({ name }) => name))) {
      const same = linked.filter(other => sameSymbol(other.name, name));
      this.#conversations.set(name, new Set(same.map(({ conversation_id }) => conversation_id)));
    }
  }

  /** Whether there is a symbol that this conversation does not count for yet: else its texts need not be read. */
  isOpen(conversation_id: string): boolean {
    return [...this.#conversations.values()].some(conversations => !conversations.has(conversation_id));
  }

  read(conversation_id: string, text: string): void {
    for (const [name, conversations] of this.#conversations) {
      if (!conversations.has(conversation_id) && hasName(text, name)) {
        conversations.add(conversation_id);
      }
    }
  }

  /** By name. */
  counts(): DiscussedScope[] {
    return [...this.#conversations]
      .map(([name, conversations]) => ({ name, conversations: conversations.size }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
