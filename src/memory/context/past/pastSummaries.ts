import type { ScoreParts } from '../../../model/receipt/receipt.ts';
import type { SummaryHit } from '../../../model/search/hits.ts';
import type { DatedSummary } from '../../../model/summary/summary.ts';
import { queryTerms } from '../../../model/words/words.ts';
import type { Store } from '../../../store/store.ts';
import { instantOf } from '../../../util/dates.ts';
import type { RecallSettings } from '../contextSettings.ts';
import type { Piece } from '../prompt/piece.ts';
import { summaryPiece } from '../prompt/summaryPiece.ts';
import { supportedText } from '../prompt/supportedText.ts';
import { type LeftOut, type PastQuestion, type PastRequest, shareOfWords } from './pastRequest.ts';
import { scoreOf } from './score.ts';
import { type FoundSummary, selectSummaries } from './selectSummaries.ts';

/** For one question, the best so many L1 and higher summaries, or more if a person wants more. */
const MOST_L1 = 5;
const MOST_HIGHER = 3;
const HIGHER_LEVELS = [2, 3, 4, 5, 6, 7, 8, 9];
/** Age and boosts may put another first than similarity does, so more are looked at. */
const TIMES_AS_MANY_READ = 2;

export interface PastSummaries {
  pieces: Piece[];
  leftOut: LeftOut[];
  /** Scores of those that stand in the compacted history, by their ids. */
  historyParts: Map<string, ScoreParts>;
}

type ScoredSummary = DatedSummary & { similarity: number; words?: number; meaning?: number };

function groupsOf({ maxSummaries }: RecallSettings) {
  return [
    { levels: [1], limit: Math.max(MOST_L1, maxSummaries) },
    { levels: HIGHER_LEVELS, limit: Math.max(MOST_HIGHER, Math.ceil((maxSummaries * MOST_HIGHER) / MOST_L1)) },
  ];
}

/** Summaries of all conversations in scope that bear on a question, more than will be given. */
export async function findSummaries(
  store: Store,
  { question, reach, settings, now }: PastQuestion,
): Promise<SummaryHit[]> {
  const limits = groupsOf(settings).map(({ levels, limit }) => ({ levels, limit: limit * TIMES_AS_MANY_READ }));
  const recency =
    settings.recency && settings.recencyDays > 0 ? { now: now.getTime(), days: settings.recencyDays } : undefined;
  const search = { text: question, reach, limits, ...(recency ? { recency } : {}) };
  return settings.maxSummaries > 0 ? await store.search.summaries(search) : [];
}

/** The best of the summaries that were found, and those that are pinned. */
export async function pastSummaries(
  store: Store,
  hits: readonly SummaryHit[],
  request: PastRequest,
): Promise<PastSummaries> {
  const { question, settings, minScore, rules, shown, history } = request;
  const pinned = await pinnedSummaries(store, request, new Set(hits.map(hit => hit.summary.uuid)));
  const hitIds = new Set([...hits, ...pinned].map(({ summary }) => summary.uuid));
  const linked = (request.linked?.summaries ?? []).filter(({ summary }) => !hitIds.has(summary.uuid));
  const candidates = [...hits, ...pinned, ...linked].map(hit => scored(hit, request));
  const historyIds = new Set(history.summaries.map(summary => summary.uuid));
  const { chosen, leftOut } = selectSummaries(
    candidates.filter(({ summary }) => !historyIds.has(summary.uuid)),
    {
      max: settings.maxSummaries,
      minScore,
      groups: groupsOf(settings),
      terms: queryTerms(question),
      shown,
      history: history.summaries,
      isLeftOut: piece => rules.isLeftOut(piece.item),
    },
  );
  const inHistory = candidates.filter(({ summary }) => historyIds.has(summary.uuid));
  return {
    pieces: chosen.map(({ piece }) => piece),
    leftOut,
    historyParts: new Map(inHistory.map(({ summary, parts }) => [summary.uuid, parts])),
  };
}

function scored(hit: ScoredSummary, request: PastRequest): FoundSummary & { parts: ScoreParts } {
  const { summary } = hit;
  const item = { summary_id: summary.uuid };
  const boosts = request.boosts?.({ item, sources: [summary.uuid] }) ?? {};
  const at = instantOf(hit.timestamp);
  const parts = scoreOf({ ...hit, level: summary.level, at, boosts }, request.settings, request.now);
  const options = { block: 'past' as const, now: request.now, parts, pinned: request.rules.isPinned(item) };
  return { summary, parts, piece: summaryPiece(hit, options) };
}

/** Those that the search did not find, with the share of the question's words that they have. */
async function pinnedSummaries(
  store: Store,
  { question, rules, history }: PastRequest,
  foundIds: ReadonlySet<string>,
): Promise<ScoredSummary[]> {
  const givenIds = new Set([...foundIds, ...history.summaries.map(summary => summary.uuid)]);
  const ids = rules.pinned.flatMap(item =>
    'summary_id' in item && !givenIds.has(item.summary_id) ? item.summary_id : [],
  );
  const dated = ids.length > 0 ? await store.summaries.read(ids) : [];
  return dated.map(pinned => {
    const similarity = shareOfWords(supportedText(pinned.summary), question);
    return { ...pinned, similarity, words: similarity };
  });
}
