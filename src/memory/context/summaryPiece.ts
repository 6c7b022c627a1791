import type { ReceiptBlock, ScoreParts } from '../../model/receipt.ts';
import type { NamedScope, Summary } from '../../model/summary.ts';
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
  scopes?: readonly NamedScope[];
  /** When the last turn it stands for was said. */
  timestamp: string;
}

export async function knownSummary(store: Store, summary: Summary, conversation_title: string): Promise<KnownSummary> {
  const { conversation_id, end_turn } = summary;
  const [files, scopes, last] = await Promise.all([
    store.files.mentionedBy({ summary_id: summary.uuid }),
    store.files.scopesOf(summary.uuid),
    store.turns.headers(conversation_id, { from: end_turn, to: end_turn, limit: 1 }),
  ]);
  return {
    summary,
    conversation_title,
    files: files.map(file => file.path),
    scopes: scopes.flatMap(({ file_id, name, changed_at }) => {
      const file = files.find(({ uuid }) => uuid === file_id);
      return file ? [{ path: file.path, name, changed: changed_at !== null }] : [];
    }),
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
  const { summary, conversation_title, files, scopes = [], timestamp } = known;
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
