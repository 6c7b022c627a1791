import type { DatedSummary, Summary } from '../../../model/summary/summary.ts';
import type { GoneTurns, Turn } from '../../../model/turn/turn.ts';
import { compactHistory, gapsBefore, type TurnSpan } from '../../../model/turn/turnSpan.ts';
import { materialIn } from '../../../model/turn/whatIsMemory.ts';
import type { Store } from '../../../store/store.ts';
import { turnsOf } from '../../../store/turnStore.ts';
import type { LeftOut } from '../past/pastRequest.ts';
import type { Rules } from '../past/rules.ts';
import type { Piece } from '../prompt/piece.ts';
import { isUnsupported, summaryPiece } from '../prompt/summaryPiece.ts';
import { shortTurnText } from '../prompt/turnText.ts';
import { tellsOf } from './gone.ts';
import { ownTurnPiece } from './ownTurnPiece.ts';

/** What is not summarised yet is shown turn by turn, newest first, so many and so long. */
const WINDOW_TURNS = 20;
const WINDOW_CHARS = 700;

export interface HistoryRequest {
  conversation_id: string;
  /** Where the recent turns begin. */
  cut: number;
  /** False: a sliding window of turns. */
  summaries: boolean;
  /** Turns that the chat no longer shows. */
  gone?: GoneTurns;
}

/** The summaries in the order of their turns, and turns that none of them tells of. */
export interface ReadHistory {
  summaries: DatedSummary[];
  turns: Turn[];
}

export interface History {
  /** In the order of their turns. */
  pieces: Piece[];
  /** Those that stand among the pieces. */
  summaries: Summary[];
  leftOut: LeftOut[];
}

export async function readHistory(store: Store, request: HistoryRequest): Promise<ReadHistory> {
  const { conversation_id, cut, gone = new Map() } = request;
  const all = request.summaries ? await summariesBefore(store, conversation_id, cut, gone) : [];
  const { summaries, gaps } = compactHistory(all, cut);
  const [dated, turns] = await Promise.all([
    summaries.length > 0 ? store.summaries.read(summaries.map(({ uuid }) => uuid)) : [],
    turnsIn(store, conversation_id, gaps, gone),
  ]);
  return { summaries: dated, turns };
}

export function makeHistory({ summaries, turns }: ReadHistory, title: string, rules: Rules, now: Date): History {
  const history: History = { pieces: [], summaries: [], leftOut: [] };
  for (const dated of summaries) {
    const pinned = rules.isPinned({ summary_id: dated.summary.uuid });
    const piece = summaryPiece(dated, { block: 'history', now, pinned });
    if (rules.isLeftOut(piece.item)) {
      history.leftOut.push({ piece, reason: 'left-out' });
    } else if (isUnsupported(dated.summary)) {
      history.leftOut.push({ piece, reason: 'unsupported' });
    } else {
      history.pieces.push(piece);
      history.summaries.push(dated.summary);
    }
  }
  for (const turn of turns) {
    const text = shortTurnText(turn, WINDOW_CHARS);
    const piece = ownTurnPiece(turn, { block: 'history', conversation_title: title, text, rules, now });
    if (rules.isLeftOut(piece.item)) {
      history.leftOut.push({ piece, reason: 'left-out' });
    } else {
      history.pieces.push(piece);
    }
  }
  history.pieces.sort((a, b) => a.start_turn - b.start_turn);
  return history;
}

/** From the highest level down, each only from where those above it leave off: few rows, however long it is. */
async function summariesBefore(
  store: Store,
  conversation_id: string,
  cut: number,
  gone: GoneTurns,
): Promise<Summary[]> {
  const marks = await store.summaries.marks(conversation_id);
  let higher: Summary[] = [];
  for (const level of marks.map(mark => mark.level).toSorted((a, b) => b - a)) {
    const [gap] = gapsBefore(cut, compactHistory(higher, cut).summaries);
    if (!gap) {
      break;
    }
    const summaries = await store.summaries.ofConversation(conversation_id, { level, from_turn: gap.start_turn });
    higher = higher.concat(summaries.filter(summary => !tellsOf(summary, gone)));
  }
  return higher;
}

async function turnsIn(
  store: Store,
  conversation_id: string,
  gaps: readonly TurnSpan[],
  gone: GoneTurns,
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const { start_turn, end_turn } of gaps.toReversed()) {
    const limit = WINDOW_TURNS - turns.length;
    if (limit > 0) {
      const range = { from: start_turn, to: end_turn, limit, newestFirst: true, standing: true };
      const gapTurns = materialIn(await turnsOf(store, conversation_id, range));
      turns.push(...gapTurns.filter(turn => !gone.has(turn.turn_index)));
    }
  }
  return turns;
}
