import { estimateTokens } from '../../llm/tokens.ts';
import type { Receipt, ReceiptItem } from '../../model/receipt.ts';
import { formatLocalDate } from '../../util/dates.ts';
import { firstLine } from '../../util/text.ts';
import type { Passage } from '../recall.ts';
import { receiptQuestion } from './piece.ts';
import { filesOfTurn } from './turnText.ts';

/** What an answer that only quotes was made of: each passage by its words alone. */
export function offlineReceipt(
  question: string,
  passages: readonly Passage[],
  model: { id: string; maxInputTokens: number },
  now: Date,
): Receipt {
  const given = passages.map(({ turn, hit, text, similarity }): ReceiptItem => {
    const { conversation_id, turn_index } = turn;
    return {
      item: { conversation_id, turn_index },
      block: 'past',
      level: 0,
      label: firstLine(text),
      conversation_id,
      conversation_title: hit.conversation_title,
      start_turn: turn_index,
      end_turn: turn_index,
      timestamp: turn.user.timestamp,
      files: filesOfTurn(turn),
      pinned: false,
      parts: { similarity, words: similarity, level: 1, recency: 1, boosts: {}, score: similarity },
      tokens: estimateTokens(text),
    };
  });
  return {
    question: receiptQuestion(question),
    created_at: formatLocalDate(now),
    model: model.id,
    min_score: 0,
    budget_tokens: model.maxInputTokens,
    used_tokens: given.reduce((sum, item) => sum + item.tokens, 0),
    given,
    left_out: [],
  };
}
