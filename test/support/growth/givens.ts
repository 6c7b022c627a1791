import type { Quote } from '../../../src/memory/context/answer/offlineQuotes.ts';
import type { Receipt, ReceiptItem } from '../../../src/model/receipt/receipt.ts';
import type { Summary } from '../../../src/model/summary/summary.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import { type QueryTerm, queryTerms } from '../../../src/model/words/words.ts';
import { at, makeStoredTurn } from '../builders.ts';
import { makeStoredSummary, supportedBy } from '../summaries.ts';

export const now = new Date('2026-11-04T14:30:00Z');

/** New ones each time: what was found for the same terms is kept. */
export const someTerms = (): QueryTerm[] => [
  ...queryTerms('why does the "socket pool" retry aBaB aж e.g. 数据 7', true),
];

/** All that can be said in a turn is the text. */
export function saidTurn(text: string): Turn {
  return makeStoredTurn({
    user: text,
    assistant: text,
    reasoning: text,
    error: text,
    status: 'failed',
    references: [{ path: text, start_line: 3 }],
    tools: [{ tool_name: text, arguments: { path: text, lines: text.split('\n') }, reasoning: text, result: text }],
  });
}

/** A turn of words alone. */
export const spokenTurn = (text: string): Turn => makeStoredTurn({ user: text, assistant: text });

export function saidSummary(text: string): Summary {
  return makeStoredSummary({
    conversation_summary: text,
    actions_summary: text,
    key_findings: [text],
    tools_used: [text],
    evidence: [supportedBy(text, 0)],
  });
}

export const saidQuote = (text: string): Quote => ({
  item: { summary_id: 's1' },
  level: 0,
  text,
  said: 'user',
  conversation_id: 'c1',
  conversation_title: text,
  start_turn: 0,
  end_turn: 0,
  timestamp: at(now),
  files: [text],
  similarity: 1,
  pinned: false,
});

function receiptItem(text: string): ReceiptItem {
  return {
    item: { summary_id: 's1' },
    block: 'past',
    level: 1,
    label: text,
    conversation_id: 'c1',
    conversation_title: text,
    start_turn: 0,
    end_turn: 4,
    timestamp: at(now),
    files: [text],
    pinned: false,
    tokens: 10,
  };
}

export function saidReceipt(text: string): Receipt {
  return {
    question: text,
    created_at: at(now),
    model: text,
    min_score: 0.5,
    budget_tokens: 1000,
    used_tokens: 100,
    given: [receiptItem(text)],
    left_out: [{ ...receiptItem(text), reason: 'limit' }],
  };
}
