import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { followUps } from '../../../../../src/memory/context/answer/followUps.ts';
import { toReceiptItem } from '../../../../../src/memory/context/prompt/piece.ts';
import type { Receipt, ReceiptItem } from '../../../../../src/model/receipt/receipt.ts';
import { at } from '../../../../support/builders.ts';
import { makePiece, makeStoredSummary } from '../pieces.ts';

function makeItem(given: Partial<ReceiptItem> = {}): ReceiptItem {
  return { ...toReceiptItem(makePiece({ conversation_title: '' }), 100), ...given };
}

function makeReceipt(given: ReceiptItem[], left_out: Receipt['left_out'] = []): Receipt {
  return {
    question: 'How does token refresh work?',
    created_at: at('2026-11-16T14:30:00'),
    model: 'strata/offline',
    min_score: 0,
    budget_tokens: 1000,
    used_tokens: 10,
    given,
    left_out,
  };
}

suite('what one might ask next', () => {
  test('what was rejected, from the findings of the summaries', () => {
    const findings = ['Rejected: a mutex, because two tabs do not share it', 'The cookie was rejected as too large'];
    const summary = makeStoredSummary({ key_findings: findings });
    assert.deepEqual(followUps(makeReceipt([]), { summaries: [summary] }), [
      'Why was a mutex rejected?',
      'Why was the cookie rejected?',
    ]);
  });

  test('what was asked about the same, what was asked beside it, and then another conversation', () => {
    const given = [
      makeItem({ label: 'Why do two tabs renew the token?', conversation_title: 'Login rework' }),
      makeItem({ label: 'Keep it.', conversation_id: 'c2', conversation_title: 'Tokens of the tests' }),
    ];
    assert.deepEqual(followUps(makeReceipt(given), { beside: ['Which tab renews the token first?', 'Go on.'] }), [
      'Why do two tabs renew the token?',
      'Which tab renews the token first?',
      'What was decided in “Tokens of the tests”?',
    ]);
  });

  test('at most three, none of them asked before', () => {
    const labels = ['What stalls the upload?', 'how does token refresh work', 'Is jitter needed here?'];
    const more = ['Which cap has the back-off?', 'Where is the token kept?'];
    const given = [...labels, ...more].map(label => makeItem({ label }));
    assert.deepEqual(followUps(makeReceipt(given), { asked: ['is jitter needed here'] }), [
      'What stalls the upload?',
      'Which cap has the back-off?',
      'Where is the token kept?',
    ]);
  });

  test('fragments, commands, summaries and recent turns are no questions', () => {
    const given = [
      makeItem({ label: 'And the tests?' }),
      makeItem({ label: '/search why retries?' }),
      makeItem({ label: 'why?' }),
      makeItem({ label: 'The user asked why uploads stall?', level: 1 }),
      makeItem({ label: 'Why does the upload stall?', block: 'recent' }),
    ];
    assert.deepEqual(followUps(makeReceipt(given)), []);
  });

  test('what was left out for want of room is worth asking, what scored too low is not', () => {
    const item = makeItem({ label: 'Which cap has the back-off?' });
    const low = makeItem({ label: 'Where do zebras live today?' });
    const left = [
      { ...low, reason: 'threshold' as const },
      { ...item, reason: 'limit' as const },
    ];
    assert.deepEqual(followUps(makeReceipt([], left)), ['Which cap has the back-off?']);
  });
});
