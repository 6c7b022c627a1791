import { estimateTokens } from '../../llm/tokens.ts';
import type { MemoryItem, Receipt, ReceiptItem } from '../../model/receipt.ts';
import type { Store } from '../../store/store.ts';
import { formatLocalDate } from '../../util/dates.ts';
import { firstLine } from '../../util/text.ts';
import { OFFLINE_MODEL, type Passage } from '../recall.ts';
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

/** What a person left out of such an answer. Summaries and answers that only quote are never in one. */
export async function leftOutTurns(store: Store, items: readonly MemoryItem[]): Promise<Receipt['left_out']> {
  const found = await Promise.all(
    items.map(async item => {
      const turn = 'turn_index' in item ? await store.turns.get(item) : undefined;
      const conversation = turn && (await store.conversations.get(turn.conversation_id));
      if (!turn || !conversation || turn.assistant?.model === OFFLINE_MODEL) {
        return [];
      }
      const { conversation_id, turn_index } = turn;
      return [
        {
          item,
          block: 'past' as const,
          level: 0,
          label: firstLine(turn.user.content),
          conversation_id,
          conversation_title: conversation.title,
          start_turn: turn_index,
          end_turn: turn_index,
          timestamp: turn.user.timestamp,
          files: filesOfTurn(turn),
          pinned: false,
          tokens: estimateTokens(turn.assistant?.content ?? ''),
          reason: 'left-out' as const,
        },
      ];
    }),
  );
  return found.flat();
}
