import type { ReceiptItem } from '../../../model/receipt/receipt.ts';
import { sayAge, sayDay } from '../../../util/dates.ts';
import { AnswerPlace } from './answerPlace.ts';

/** A piece of an answer: words, or words that name something known. */
export type Cited = { text: string } | { text: string; file: string } | { text: string; conversation: Place };

export interface Place {
  conversation_id: string;
  turn_index: number;
}

type Target = { file: string } | { conversation: Place };

/** Shorter titles are words that may mean anything. */
const TITLE_CHARS = 12;

/** What an answer may name: titles and days that only one conversation among those given has, and the files in code. */
export function citable(items: readonly ReceiptItem[], now: Date): Map<string, Target> {
  const places = new Map<string, Place | undefined>();
  const add = (words: string, { conversation_id, start_turn, item }: ReceiptItem) => {
    const turn_index = 'turn_index' in item ? item.turn_index : start_turn;
    const place = places.get(words);
    const same = place?.conversation_id === conversation_id;
    // The same words for two conversations tell nothing.
    places.set(words, places.has(words) ? (same ? place : undefined) : { conversation_id, turn_index });
  };
  for (const item of items.filter(({ block }) => block === 'past')) {
    if (item.conversation_title.length >= TITLE_CHARS) {
      add(item.conversation_title, item);
    }
    const date = new Date(item.timestamp);
    for (const day of new Set([...sayDay(date), sayAge(date, now)].filter(words => /\d/.test(words)))) {
      add(day, item);
    }
  }
  const targets = new Map<string, Target>();
  for (const [words, conversation] of places) {
    if (conversation) {
      targets.set(words, { conversation });
    }
  }
  for (const file of items.flatMap(({ files }) => files)) {
    targets.set(`\`${file}\``, { file });
  }
  return targets;
}

/** Finds what is known in an answer as it streams in; holds back only what may still become a name. */
export class Citations {
  readonly #targets: Map<string, Target>;
  readonly #names: string[];
  readonly #linked = new Set<string>();
  #waiting = '';
  readonly #place = new AnswerPlace();

  constructor(targets: Map<string, Target>) {
    this.#targets = targets;
    // The longest name wins: `4 November` over `4 Nov`.
    this.#names = [...targets.keys()].sort((a, b) => b.length - a.length);
  }

  push(text: string): Cited[] {
    this.#waiting += text;
    return this.#read(false);
  }

  end(): Cited[] {
    return this.#read(true);
  }

  #read(end: boolean): Cited[] {
    const pieces: Cited[] = [];
    let from = 0;
    let at = 0;
    const text = this.#waiting;
    while (at < text.length) {
      const rest = text.slice(at);
      const name = this.#names.find(candidate => rest.startsWith(candidate));
      // What follows a name decides whether it is one, so its end must be in sight.
      const unfinished = !end && this.#names.some(candidate => candidate.startsWith(rest) || rest === candidate);
      if (unfinished) {
        break;
      }
      const target = name === undefined ? undefined : this.#targets.get(name);
      const isNamed = name !== undefined && target !== undefined && this.#isName(name, rest.slice(name.length));
      const length = isNamed ? name.length : 1;
      this.#place.read(text.slice(at, at + length));
      if (isNamed) {
        pieces.push({ text: text.slice(from, at) }, { text: name, ...target });
        this.#linked.add(name);
        from = at + length;
      }
      at += length;
    }
    pieces.push({ text: text.slice(from, at) });
    this.#waiting = text.slice(at);
    return pieces.filter(piece => piece.text !== '');
  }

  /** Whole words, outside of code and links, and only where it stands first: an answer full of links is hard to read. */
  #isName(name: string, after: string): boolean {
    const inLink = this.#place.inLink || after.startsWith('](');
    const whole = !this.#place.inWord && !/^[\p{L}\p{N}_]/u.test(after);
    return !this.#place.inCode && !inLink && whole && (name.startsWith('`') || !this.#linked.has(name));
  }
}
