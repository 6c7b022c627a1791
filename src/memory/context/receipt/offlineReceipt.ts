import type { MemoryItem, Receipt, ReceiptItem } from '../../../model/receipt/receipt.ts';
import { estimateTokens } from '../../../model/tokens.ts';
import type { Store } from '../../../store/store.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import { type Quote, quoteOf } from '../answer/offlineQuotes.ts';
import { FILE_BOOST } from '../past/fileBoost.ts';
import { receiptQuestion } from '../prompt/piece.ts';

/** What an answer that only quotes was made of: each quote by its words alone. */
export function offlineReceipt(
  question: string,
  quotes: readonly Quote[],
  model: { id: string; maxInputTokens: number },
  now: Date,
): Receipt {
  const given = quotes.map(quote => {
    const { similarity, linked } = quote;
    const boosts: Record<string, number> = linked ? { file: FILE_BOOST } : {};
    const score = similarity * (boosts.file ?? 1);
    const parts = { similarity, words: linked?.words ?? similarity, level: 1, recency: 1, boosts, score };
    return { ...receiptItem(quote), parts };
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

/** What a person left out of such an answer. */
export async function leftOutItems(
  store: Store,
  items: readonly MemoryItem[],
  question: string,
): Promise<Receipt['left_out']> {
  const listed = await Promise.all(
    items.map(async item => {
      const quote = await quoteOf(store, item, question);
      return quote ? [{ ...receiptItem(quote), reason: 'left-out' as const }] : [];
    }),
  );
  return listed.flat();
}

function receiptItem({ text, said: _, similarity: __, linked: ___, ...quote }: Quote): ReceiptItem {
  return { ...quote, block: 'past', label: firstLine(text), tokens: estimateTokens(text) };
}
