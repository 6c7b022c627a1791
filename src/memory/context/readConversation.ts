import type { Turn, TurnRef } from '../../model/turn.ts';
import type { Store } from '../../store/store.ts';
import { firstLine } from '../../util/text.ts';
import { recentTurns } from '../recentTurns.ts';
import type { ContextSettings } from './contextSettings.ts';
import type { LeftOut } from './pastRequest.ts';
import { type Piece, sayLabel } from './piece.ts';
import { type History, readHistory } from './readHistory.ts';
import type { Rules } from './rules.ts';
import { filesOfTurn, turnText } from './turnText.ts';

export interface Recent {
  /** Oldest first. */
  pieces: Piece[];
  /** The first of the recent turns: history lies before it. */
  cut: number;
  leftOut: LeftOut[];
}

/** The recent turns of the conversation in which something is asked, and the history before them. */
export async function readConversation(
  store: Store,
  ref: TurnRef | undefined,
  settings: ContextSettings,
  rules: Rules,
  now: Date,
): Promise<{ recent: Recent; history: History }> {
  if (!ref) {
    const nothing = { pieces: [], leftOut: [] };
    return { recent: { ...nothing, cut: 0 }, history: { ...nothing, summaries: [] } };
  }
  const { conversation_id, turn_index } = ref;
  const [turns, conversation] = await Promise.all([
    recentTurns(store, conversation_id, turn_index, settings.recent),
    store.conversations.get(conversation_id),
  ]);
  const title = conversation?.title ?? '';
  const cut = turns[0]?.turn_index ?? turn_index;
  const place = { uuid: conversation_id, title };
  const history = await readHistory(store, { conversation: place, cut, summaries: settings.summaries, rules, now });
  const pieces = turns.map(turn => recentPiece(turn, title, rules, now));
  return {
    recent: {
      pieces: pieces.filter(piece => !rules.isLeftOut(piece.item)),
      cut,
      leftOut: pieces.filter(piece => rules.isLeftOut(piece.item)).map(piece => ({ piece, reason: 'left-out' })),
    },
    history,
  };
}

function recentPiece(turn: Turn, conversation_title: string, rules: Rules, now: Date): Piece {
  const { conversation_id, turn_index } = turn;
  const item = { conversation_id, turn_index };
  const files = filesOfTurn(turn);
  const { timestamp } = turn.user;
  return {
    item,
    block: 'recent',
    level: 0,
    label: firstLine(turn.user.content),
    conversation_id,
    conversation_title,
    start_turn: turn_index,
    end_turn: turn_index,
    timestamp,
    files,
    pinned: rules.isPinned(item),
    texts: [`${sayLabel(`Turn ${turn_index + 1}`, '', timestamp, files, now)}\n${turnText(turn)}`],
  };
}
