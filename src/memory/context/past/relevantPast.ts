import type { SummaryHit } from '../../../model/search/hits.ts';
import type { Store } from '../../../store/store.ts';
import type { Passage } from '../../recall/recall.ts';
import { tellsOf } from '../history/gone.ts';
import type { PastQuestion, PastRequest } from './pastRequest.ts';
import { findSummaries, type PastSummaries, pastSummaries } from './pastSummaries.ts';
import { findTurns, pastTurns } from './pastTurns.ts';

export interface FoundPast {
  summaries: SummaryHit[];
  turns: Passage[];
}

/** What bears on a question, whatever of it will be given. */
export async function findPast(store: Store, pastQuestion: PastQuestion): Promise<FoundPast> {
  const [summaries, turns] = await Promise.all([findSummaries(store, pastQuestion), findTurns(store, pastQuestion)]);
  const { ref, gone = new Map() } = pastQuestion;
  const isHere = ({ summary }: SummaryHit) => summary.conversation_id === ref?.conversation_id;
  return { summaries: summaries.filter(hit => !(isHere(hit) && tellsOf(hit.summary, gone))), turns };
}

/** What was said before and bears on the question, best first, pinned before the others. */
export async function relevantPast(store: Store, past: FoundPast, request: PastRequest): Promise<PastSummaries> {
  const [summaries, turns] = await Promise.all([
    pastSummaries(store, past.summaries, request),
    pastTurns(store, past.turns, request),
  ]);
  const pieces = [...summaries.pieces, ...turns.pieces].toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (b.parts?.score ?? 0) - (a.parts?.score ?? 0),
  );
  return { pieces, leftOut: [...summaries.leftOut, ...turns.leftOut], historyParts: summaries.historyParts };
}
