import type { TurnRef } from '../../model/turn.ts';
import type { Store } from '../../store/store.ts';
import { recentTurns } from '../recentTurns.ts';
import type { ContextSettings } from './contextSettings.ts';
import type { LeftOut } from './pastRequest.ts';
import type { Piece } from './piece.ts';
import { type History, readHistory } from './readHistory.ts';
import type { Rules } from './rules.ts';
import { turnPiece } from './turnPiece.ts';

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
    recentTurns(store, ref, settings.recent),
    store.conversations.get(conversation_id),
  ]);
  const title = conversation?.title ?? '';
  const cut = turns[0]?.turn.turn_index ?? turn_index;
  const place = { uuid: conversation_id, title };
  const history = await readHistory(store, { conversation: place, cut, summaries: settings.summaries, rules, now });
  const pieces = turns.map(({ turn, text }) =>
    turnPiece(turn, { block: 'recent', conversation_title: title, text, rules, now }),
  );
  return {
    recent: {
      pieces: pieces.filter(piece => !rules.isLeftOut(piece.item)),
      cut,
      leftOut: pieces.filter(piece => rules.isLeftOut(piece.item)).map(piece => ({ piece, reason: 'left-out' })),
    },
    history,
  };
}
