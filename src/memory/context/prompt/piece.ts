import type { MemoryItem, ReceiptItem, ScoreParts } from '../../../model/receipt/receipt.ts';
import { sayAge } from '../../../util/dates.ts';
import { cutMiddle, shorten } from '../../../util/text.ts';

/** A piece of memory on its way into a prompt, and what its line on the receipt will say. */
export interface Piece extends Omit<ReceiptItem, 'parts' | 'tokens'> {
  item: MemoryItem;
  parts?: ScoreParts | undefined;
  /** Nothing of it is kept, so it has no line on the receipt. */
  unrecorded?: true;
  /** As the prompt shows it; the later ones are shorter, for when room is short. */
  texts: [string, ...string[]];
}

export function toReceiptItem(piece: Piece, tokens: number): ReceiptItem {
  const { texts: _, unrecorded: __, parts, ...rest } = piece;
  return { ...rest, ...(parts ? { parts } : {}), tokens };
}

/** A receipt shows the question; a long one is whole in its turn. */
export const receiptQuestion = (question: string) => cutMiddle(question, 2000);

const LABEL_FILES = 3;

/** `[L2 summary · Password validation · 5 days ago · src/auth.ts]` */
export function sayLabel(kind: string, title: string, at: string, files: readonly string[], now: Date): string {
  const parts = [kind, title, sayAge(new Date(at), now), files.slice(0, LABEL_FILES).join(', ')];
  return `[${parts
    .map(oneLine)
    .filter(part => part !== '')
    .join(' · ')}]`;
}

/** What was once said cannot end a label, or begin one of its own. */
function oneLine(text: string): string {
  return shorten(text.replace(/[\s[\]]+/g, ' ').trim(), 120);
}
