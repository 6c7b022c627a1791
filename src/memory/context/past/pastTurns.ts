import { itemKey, type LeftOutReason } from '../../../model/receipt/receipt.ts';
import type { Turn, TurnRef } from '../../../model/turn/turn.ts';
import { materialOf } from '../../../model/turn/whatIsMemory.ts';
import type { Store } from '../../../store/store.ts';
import { turnAt } from '../../../store/turnStore.ts';
import { instantOf } from '../../../util/dates.ts';
import { type Passage, recall } from '../../recall/recall.ts';
import type { Piece } from '../prompt/piece.ts';
import { type FoundTurn, foundTurnPiece, withWindows } from './foundTurns.ts';
import { type LeftOut, type PastQuestion, type PastRequest, shareOfWords } from './pastRequest.ts';
import type { Rules } from './rules.ts';
import { scoreOf } from './score.ts';

/** For one question, the best so many turns; more are looked at, since age and boosts may put another first. */
const MOST_PAST_TURNS = 3;
const PASSAGES_READ = 6;
const CANDIDATES_READ = 9;

/** Turns that bear on a question, more than will be given. */
export async function findTurns(
  store: Store,
  { question, reach, ref, gone = new Map() }: PastQuestion,
): Promise<Passage[]> {
  const limits = { limit: PASSAGES_READ, candidates: CANDIDATES_READ };
  const except = ref ? [ref, ...[...gone.keys()].map(turn_index => ({ ...ref, turn_index }))] : [];
  const { passages } = await recall(store, question, { reach, ...limits, except });
  return passages;
}

/** The best of the turns that were found, and those that are pinned, each with its window. */
export async function pastTurns(
  store: Store,
  passages: readonly Passage[],
  request: PastRequest,
): Promise<{ pieces: Piece[]; leftOut: LeftOut[] }> {
  const { question, settings, rules, ref, now, history } = request;
  const candidates = passages.map(({ turn, hit, similarity }) =>
    scored(turn, hit.conversation_title, similarity, request),
  );
  const candidateKeys = new Set(candidates.map(({ turn }) => itemKey(turn)));
  for (const { turn, title } of await pinnedTurns(store, rules, candidateKeys)) {
    const text = `${turn.user.content}\n${turn.assistant?.content ?? ''}`;
    candidates.push(scored(turn, title, shareOfWords(text, question), request));
    candidateKeys.add(itemKey(turn));
  }
  for (const { turn, title, similarity, words } of request.linked?.turns ?? []) {
    if (!candidateKeys.has(itemKey(turn))) {
      candidates.push(scored(turn, title, similarity, request, words));
    }
  }
  const chosen: FoundTurn[] = [];
  const leftOut: LeftOut[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.parts.score - a.parts.score)) {
    const others = chosen.filter(other => !other.pinned).length;
    const reason =
      reasonAgainst(candidate, request) ?? (!candidate.pinned && others >= MOST_PAST_TURNS ? 'limit' : undefined);
    if (reason) {
      leftOut.push({ piece: foundTurnPiece(candidate, [], request), reason });
    } else {
      chosen.push(candidate);
    }
  }
  const elsewhere = new Set([...history.pieces.map(piece => itemKey(piece.item)), ...(ref ? [itemKey(ref)] : [])]);
  const isShown = (turn: TurnRef) => isRecent(turn, request) || elsewhere.has(itemKey(turn)) || rules.isLeftOut(turn);
  return { pieces: await withWindows(store, chosen, { ...settings, question, now, isShown }), leftOut };
}

function scored(
  turn: Turn,
  conversation_title: string,
  similarity: number,
  request: PastRequest,
  words = similarity,
): FoundTurn {
  const { conversation_id, turn_index } = turn;
  const item = { conversation_id, turn_index };
  const sources = [turn.user.uuid, ...(turn.assistant ? [turn.assistant.uuid] : [])];
  const boosts = request.boosts?.({ item, sources }) ?? {};
  const at = instantOf(turn.user.timestamp);
  const parts = scoreOf({ similarity, words, level: 0, at, boosts }, request.settings, request.now);
  return { turn, conversation_title, parts, pinned: request.rules.isPinned(item) };
}

function reasonAgainst({ turn, parts, pinned }: FoundTurn, request: PastRequest): LeftOutReason | undefined {
  if (request.rules.isLeftOut(turn)) {
    return 'left-out';
  }
  if (isRecent(turn, request)) {
    return 'shown';
  }
  return !pinned && parts.score < request.minScore ? 'threshold' : undefined;
}

function isRecent({ conversation_id, turn_index }: TurnRef, { shown }: PastRequest): boolean {
  return shown?.conversation_id === conversation_id && shown.start_turn <= turn_index && turn_index <= shown.end_turn;
}

/** Those that the search did not find. */
async function pinnedTurns(store: Store, rules: Rules, foundKeys: ReadonlySet<string>) {
  const refs = rules.pinned.flatMap(item => ('turn_index' in item && !foundKeys.has(itemKey(item)) ? [item] : []));
  const pinned = await Promise.all(
    refs.map(async ref => {
      const [turn, conversation] = await Promise.all([
        turnAt(store, ref),
        store.conversations.get(ref.conversation_id),
      ]);
      const material = turn && materialOf(turn);
      return material ? [{ turn: material, title: conversation?.title ?? '' }] : [];
    }),
  );
  return pinned.flat();
}
