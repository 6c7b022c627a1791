import type { Store } from '../../store/store.ts';
import type { PastRequest } from './pastRequest.ts';
import { type PastSummaries, pastSummaries } from './pastSummaries.ts';
import { pastTurns } from './pastTurns.ts';

/** What was said before and bears on the question, best first, pinned before the others. */
export async function relevantPast(store: Store, request: PastRequest): Promise<PastSummaries> {
  const [summaries, turns] = await Promise.all([pastSummaries(store, request), pastTurns(store, request)]);
  const pieces = [...summaries.pieces, ...turns.pieces].toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || (b.parts?.score ?? 0) - (a.parts?.score ?? 0),
  );
  return { pieces, leftOut: [...summaries.leftOut, ...turns.leftOut], historyParts: summaries.historyParts };
}
