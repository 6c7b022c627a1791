import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { mostSimilar, weighTerms, wordsSharedWith } from '../../../../src/model/search/similarity.ts';
import { makeStoredSummary } from '../../../support/summaries.ts';

const counted = (counts: Record<string, number>) =>
  Object.entries(counts).map(([text, count]) => ({ term: { text, prefix: false }, count }));

suite('how telling a word is', () => {
  test('a rare one weighs more, and one that no summary has half of the least', () => {
    const [rare, common, unknown] = weighTerms(counted({ rare: 1, common: 50, unknown: 0 }), 100);
    assert.ok(rare!.weight > common!.weight);
    assert.equal(unknown!.weight, common!.weight / 2);
  });

  test('where no summary has any of them, all weigh alike', () => {
    const weights = weighTerms(counted({ one: 0, other: 0 }), 100).map(({ weight }) => weight);
    assert.deepEqual(weights, [1, 1]);
  });
});

suite('the similarity of a summary by its words', () => {
  const terms = weighTerms(counted({ heron: 2, weir: 2, otter: 2 }), 10);
  const summary = (conversation_summary: string, key_findings: string[] = []) =>
    makeStoredSummary({ conversation_summary, actions_summary: '', key_findings });

  test('is the share of the words it has in its texts, its findings and the title', () => {
    assert.equal(wordsSharedWith(terms)(summary('The heron.', ['Nests by the weir.']), 'Otters'), 1);
    assert.equal(wordsSharedWith(terms)(summary('The heron nests.'), 'Birds'), 1 / 3);
    assert.equal(wordsSharedWith(terms)(summary('Nothing.'), 'Birds'), 0);
  });

  test('lies between 0 and 1, and no word more makes it less', () => {
    const words = fc.subarray(['heron', 'weir', 'otter', 'else']);
    const counts = fc.array(fc.nat(100), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(words, words, counts, (some, more, [heron = 0, weir = 0, otter = 0]) => {
        const weighted = weighTerms(counted({ heron, weir, otter }), 100);
        const share = (texts: string[]) => wordsSharedWith(weighted)(summary(texts.join(' ')), '');
        assert.ok(share(some) >= 0 && share([...some, ...more]) <= 1);
        assert.ok(share([...some, ...more]) >= share(some));
      }),
    );
  });

  test('decides with age which are the best, where it is said how age counts', () => {
    const now = Date.UTC(2026, 2, 4);
    const old = { name: 'old', words: 0.9, at: now - 400 * 86_400_000 };
    const fresh = { name: 'fresh', words: 0.6, at: now };
    const names = (...given: Parameters<typeof mostSimilar<typeof old>>) =>
      mostSimilar(...given).map(({ name }) => name);
    assert.deepEqual(names([fresh, old], 2), ['old', 'fresh']);
    assert.deepEqual(names([old, fresh], 1, { now, days: 30 }), ['fresh']);
  });
});
