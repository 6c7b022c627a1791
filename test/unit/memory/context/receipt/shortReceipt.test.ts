import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { toReceiptItem } from '../../../../../src/memory/context/prompt/piece.ts';
import type { ReceiptLink } from '../../../../../src/memory/context/receipt/receiptDocument.ts';
import { renderShortReceipt } from '../../../../../src/memory/context/receipt/shortReceipt.ts';
import { itemKey, type Receipt, type ReceiptItem } from '../../../../../src/model/receipt/receipt.ts';
import { at } from '../../../../support/builders.ts';
import { makePiece } from '../pieces.ts';

const link: ReceiptLink = (action, item) => `run:${action}/${itemKey(item)}`;
const turn: ReceiptItem = {
  ...toReceiptItem(makePiece({ item: { conversation_id: 'c1', turn_index: 8 }, start_turn: 8, end_turn: 8 }), 300),
  parts: { similarity: 0.8, level: 1, recency: 0.9, boosts: {}, score: 0.72 },
};
const makeReceipt = (given: Partial<Receipt>): Receipt => ({
  question: 'why?',
  created_at: at('2026-11-16T14:30:00'),
  model: 'copilot/gpt-5',
  min_score: 0.25,
  budget_tokens: 128_000,
  used_tokens: 300,
  given: [turn],
  left_out: [],
  ...given,
});

suite('the receipt in chat', () => {
  test('reads like this', () => {
    assert.equal(
      renderShortReceipt(makeReceipt({ left_out: [{ ...turn, reason: 'limit' }] }), link),
      [
        '| Layer | Text | Score | Tokens |  |',
        '| --- | --- | ---: | ---: | --- |',
        '| Past · turn 9 | [Why does the upload stall?](run:open/turn:c1:8) · *Retry policy* | 0.72 | 300 | [leave out and ask again](run:leaveOutAndAskAgain/turn:c1:8) · [always use](run:alwaysUse/turn:c1:8) |',
        '',
        '1 thing more was found and left out.',
      ].join('\n'),
    );
  });

  test('a long one is cut, and says so', () => {
    const text = renderShortReceipt(makeReceipt({ given: Array.from({ length: 9 }, () => turn) }), link);
    assert.equal(text.match(/Past · turn 9/g)?.length, 6);
    assert.match(text, /\n3 more were given\.$/);
  });

  test('when nothing was given it says so', () => {
    assert.equal(
      renderShortReceipt(makeReceipt({ given: [] }), link),
      'Nothing from memory was given with this question.',
    );
  });
});
