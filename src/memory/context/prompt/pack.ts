import { cutToTokens } from '../../../llm/tokens.ts';
import { estimateTokens } from '../../../model/tokens.ts';
import { attachmentBlock } from './answerPrompt.ts';
import type { Piece } from './piece.ts';

export interface Packable {
  /** Oldest first. */
  history: readonly Piece[];
  /** Best first. */
  past: readonly Piece[];
  /** Oldest first. */
  recent: readonly Piece[];
  attachments: readonly { name: string; text: string }[];
}

export interface Packed {
  piece: Piece;
  /** The text that found room. */
  text: string;
  tokens: number;
}

export interface Packing {
  history: Packed[];
  past: Packed[];
  recent: Packed[];
  attachments: { name: string; text: string }[];
  /** No room for these. */
  leftOut: Packed[];
}

/** The newest turn and the attachments may not take more than these shares of what there is. */
const NEWEST_SHARE = 0.5;
const ATTACHED_SHARE = 0.6;
const LEAST_TOKENS = 40;

/**
 * Fits memory into so many tokens. The relevant past is cut first, then history, recent turns last; what a person
 * pinned or attached comes before history. Where a block had to be cut, those that are cut before it get nothing.
 */
export function pack(blocks: Packable, maxTokens: number): Packing {
  const room = new Room(maxTokens);
  const recent = room.takeRecent(blocks.recent);
  const attachments = blocks.attachments.flatMap(attachment => room.takeAttachment(attachment));
  const [pinned, others] = [blocks.past.filter(isPinned), blocks.past.filter(piece => !isPinned(piece))];
  const pins = room.takeWhatFits(pinned);
  const history = recent.left.length > 0 ? leave(blocks.history) : room.takeNewestFirst(blocks.history);
  const cut = recent.left.length + history.left.length > 0;
  const unpinned = cut ? leave(others) : room.takeWhatFits(others);
  return {
    recent: recent.taken,
    attachments,
    history: history.taken,
    past: [...pins.taken, ...unpinned.taken],
    leftOut: [...recent.left, ...history.left, ...pins.left, ...unpinned.left].map(piece =>
      packedAs(piece, piece.texts[0]),
    ),
  };
}

interface Taken {
  taken: Packed[];
  left: Piece[];
}

/** How many tokens are still free. */
class Room {
  #free: number;

  constructor(tokens: number) {
    this.#free = Math.max(0, tokens);
  }

  /** The newest turn is always in, cut in its middle if it must be. */
  takeRecent(pieces: readonly Piece[]): Taken {
    const newest = pieces.at(-1);
    if (!newest || this.#free < LEAST_TOKENS) {
      return leave(pieces);
    }
    const share = Math.floor(this.#free * NEWEST_SHARE);
    const packed = packedAs(newest, cutToTokens(newest.texts[0], share - 1));
    this.#free -= packed.tokens;
    const { taken, left } = this.takeNewestFirst(pieces.slice(0, -1));
    return { taken: [...taken, packed], left };
  }

  /** As far back as there is room, without holes. */
  takeNewestFirst(pieces: readonly Piece[]): Taken {
    const taken: Packed[] = [];
    for (const [index, piece] of pieces.toReversed().entries()) {
      const packed = this.#take(piece);
      if (!packed) {
        return { taken, left: pieces.slice(0, pieces.length - index) };
      }
      taken.unshift(packed);
    }
    return { taken, left: [] };
  }

  takeWhatFits(pieces: readonly Piece[]): Taken {
    const taken: Packed[] = [];
    const left: Piece[] = [];
    for (const piece of pieces) {
      const packed = this.#take(piece);
      packed ? taken.push(packed) : left.push(piece);
    }
    return { taken, left };
  }

  takeAttachment({ name, text }: { name: string; text: string }): { name: string; text: string }[] {
    const frame = costOf(attachmentBlock({ name, text: '' }));
    const most = Math.floor(this.#free * ATTACHED_SHARE) - frame;
    if (most < LEAST_TOKENS) {
      return [];
    }
    const cut = { name, text: cutToTokens(text, most) };
    this.#free -= costOf(attachmentBlock(cut));
    return [cut];
  }

  #take(piece: Piece): Packed | undefined {
    for (const text of piece.texts) {
      const packed = packedAs(piece, text);
      if (packed.tokens <= this.#free) {
        this.#free -= packed.tokens;
        return packed;
      }
    }
    return undefined;
  }
}

const isPinned = (piece: Piece) => piece.pinned;

function leave(pieces: readonly Piece[]): Taken {
  return { taken: [], left: [...pieces] };
}

function packedAs(piece: Piece, text: string): Packed {
  return { piece, text, tokens: costOf(text) };
}

/** With the empty line behind it. */
function costOf(text: string): number {
  return estimateTokens(`${text}\n\n`);
}
