import type { Receipt } from '../../../model/receipt/receipt.ts';
import { plural, sayCount } from '../../../util/text.ts';
import { escapeMarkdown } from '../../markdown/markdown.ts';
import { anchor, type ReceiptLink, sayActions, sayLayer, sayNumber, table } from './receiptDocument.ts';

const MOST_LISTED = 6;

/** A receipt for chat: what was given, with its score and what can be done about it; the document has the rest. */
export function renderShortReceipt(receipt: Receipt, link: ReceiptLink): string {
  const { given, left_out } = receipt;
  if (given.length === 0) {
    return `Nothing from memory was given with this question.${sayLeftOut(left_out.length)}`;
  }
  const rows = given
    .slice(0, MOST_LISTED)
    .map(item => [
      sayLayer(item),
      `${anchor(escapeMarkdown(item.label || '(no words)'), link('open', item.item))} · *${escapeMarkdown(item.conversation_title)}*`,
      item.parts ? sayNumber(item.parts.score) : '–',
      sayCount(item.tokens),
      sayActions(item, link),
    ]);
  const more = given.length > MOST_LISTED ? `${given.length - MOST_LISTED} more were given.` : '';
  return [
    table(['Layer', 'Text', 'Score', 'Tokens', ''], ['', '', 'r', 'r', ''], rows),
    `${more}${sayLeftOut(left_out.length)}`.trim(),
  ]
    .filter(text => text !== '')
    .join('\n\n');
}

function sayLeftOut(count: number): string {
  return count > 0 ? ` ${plural(count, 'thing')} more ${count === 1 ? 'was' : 'were'} found and left out.` : '';
}
