import type { LeftOutReason } from '../../../model/receipt/receipt.ts';
import type { Summary } from '../../../model/summary/summary.ts';
import { contains, type TurnSpan } from '../../../model/turn/turnSpan.ts';
import { findTerms } from '../../../model/words/findTerms.ts';
import type { QueryTerm } from '../../../model/words/words.ts';
import type { Piece } from '../prompt/piece.ts';
import { supportedText } from '../prompt/supportedText.ts';

export interface FoundSummary {
  summary: Summary;
  piece: Piece;
}

/** Turns of one conversation that are shown in full anyway. */
export interface Shown extends TurnSpan {
  conversation_id: string;
}

export interface Selection {
  max: number;
  minScore: number;
  /** For one question, the best so many of each group of levels. */
  groups: readonly { levels: readonly number[]; limit: number }[];
  terms: readonly QueryTerm[];
  shown: Shown | undefined;
  /** Summaries that the compacted history gives already. */
  history: readonly Summary[];
  isLeftOut(piece: Piece): boolean;
}

export interface Selected<T> {
  chosen: T[];
  leftOut: { piece: Piece; reason: LeftOutReason }[];
}

/** The best of what was found, pinned ones always; for the others, why not. */
export function selectSummaries(candidates: readonly FoundSummary[], selection: Selection): Selected<FoundSummary> {
  const leftOut: Selected<FoundSummary>['leftOut'] = [];
  const leave = ({ piece }: FoundSummary, reason: LeftOutReason) => leftOut.push({ piece, reason });
  let chosen: FoundSummary[] = [];
  const adds = (child: FoundSummary, parent: Summary) => addsTo(child.summary, parent, selection.terms);
  const isFull = (level: number) => {
    const others = chosen.filter(({ piece }) => !piece.pinned);
    const group = selection.groups.find(({ levels }) => levels.includes(level));
    const ofGroup = others.filter(({ summary }) => group?.levels.includes(summary.level)).length;
    return others.length >= selection.max || ofGroup >= (group?.limit ?? selection.max);
  };
  for (const candidate of candidates.toSorted(byScore)) {
    const reason = reasonAgainst(candidate, selection);
    if (reason) {
      leave(candidate, reason);
      continue;
    }
    if (candidate.piece.pinned) {
      chosen.push(candidate);
      continue;
    }
    const givenSummaries = [...selection.history, ...chosen.map(({ summary }) => summary)];
    if (givenSummaries.some(parent => isAbove(parent, candidate.summary) && !adds(candidate, parent))) {
      leave(candidate, 'covered');
      continue;
    }
    if (isFull(candidate.summary.level)) {
      leave(candidate, 'limit');
      continue;
    }
    // A parent that comes after its better child takes its place, unless the child adds to it.
    const covered = chosen.filter(
      child => !child.piece.pinned && isAbove(candidate.summary, child.summary) && !adds(child, candidate.summary),
    );
    for (const child of covered) {
      leave(child, 'covered');
    }
    chosen = [...chosen.filter(other => !covered.includes(other)), candidate];
  }
  return { chosen: chosen.toSorted(byScore), leftOut };
}

function reasonAgainst({ summary, piece }: FoundSummary, selection: Selection): LeftOutReason | undefined {
  if (selection.isLeftOut(piece)) {
    return 'left-out';
  }
  if (supportedText(summary).trim() === '') {
    return 'unsupported';
  }
  if (piece.pinned) {
    return undefined;
  }
  if (selection.shown?.conversation_id === summary.conversation_id && contains(selection.shown, summary)) {
    return 'shown';
  }
  return (piece.parts?.score ?? 0) < selection.minScore ? 'threshold' : undefined;
}

function isAbove(parent: Summary, child: Summary): boolean {
  return parent.conversation_id === child.conversation_id && parent.level > child.level && contains(parent, child);
}

/** It has words of the question that its parent lacks. */
function addsTo(child: Summary, parent: Summary, terms: readonly QueryTerm[]): boolean {
  const inParent = matchedTerms(parent, terms);
  return [...matchedTerms(child, terms)].some(term => !inParent.has(term));
}

function matchedTerms(summary: Summary, terms: readonly QueryTerm[]): Set<number> {
  return new Set(findTerms(supportedText(summary), terms).map(match => match.term));
}

/** Pinned first, then the best; equals in the order of their ids, so that the same question gives the same answer. */
function byScore(a: FoundSummary, b: FoundSummary): number {
  return (
    Number(b.piece.pinned) - Number(a.piece.pinned) ||
    (b.piece.parts?.score ?? 0) - (a.piece.parts?.score ?? 0) ||
    (a.summary.uuid < b.summary.uuid ? -1 : 1)
  );
}
