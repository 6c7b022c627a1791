import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  type FoundSummary,
  type Selection,
  selectSummaries,
} from '../../../../../src/memory/context/past/selectSummaries.ts';
import { isUnsupported, summaryPiece } from '../../../../../src/memory/context/prompt/summaryPiece.ts';
import { supportedText } from '../../../../../src/memory/context/prompt/supportedText.ts';
import type { Summary } from '../../../../../src/model/summary/summary.ts';
import { queryTerms } from '../../../../../src/model/words/words.ts';
import { at } from '../../../../support/builders.ts';
import { makeStoredSummary } from '../pieces.ts';

const now = new Date('2026-11-16T18:00:00');

function found(score: number, given: Partial<Summary> = {}, pinned = false): FoundSummary {
  const summary = makeStoredSummary({ conversation_id: `c${score}`, ...given });
  const parts = { similarity: score, level: 1, recency: 1, boosts: {}, score };
  const shown = { conversation_title: 'Uploads', workspace_id: 'w', files: [], scopes: [] };
  const known = { summary, ...shown, timestamp: at('2026-11-11T14:30:00') };
  return { summary, piece: summaryPiece(known, { block: 'past', now, parts, pinned }) };
}

const selection = (given: Partial<Selection> = {}): Selection => ({
  max: 5,
  minScore: 0.25,
  groups: [
    { levels: [1], limit: 5 },
    { levels: [2, 3], limit: 3 },
  ],
  terms: queryTerms('why do uploads stall on the proxy?'),
  shown: undefined,
  history: [],
  isLeftOut: () => false,
  ...given,
});

const ids = (all: readonly FoundSummary[]) => all.map(({ summary }) => summary.uuid);
function check(all: FoundSummary[], given: Partial<Selection>, chosen: FoundSummary[], reasons: string[]) {
  const selected = selectSummaries(all, selection(given));
  assert.deepEqual(ids(selected.chosen), ids(chosen));
  assert.deepEqual(
    selected.leftOut.map(({ reason }) => reason),
    reasons,
  );
}

suite('which summaries are given', () => {
  test('the best, above the threshold, up to the limit', () => {
    const [a, b, c, weak] = [found(0.9), found(0.7), found(0.5), found(0.2)];
    check([weak, c, a, b], { max: 2 }, [a, b], ['limit', 'threshold']);
  });

  test('at most so many of a group of levels', () => {
    const high = [0.9, 0.8, 0.7, 0.6].map(score => found(score, { level: 2 }));
    check(high, {}, high.slice(0, 3), ['limit']);
  });

  test('not those whose turns are shown in full anyway', () => {
    const one = found(0.9, { conversation_id: 'here', start_turn: 5, end_turn: 9 });
    check([one], { shown: { conversation_id: 'here', start_turn: 4, end_turn: 10 } }, [], ['shown']);
    check([one], { shown: { conversation_id: 'here', start_turn: 6, end_turn: 10 } }, [one], []);
    check([one], { shown: { conversation_id: 'there', start_turn: 4, end_turn: 10 } }, [one], []);
  });

  const parent = (score: number) => found(score, { conversation_id: 'c', level: 2, start_turn: 0, end_turn: 20 });
  const child = (score: number, conversation_summary = 'Uploads stall.') =>
    found(score, { conversation_id: 'c', start_turn: 5, end_turn: 9, conversation_summary });

  test('a child beside its parent is left out, whichever scores higher', () => {
    const low = parent(0.5);
    check([low, child(0.9)], {}, [low], ['covered']);
    const high = parent(0.95);
    check([high, child(0.9)], {}, [high], ['covered']);
  });

  test('a child that adds words of the question to its parent stays', () => {
    const [above, below] = [parent(0.5), child(0.9, 'Uploads stall on the proxy.')];
    check([above, below], {}, [below, above], []);
  });

  test('a child stays when its parent is not given', () => {
    const one = child(0.9);
    check([parent(0.1), one], {}, [one], ['threshold']);
  });

  test('a child of what the history tells is left out', () => {
    check([child(0.9)], { history: [parent(1).summary] }, [], ['covered']);
  });

  test('what a person left out is left out, even when it is pinned', () => {
    check([found(0.9), found(0.8, {}, true)], { isLeftOut: () => true }, [], ['left-out', 'left-out']);
  });

  test('what is pinned is in, whatever its score, beside the limit', () => {
    const [pinned, best] = [found(0, {}, true), found(0.9)];
    check([best, pinned], { max: 1 }, [pinned, best], []);
  });

  test('a summary of which no sentence is supported is left out', () => {
    check(
      [found(0.9, { evidence: [{ sentence: 'Invented.', turns: [], supported: false }] })],
      {},
      [],
      ['unsupported'],
    );
  });
});

test('sentences that no turn supports are not told, nor the findings beside them that name no turns', () => {
  const evidence = [
    { sentence: 'Uploads stall.', turns: [1], supported: true },
    { sentence: 'Mars is cold.', turns: [], supported: false },
    { sentence: 'I read upload.ts.', turns: [2], supported: true },
  ];
  const texts = { conversation_summary: 'Uploads stall. Mars is cold.', actions_summary: 'I read upload.ts.' };
  const summary = makeStoredSummary({ ...texts, key_findings: ['Mars'], evidence });
  assert.equal(supportedText(summary), 'Uploads stall. I read upload.ts.');
  const own = { sentence: 'Sockets', turns: [2], supported: true, finding: true as const };
  const named = makeStoredSummary({ ...summary, key_findings: ['Mars', 'Sockets'], evidence: [...evidence, own] });
  assert.equal(supportedText(named), 'Uploads stall. I read upload.ts.\nFindings: Sockets');
  assert.equal(isUnsupported(summary), false);
  const sound = makeStoredSummary({ ...texts, key_findings: ['One socket'], evidence: [] });
  assert.equal(supportedText(sound), 'Uploads stall. Mars is cold.\nI read upload.ts.\nFindings: One socket');
});

test('any finds: each is chosen or left out for one reason, within the limits, the same in any order', () => {
  const any = fc.record({
    score: fc.integer({ min: 0, max: 10 }).map(tenths => tenths / 10),
    level: fc.integer({ min: 1, max: 3 }),
    start_turn: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 0, max: 20 }),
    conversation_id: fc.constantFrom('a', 'b'),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 15 }), fc.integer({ min: 0, max: 6 }), (given, max) => {
      const all = given.map(({ score, length, ...rest }) =>
        found(score, { ...rest, end_turn: rest.start_turn + length }),
      );
      const { chosen, leftOut } = selectSummaries(all, selection({ max }));
      assert.equal(chosen.length + leftOut.length, all.length);
      assert.ok(chosen.length <= max);
      assert.ok(chosen.every(({ piece }) => piece.parts!.score >= 0.25));
      assert.deepEqual(ids(selectSummaries(all.toReversed(), selection({ max })).chosen), ids(chosen));
    }),
  );
});
