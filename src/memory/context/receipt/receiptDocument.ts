import * as z from 'zod/mini';
import type { LeftOutReason, MemoryItem, Receipt, ReceiptItem } from '../../../model/receipt/receipt.ts';
import { saySpan } from '../../../model/turn/turnSpan.ts';
import { sayDate } from '../../../util/dates.ts';
import { sayCount } from '../../../util/text.ts';
import { escapeMarkdown, quoteMarkdown } from '../../markdown/markdown.ts';

/** What a person can do from a receipt. */
export const receiptAction = z.enum(['open', 'leaveOutAndAskAgain', 'useAgain', 'alwaysUse', 'noLongerAlwaysUse']);
export type ReceiptAction = z.infer<typeof receiptAction>;

/** The address of an action on an item; only the host knows its commands. */
export type ReceiptLink = (action: ReceiptAction, item: MemoryItem) => string;

const blocks = { history: 'History', past: 'Past', recent: 'Recent' } as const;

/** A receipt as a Markdown document: what was given with a question and how it was chosen, and what was not and why. */
export function renderReceipt(receipt: Receipt, link: ReceiptLink, now: Date): string {
  const { question, given, left_out, used_tokens, budget_tokens, min_score } = receipt;
  const facts = [
    escapeMarkdown(receipt.model),
    sayDate(new Date(receipt.created_at), now),
    `memory took ${sayCount(used_tokens)} of ${sayCount(budget_tokens)} tokens`,
  ];
  const sections = [
    '# Why this answer',
    facts.join(' · '),
    quoteMarkdown(question),
    '## Given',
    given.length === 0 ? 'Nothing from memory was given with this question.' : givenTable(receipt, link),
    ...(given.some(item => item.parts)
      ? [`*Score = similarity × level × recency × boosts.${sayThreshold(min_score)}*`]
      : []),
    ...(left_out.length > 0 ? ['## Found and left out', leftOutTable(receipt, link)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Quotes of the offline model need no score: their words were found. */
function sayThreshold(minScore: number): string {
  return minScore > 0 ? ` What scores below ${sayNumber(minScore)} is left out.` : '';
}

function givenTable({ given, used_tokens }: Receipt, link: ReceiptLink): string {
  const rows = given.map(item => [
    sayLayer(item),
    `${sayWhat(item, link)}<br>${sayActions(item, link)}`,
    ...sayParts(item),
    sayCount(item.tokens),
    used_tokens > 0 ? `${Math.round((100 * item.tokens) / used_tokens)} %` : '–',
  ]);
  return table(
    ['Layer', 'Text', 'Similarity', 'Level', 'Recency', 'Boosts', 'Score', 'Tokens', 'Share'],
    ['', '', '', 'r', 'r', '', 'r', 'r', 'r'],
    rows,
  );
}

export function sayActions({ item, pinned }: ReceiptItem, link: ReceiptLink): string {
  const leaveOut = anchor('leave out and ask again', link('leaveOutAndAskAgain', item));
  const pin = pinned
    ? anchor('no longer always use', link('noLongerAlwaysUse', item))
    : anchor('always use', link('alwaysUse', item));
  return `${leaveOut} · ${pin}`;
}

function leftOutTable({ left_out, min_score }: Receipt, link: ReceiptLink): string {
  const back = ({ reason, item }: Receipt['left_out'][number]) =>
    reason === 'left-out' ? anchor('use again', link('useAgain', item)) : anchor('always use', link('alwaysUse', item));
  const rows = left_out.map(item => [
    sayLayer(item),
    `${sayWhat(item, link)}<br>${back(item)}`,
    sayReason(item.reason, min_score),
    ...sayParts(item),
    sayCount(item.tokens),
  ]);
  return table(
    ['Layer', 'Text', 'Why not', 'Similarity', 'Level', 'Recency', 'Boosts', 'Score', 'Tokens'],
    ['', '', '', '', 'r', 'r', '', 'r', 'r'],
    rows,
  );
}

export function sayLayer({ block, level, item, start_turn, end_turn }: ReceiptItem): string {
  const turns = saySpan({ start_turn, end_turn });
  if (level > 0) {
    return `${blocks[block]} · L${level} · ${turns}`;
  }
  const hit = 'turn_index' in item ? item.turn_index + 1 : turns;
  return `${blocks[block]} · turn ${hit}${start_turn === end_turn ? '' : ` with ${turns}`}`;
}

function sayWhat(item: ReceiptItem, link: ReceiptLink): string {
  const text = anchor(escapeMarkdown(item.label || '(no words)'), link('open', item.item));
  return `${text}<br>*${escapeMarkdown(item.conversation_title)}*`;
}

function sayParts({ parts }: ReceiptItem): string[] {
  if (!parts) {
    return ['–', '–', '–', '–', '–'];
  }
  const { similarity, words, meaning, level, recency, boosts, score } = parts;
  const similarityTexts = [
    ...(words === undefined ? [] : [`words ${sayNumber(words)}`]),
    ...(meaning === undefined ? [] : [`meaning ${sayNumber(meaning)}`]),
  ];
  const boostTexts = Object.entries(boosts).map(([name, factor]) => `${escapeMarkdown(name)} × ${sayNumber(factor)}`);
  return [
    `${sayNumber(similarity)}${similarityTexts.length > 0 ? ` (${similarityTexts.join(', ')})` : ''}`,
    `× ${sayNumber(level)}`,
    `× ${sayNumber(recency)}`,
    boostTexts.join(', ') || '–',
    `**${sayNumber(score)}**`,
  ];
}

function sayReason(reason: LeftOutReason, minScore: number): string {
  const reasons: Record<LeftOutReason, string> = {
    budget: "no room in the model's window",
    threshold: `scores below ${sayNumber(minScore)}`,
    limit: 'enough better ones were found',
    covered: 'covered by its parent',
    shown: 'its turns are shown in full',
    'left-out': 'left out by you',
    unsupported: 'its turns do not support it',
  };
  return reasons[reason];
}

export const sayNumber = (value: number) => value.toFixed(2);

/** `text` is Markdown already; an address cannot end the link or the cell it stands in. */
export function anchor(text: string, address: string): string {
  const safe = address.replace(
    /[()|<>\\\s]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${text}](${safe})`;
}

export function table(head: string[], alignment: ('' | 'r')[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(alignment.map(side => (side === 'r' ? '---:' : '---'))), ...rows.map(line)].join('\n');
}
