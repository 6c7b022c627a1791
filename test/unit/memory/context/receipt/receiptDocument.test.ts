import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { toReceiptItem } from '../../../../../src/memory/context/prompt/piece.ts';
import { type ReceiptLink, renderReceipt } from '../../../../../src/memory/context/receipt/receiptDocument.ts';
import { itemKey, type Receipt, type ReceiptItem } from '../../../../../src/model/receipt/receipt.ts';
import { at } from '../../../../support/builders.ts';
import { makePiece } from '../pieces.ts';

const now = new Date('2026-11-16T18:00:00');
const link: ReceiptLink = (action, item) => `run:${action}/${itemKey(item)}`;

function makeItem(given: Partial<ReceiptItem> = {}): ReceiptItem {
  return { ...toReceiptItem(makePiece(), 100), ...given };
}

const parts = {
  similarity: 0.85,
  words: 0.8,
  meaning: 0.9,
  level: 1.2,
  recency: 0.876,
  boosts: { file: 1.1 },
  score: 0.98,
};
const summary = makeItem({
  item: { summary_id: 's1' },
  level: 3,
  label: 'Auth moved to tokens',
  conversation_title: 'Login | rework',
  start_turn: 0,
  end_turn: 57,
  parts,
  tokens: 300,
});
const turn = makeItem({
  item: { conversation_id: 'c1', turn_index: 8 },
  block: 'recent',
  label: 'Why does it stall?',
  start_turn: 8,
  end_turn: 8,
  pinned: true,
});

const makeReceipt = (given: Partial<Receipt> = {}): Receipt => ({
  question: 'What did we decide\nabout tokens?',
  created_at: at('2026-11-16T14:30:00'),
  model: 'copilot/gpt-5',
  min_score: 0.25,
  budget_tokens: 128_000,
  used_tokens: 400,
  given: [summary, turn],
  left_out: [{ ...summary, reason: 'threshold' }],
  ...given,
});

suite('the receipt as a document', () => {
  test('reads like this', () => {
    assert.equal(
      renderReceipt(makeReceipt(), link, now),
      `# Why this answer

copilot/gpt-5 · today 14:30 · memory took 400 of 128 k tokens

> What did we decide
> about tokens?

## Given

| Layer | Text | Similarity | Level | Recency | Boosts | Score | Tokens | Share |
| --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |
| Past · L3 · 1–58 | [Auth moved to tokens](run:open/summary:s1)<br>*Login \\| rework*<br>[leave out and ask again](run:leaveOutAndAskAgain/summary:s1) · [always use](run:alwaysUse/summary:s1) | 0.85 (words 0.80, meaning 0.90) | × 1.20 | × 0.88 | file × 1.10 | **0.98** | 300 | 75 % |
| Recent · turn 9 | [Why does it stall?](run:open/turn:c1:8)<br>*Retry policy*<br>[leave out and ask again](run:leaveOutAndAskAgain/turn:c1:8) · [no longer always use](run:noLongerAlwaysUse/turn:c1:8) | – | – | – | – | – | 100 | 25 % |

*Score = similarity × level × recency × boosts. What scores below 0.25 is left out.*

## Found and left out

| Layer | Text | Why not | Similarity | Level | Recency | Boosts | Score | Tokens |
| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: |
| Past · L3 · 1–58 | [Auth moved to tokens](run:open/summary:s1)<br>*Login \\| rework*<br>[always use](run:alwaysUse/summary:s1) | scores below 0.25 | 0.85 (words 0.80, meaning 0.90) | × 1.20 | × 0.88 | file × 1.10 | **0.98** | 300 |
`,
    );
  });

  test('each reason is said in words, and what a person left out can come back', () => {
    const reasons = ['budget', 'threshold', 'limit', 'covered', 'shown', 'left-out', 'unsupported'] as const;
    const text = renderReceipt(makeReceipt({ left_out: reasons.map(reason => ({ ...summary, reason })) }), link, now);
    assert.match(text, /no room in the model's window/);
    assert.match(text, /covered by its parent/);
    assert.match(text, /\[use again\]\(run:useAgain\/summary:s1\) \| left out by you \|/);
    assert.match(text, /its turns do not support it/);
  });

  test('says so when nothing was given', () => {
    const text = renderReceipt(makeReceipt({ given: [], left_out: [], used_tokens: 0 }), link, now);
    assert.match(text, /Nothing from memory was given with this question\.\n$/);
  });

  test('no stored text breaks out of its cell, and no link of its own gets in', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('a | b', '[x](command:evil)', 'line\nbreak', '`|`', '\\|', '</td><img src=x>', '](command:x)'),
    );
    fc.assert(
      fc.property(hostile, hostile, (label, conversation_title) => {
        const item = { ...summary, label, conversation_title };
        const text = renderReceipt(makeReceipt({ question: 'q', given: [item], left_out: [] }), link, now);
        const row = text.split('\n').filter(line => line.startsWith('| Past'));
        assert.equal(row.length, 1);
        assert.equal([...row[0]!.matchAll(/(?<!\\)(?:\\\\)*\|/g)].length, 10);
        assert.doesNotMatch(row[0]!, /(?<!\\)(?:\\\\)*\]\((?!run:)/);
        assert.doesNotMatch(row[0]!.replaceAll('<br>', ''), /(?<!\\)(?:\\\\)*</);
      }),
    );
  });
});
