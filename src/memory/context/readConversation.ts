import type { TurnRef } from '../../model/turn.ts';
import type { Store } from '../../store/store.ts';
import { type RecentTurn, recentTurns, type UnrecordedTurn } from '../recentTurns.ts';
import type { ContextSettings } from './contextSettings.ts';
import type { LeftOut } from './pastRequest.ts';
import type { Piece } from './piece.ts';
import { type History, readHistory } from './readHistory.ts';
import type { Rules } from './rules.ts';
import { turnPiece, unrecordedPiece } from './turnPiece.ts';

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
  unrecorded: readonly UnrecordedTurn[] = [],
): Promise<{ recent: Recent; history: History }> {
  const [turns, conversation] = await Promise.all([
    recentTurns(store, ref, settings.recent, unrecorded),
    ref && store.conversations.get(ref.conversation_id),
  ]);
  const title = conversation?.title ?? '';
  const cut = turns.find(({ turn }) => turn)?.turn?.turn_index ?? ref?.turn_index ?? 0;
  const place = ref && { uuid: ref.conversation_id, title };
  const history: History = place
    ? await readHistory(store, { conversation: place, cut, summaries: settings.summaries, rules, now })
    : { pieces: [], summaries: [], leftOut: [] };
  const pieceOf = ({ turn, text }: RecentTurn) =>
    turn
      ? turnPiece(turn, { block: 'recent', conversation_title: title, text, rules, now })
      : unrecordedPiece(text, now);
  const pieces = turns.map(pieceOf);
  return {
    recent: {
      pieces: pieces.filter(piece => !rules.isLeftOut(piece.item)),
      cut,
      leftOut: pieces.filter(piece => rules.isLeftOut(piece.item)).map(piece => ({ piece, reason: 'left-out' })),
    },
    history,
  };
}
