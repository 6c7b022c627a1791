import type { ReceiptBlock, ScoreParts } from '../../../model/receipt/receipt.ts';
import type { DatedSummary, NamedScope, Summary } from '../../../model/summary/summary.ts';
import { saySpan } from '../../../model/turn/turnSpan.ts';
import { firstLine } from '../../../util/text.ts';
import { type Piece, sayLabel } from './piece.ts';
import { supportedText } from './supportedText.ts';

export interface SummaryPieceOptions {
  block: ReceiptBlock;
  now: Date;
  parts?: ScoreParts;
  pinned?: boolean;
}

export function summaryPiece(dated: DatedSummary, options: SummaryPieceOptions): Piece {
  const { summary, conversation_title, files, scopes, timestamp } = dated;
  const { block, now, parts, pinned = false } = options;
  const text = supportedText(summary);
  const turns = block === 'history' ? `turns ${saySpan(summary)}` : conversation_title;
  return {
    item: { summary_id: summary.uuid },
    block,
    level: summary.level,
    label: firstLine(text || summary.conversation_summary),
    conversation_id: summary.conversation_id,
    conversation_title,
    start_turn: summary.start_turn,
    end_turn: summary.end_turn,
    timestamp,
    files: [...files],
    pinned,
    ...(parts ? { parts } : {}),
    texts: [
      `${sayLabel(
        `L${summary.level} summary`,
        turns,
        timestamp,
        files.map(path => withChanges(path, scopes)),
        now,
      )}\n${text}`,
    ],
  };
}

/** `src/upload.ts (retry changed since)` */
function withChanges(path: string, scopes: readonly NamedScope[]): string {
  const changed = scopes.filter(scope => scope.changed && scope.path === path).map(({ name }) => name);
  return changed.length > 0 ? `${path} (${[...new Set(changed)].join(', ')} changed since)` : path;
}

export function isUnsupported(summary: Summary): boolean {
  return supportedText(summary).trim() === '';
}
