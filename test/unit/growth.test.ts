import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fastGrowth, type TextFunction } from '../support/growth/growth.ts';
import { hostileTexts } from '../support/growth/hostileTexts.ts';
import { memoryFunctions } from '../support/growth/memoryFunctions.ts';
import { mentionFunctions } from '../support/growth/mentionFunctions.ts';
import { modelFunctions } from '../support/growth/modelFunctions.ts';
import { offlineFunctions } from '../support/growth/offlineFunctions.ts';
import { summaryFunctions } from '../support/growth/summaryFunctions.ts';
import { workspaceFunctions } from '../support/growth/workspaceFunctions.ts';

const functions: Readonly<Record<string, TextFunction>> = {
  ...modelFunctions,
  ...offlineFunctions,
  ...memoryFunctions,
  ...mentionFunctions,
  ...summaryFunctions,
  ...workspaceFunctions,
};

/** Made of others that are looked at with every text: a third of them will do. */
const composed =
  /offlineSummarizer|rollUp|toContent|renderTranscript|renderSummaryPage|chat\/said|mentionsOfTurn|pack pack/;

/** So many parts that they would not fit on the stack as the arguments of one call. */
const LONG = 512 * 1024;

describe('the time that a text takes grows no faster than the text', () => {
  for (const [name, run] of Object.entries(functions)) {
    test(name, async () => {
      const slow: string[] = [];
      const texts = Object.entries(hostileTexts).filter((_, index) => index % 3 === 0 || !composed.test(name));
      for (const [kind, text] of texts) {
        const growth = await fastGrowth(run, text);
        if (growth) {
          slow.push(`${kind}: ${growth}`);
        }
      }
      assert.deepEqual(slow, []);
    });
  }

  test('what looks back over all that went before is noticed', async () => {
    const looksBack = (text: string) => {
      let found = 0;
      for (let at = 0; at < text.length; at += 32) {
        for (let back = at; back >= 0; back--) {
          found += text.charCodeAt(back) === 97 ? 1 : 0;
        }
      }
      return found;
    };
    const text = hostileTexts['words of one letter']!;
    assert.match((await fastGrowth(looksBack, text)) ?? '', /times/);
    assert.equal(await fastGrowth(each => each.split('a').join('b').split('b'), text), undefined);
  });
});

describe('a long text overflows nothing', () => {
  for (const [name, run] of Object.entries(functions)) {
    test(name, async () => {
      await run('` '.repeat(LONG / 2));
      await run('A.\n'.repeat(LONG / 3));
    });
  }
});
