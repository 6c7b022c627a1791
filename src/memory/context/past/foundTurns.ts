import type { MemoryItem, ScoreParts } from '../../../model/receipt/receipt.ts';
import type { Turn, TurnRef } from '../../../model/turn/turn.ts';
import { filesOfTurn } from '../../../model/turn/turnFiles.ts';
import { materialIn } from '../../../model/turn/whatIsMemory.ts';
import { queryTerms } from '../../../model/words/words.ts';
import type { Store } from '../../../store/store.ts';
import type { TurnStretch } from '../../../store/turnStore.ts';
import { cutMiddle, firstLine } from '../../../util/text.ts';
import { bestPassage } from '../../recall/passages.ts';
import { type Piece, sayLabel } from '../prompt/piece.ts';
import { shortTurnText } from '../prompt/turnText.ts';

/** A turn of the past that bears on a question. */
export interface FoundTurn {
  turn: Turn;
  conversation_title: string;
  parts: ScoreParts;
  pinned: boolean;
}

export interface WindowOptions {
  question: string;
  windowBefore: number;
  windowAfter: number;
  now: Date;
  /** Turns that are shown elsewhere in the prompt. */
  isShown(ref: TurnRef): boolean;
}

const ASKED_CHARS = 700;
const ANSWER_CHARS = 2000;
const NEIGHBOUR_CHARS = 600;

/** Each found turn with its window, the hit marked; a turn that stands in two windows is shown in the first. */
export async function withWindows(store: Store, turns: readonly FoundTurn[], options: WindowOptions): Promise<Piece[]> {
  const stretches =
    options.windowBefore + options.windowAfter > 0 ? turns.map(({ turn }) => windowOf(turn, options)) : [];
  const windows = stretches.length > 0 ? await store.turns.read(stretches) : [];
  const taken = new Set(turns.map(({ turn }) => keyOf(turn)));
  return turns.map((foundTurn, index) => {
    const around = materialIn(windows[index] ?? []).filter(turn => !taken.has(keyOf(turn)) && !options.isShown(turn));
    for (const turn of around) {
      taken.add(keyOf(turn));
    }
    return foundTurnPiece(foundTurn, around, options);
  });
}

function windowOf({ conversation_id, turn_index }: TurnRef, options: WindowOptions): TurnStretch {
  const { windowBefore, windowAfter } = options;
  const [from, to] = [Math.max(0, turn_index - windowBefore), turn_index + windowAfter];
  return { conversation_id, from, to, limit: windowBefore + windowAfter + 1, textsOnly: true, standing: true };
}

/** A found turn without its window. */
export function foundTurnPiece(
  foundTurn: FoundTurn,
  around: readonly Turn[],
  { question, now }: { question: string; now: Date },
): Piece {
  const { turn, conversation_title, parts, pinned } = foundTurn;
  const item: MemoryItem = { conversation_id: turn.conversation_id, turn_index: turn.turn_index };
  const files = filesOfTurn(turn);
  const { timestamp } = turn.user;
  const label = sayLabel(`Turn ${turn.turn_index + 1}`, conversation_title, timestamp, files, now);
  const hit = hitText(turn, question);
  const indexes = [turn, ...around].map(({ turn_index }) => turn_index);
  const window = [...around, turn]
    .toSorted((a, b) => a.turn_index - b.turn_index)
    .map(other =>
      other === turn
        ? `Turn ${turn.turn_index + 1} (found):\n${hit}`
        : `Turn ${other.turn_index + 1}:\n${shortTurnText(other, NEIGHBOUR_CHARS)}`,
    );
  const alone = `${label}\n${hit}`;
  return {
    item,
    block: 'past',
    level: 0,
    label: firstLine(turn.user.content),
    conversation_id: turn.conversation_id,
    conversation_title,
    start_turn: Math.min(...indexes),
    end_turn: Math.max(...indexes),
    timestamp,
    files,
    pinned,
    parts,
    texts: around.length > 0 ? [`${label}\n${window.join('\n')}`, alone] : [alone],
  };
}

/** A long answer is shown around the sentence that was found. */
function hitText({ user, assistant }: Turn, question: string): string {
  const asked = `User: ${cutMiddle(user.content, ASKED_CHARS)}`;
  return assistant ? `${asked}\nAssistant: ${aroundPassage(assistant.content, question)}` : asked;
}

function aroundPassage(text: string, question: string): string {
  if (text.length <= ANSWER_CHARS) {
    return text;
  }
  const passage = bestPassage(text, queryTerms(question)).text;
  const at = Math.max(0, text.indexOf(passage.slice(0, 60)));
  const from = Math.max(0, Math.min(at - ANSWER_CHARS / 4, text.length - ANSWER_CHARS));
  const lead = from > 0 ? '… ' : '';
  const end = from + ANSWER_CHARS < text.length ? ' …' : '';
  // Whole characters only: the slice may begin or end inside a surrogate pair.
  return `${lead}${text.slice(from, from + ANSWER_CHARS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')}${end}`;
}

const keyOf = ({ conversation_id, turn_index }: TurnRef) => `${conversation_id}:${turn_index}`;
