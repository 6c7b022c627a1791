import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeSnippet } from '../../../src/model/search/snippet.ts';
import { claimsOf, contentWords, Source } from '../../../src/model/text/claims.ts';
import { findTerms } from '../../../src/model/words/findTerms.ts';
import { indexPhrase, indexText } from '../../../src/model/words/indexText.ts';
import { porter } from '../../../src/model/words/porter.ts';
import { partsOf } from '../../../src/model/words/runs.ts';
import { tellingRuns } from '../../../src/model/words/tellingRuns.ts';
import { fold, identifierParts, queryTerms, stem } from '../../../src/model/words/words.ts';
import { adversarial, growthOf, isLinear } from '../../support/growth.ts';

/** The text is looked through for the beginning of itself, and for words of all kinds. */
const termsFor = (text: string) => [
  ...queryTerms(text.slice(0, 300), true),
  ...queryTerms('retry データベース 数据库 a'),
];

const functions: Record<string, (text: string) => unknown> = {
  indexText,
  indexPhrase,
  queryTerms: text => queryTerms(text, true),
  fold,
  stem,
  porter,
  identifierParts,
  tellingRuns: text => [tellingRuns(text, false), tellingRuns(text, true)],
  partsOf: text => partsOf({ text, prefix: false }),
  findTerms: text => findTerms(text, termsFor(text)),
  makeSnippet: text => makeSnippet(text, termsFor(text)),
  claimsOf,
  contentWords,
  'Source.holds': text => claimsOf(text.slice(0, 300)).map(claim => new Source(text).holds(claim)),
  'Source.sharesWord': text => new Source(text).sharesWord(['x']),
};

suite('a text sixteen times as long takes about sixteen times as long', () => {
  for (const [name, work] of Object.entries(functions)) {
    for (const [shape, make] of Object.entries(adversarial)) {
      test(`${name} of ${shape}`, () => {
        const growth = growthOf(make, work);
        assert.ok(isLinear(growth), `a byte takes ${growth.toFixed(1)} times as long`);
      });
    }
  }
});
