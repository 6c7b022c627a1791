import type { Reach } from '../../../model/reach.ts';
import type { LeftOutReason, MemoryItem } from '../../../model/receipt/receipt.ts';
import type { Summary } from '../../../model/summary/summary.ts';
import type { GoneTurns, TurnRef } from '../../../model/turn/turn.ts';
import { findTerms } from '../../../model/words/findTerms.ts';
import { queryTerms } from '../../../model/words/words.ts';
import type { RecallSettings } from '../contextSettings.ts';
import type { Piece } from '../prompt/piece.ts';
import type { FileLinks } from './fileLinks.ts';
import type { Rules } from './rules.ts';
import type { Shown } from './selectSummaries.ts';

/** Declared boosts by name, for what was found. */
export type Boosts = (found: {
  item: MemoryItem;
  /** The ids of the turn's messages, or that of the summary. */
  sources: readonly string[];
}) => Record<string, number>;

export interface PastQuestion {
  question: string;
  reach: Reach;
  settings: RecallSettings;
  /** The question's own turn. */
  ref: TurnRef | undefined;
  /** Turns of the same conversation that its chat no longer shows. */
  gone?: GoneTurns | undefined;
  now: Date;
}

export interface PastRequest extends PastQuestion {
  minScore: number;
  rules: Rules;
  /** The recent turns, which are shown anyway. */
  shown: Shown | undefined;
  /** What the compacted history gives already. */
  history: { summaries: readonly Summary[]; pieces: readonly Piece[] };
  boosts?: Boosts | undefined;
  /** What is linked to the question's files, also where it shares no words with it. */
  linked?: FileLinks | undefined;
}

export interface LeftOut {
  piece: Piece;
  reason: LeftOutReason;
}

/** The share of a question's words that a text has. */
export function shareOfWords(text: string, question: string): number {
  const terms = queryTerms(question);
  return terms.length === 0 ? 0 : new Set(findTerms(text, terms).map(match => match.term)).size / terms.length;
}
