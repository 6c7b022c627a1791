import type { GoneTurns, TurnRef } from '../../../model/turn/turn.ts';
import type { Store } from '../../../store/store.ts';
import type { ContextSettings } from '../contextSettings.ts';
import type { LeftOut } from '../past/pastRequest.ts';
import type { Rules } from '../past/rules.ts';
import type { Piece } from '../prompt/piece.ts';
import { ownTurnPiece, unrecordedPiece } from './ownTurnPiece.ts';
import { type History, makeHistory, type ReadHistory, readHistory } from './readHistory.ts';
import { type RecentTurn, recentTurns, type UnrecordedTurn } from './recentTurns.ts';

export interface Recent {
  /** Oldest first. */
  pieces: Piece[];
  /** The first of the recent turns: history lies before it. */
  cut: number;
  leftOut: LeftOut[];
}

/** What a conversation says of itself, before rules decide what of it is given. */
export interface ReadConversation {
  title: string;
  /** The last turns, oldest first. */
  turns: RecentTurn[];
  cut: number;
  history: ReadHistory;
}

export interface ConversationRequest {
  /** Where the question stands; without it there are only turns that are not recorded. */
  ref?: TurnRef | undefined;
  settings: ContextSettings;
  unrecorded?: readonly UnrecordedTurn[] | undefined;
  gone?: GoneTurns | undefined;
  /** Read from the store where it is not known. */
  title?: string | undefined;
}

/** The recent turns of the conversation in which something is asked, and the history before them. */
export async function readConversation(
  store: Store,
  { ref, settings, unrecorded = [], gone = new Map(), title }: ConversationRequest,
): Promise<ReadConversation> {
  const [turns, conversation] = await Promise.all([
    recentTurns(store, ref, settings.recent, unrecorded, gone),
    ref && title === undefined ? store.conversations.get(ref.conversation_id) : undefined,
  ]);
  const cut = turns.find(({ turn }) => turn)?.turn?.turn_index ?? ref?.turn_index ?? 0;
  const history = ref
    ? await readHistory(store, { conversation_id: ref.conversation_id, cut, summaries: settings.summaries, gone })
    : { summaries: [], turns: [] };
  return { title: title ?? conversation?.title ?? '', turns, cut, history };
}

export function conversationPieces(
  { title, turns, cut, history }: ReadConversation,
  rules: Rules,
  now: Date,
): { recent: Recent; history: History } {
  const pieces = turns.map(({ turn, text }) =>
    turn
      ? ownTurnPiece(turn, { block: 'recent', conversation_title: title, text, rules, now })
      : unrecordedPiece(text, now),
  );
  return {
    recent: {
      pieces: pieces.filter(piece => !rules.isLeftOut(piece.item)),
      cut,
      leftOut: pieces.filter(piece => rules.isLeftOut(piece.item)).map(piece => ({ piece, reason: 'left-out' })),
    },
    history: makeHistory(history, title, rules, now),
  };
}
