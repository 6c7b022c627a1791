import type { ReceiptBlock, ScoreParts } from '../../model/receipt.ts';
import type { Summary } from '../../model/summary.ts';
import type { Store } from '../../store/store.ts';
import { firstLine } from '../../util/text.ts';
import { saySpan } from './history.ts';
import { type Piece, sayLabel } from './piece.ts';
import { supportedText } from './supportedText.ts';

/** A summary with what its label says. */
export interface KnownSummary {
  summary: Summary;
  conversation_title: string;
  files: readonly string[];
  /** When the last turn it stands for was said. */
  timestamp: string;
}

export async function knownSummary(store: Store, summary: Summary, conversation_title: string): Promise<KnownSummary> {
  const { conversation_id, end_turn } = summary;
  const [files, last] = await Promise.all([
    store.files.mentionedBy({ summary_id: summary.uuid }),
    store.turns.headers(conversation_id, { from: end_turn, to: end_turn, limit: 1 }),
  ]);
  return {
    summary,
    conversation_title,
    files: files.map(file => file.path),
    timestamp: last[0]?.timestamp ?? summary.created_at,
  };
}

export interface SummaryPieceOptions {
  block: ReceiptBlock;
  now: Date;
  parts?: ScoreParts;
  pinned?: boolean;
}

export function summaryPiece(known: KnownSummary, options: SummaryPieceOptions): Piece {
  const { summary, conversation_title, files, timestamp } = known;
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
    texts: [`${sayLabel(`L${summary.level} summary`, turns, timestamp, files, now)}\n${text}`],
  };
}

export function isUnsupported(summary: Summary): boolean {
  return supportedText(summary).trim() === '';
}
