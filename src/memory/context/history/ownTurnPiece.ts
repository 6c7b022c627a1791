import type { ReceiptBlock } from '../../../model/receipt/receipt.ts';
import type { Turn } from '../../../model/turn/turn.ts';
import { filesOfTurn } from '../../../model/turn/turnFiles.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import type { Rules } from '../past/rules.ts';
import { type Piece, sayLabel } from '../prompt/piece.ts';

export interface TurnPieceOptions {
  block: ReceiptBlock;
  conversation_title: string;
  /** The turn's words, whole or shortened. */
  text: string;
  rules: Rules;
  now: Date;
}

/** A turn of this conversation as it is given. */
export function ownTurnPiece(turn: Turn, options: TurnPieceOptions): Piece {
  const { block, conversation_title, text, rules, now } = options;
  const { conversation_id, turn_index } = turn;
  const item = { conversation_id, turn_index };
  const files = filesOfTurn(turn);
  const { timestamp } = turn.user;
  return {
    item,
    block,
    level: 0,
    label: firstLine(turn.user.content),
    conversation_id,
    conversation_title,
    start_turn: turn_index,
    end_turn: turn_index,
    timestamp,
    files,
    pinned: rules.isPinned(item),
    texts: [`${sayLabel(`Turn ${turn_index + 1}`, '', timestamp, files, now)}\n${text}`],
  };
}

/** A turn of this conversation that is in no store: only its words are known. */
export function unrecordedPiece(text: string, now: Date): Piece {
  return {
    item: { conversation_id: '', turn_index: 0 },
    block: 'recent',
    level: 0,
    label: '',
    conversation_id: '',
    conversation_title: '',
    start_turn: 0,
    end_turn: 0,
    timestamp: formatLocalDate(now),
    files: [],
    pinned: false,
    unrecorded: true,
    texts: [`[Turn that is not recorded]\n${text}`],
  };
}
