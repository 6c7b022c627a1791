import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sayAuthors, sayMade } from '../../../../src/memory/summaries/sayMade.ts';

const ready = { kind: 'ready' } as const;
const spent = {
  kind: 'budget-spent',
  message: "Today's token budget is spent. Summaries are made offline; they will be redone tomorrow.",
} as const;
const refused = {
  kind: 'bad-key',
  message: "Gemini did not accept the API key. Set a new one with 'Memory: Set Gemini API Key'.",
} as const;

suite('what was made is told as it is', () => {
  for (const [name, said, expected] of [
    ['for good', sayMade(17, 0, ready), 'Made 17 summaries.'],
    ['one', sayMade(1, 0, spent), 'Made 1 summary.'],
    [
      'all provisional, with the reason',
      sayMade(17, 17, spent),
      "Made 17 summaries, provisional for now. Today's token budget is spent.",
    ],
    [
      'some provisional',
      sayMade(17, 5, refused),
      'Made 17 summaries, 5 of them provisional. Gemini did not accept the API key.',
    ],
    ['a model that is back by now', sayMade(2, 2, ready), 'Made 2 summaries, provisional for now. The model was away.'],
  ] as const) {
    test(name, () => assert.equal(said, expected));
  }
});

suite('who wrote the newest summaries', () => {
  const gemini = 'gemini/gemini-2.5-flash';
  for (const [name, said, expected] of [
    ['the wanted model', sayAuthors([gemini, gemini], gemini, ready), `lately written by ${gemini}`],
    ['offline, as wanted', sayAuthors(['offline'], 'offline', ready), 'lately written offline'],
    [
      'offline, since the wanted model refused',
      sayAuthors(['offline', 'offline'], gemini, refused),
      'lately written offline (Gemini did not accept the API key)',
    ],
    ['both', sayAuthors(['offline', gemini, gemini], gemini, ready), `the last 3: 1 offline, 2 by ${gemini}`],
    ['the wanted model, though it is away now', sayAuthors([gemini], gemini, spent), `lately written by ${gemini}`],
  ] as const) {
    test(name, () => assert.equal(said, expected));
  }
});
