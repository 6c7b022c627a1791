import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { bothEnds, clip, plainSentence } from '../../../src/llm/offline/plainText.ts';
import { cutToTokens } from '../../../src/llm/tokens.ts';
import { shortTurnText, turnText } from '../../../src/memory/context/prompt/turnText.ts';
import { Cleaner } from '../../../src/memory/record/cleaning.ts';
import { splitText } from '../../../src/memory/summaries/splitText.ts';
import { cutBetweenWords, summaryLabel } from '../../../src/memory/summaries/summaryLabel.ts';
import { splitSentences } from '../../../src/model/text/sentences.ts';
import { cutResult } from '../../../src/model/turn/toolResult.ts';
import { cutMiddle, firstChars, firstLine, lastChars, shorten } from '../../../src/util/text.ts';
import { makeTool } from '../../support/builders.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

/** Characters outside the basic plane, with and without what they are joined to, among others. */
const text = fc
  .tuple(
    fc.constantFrom(0, 1, 7, 60),
    fc.array(fc.constantFrom('👍', '👩‍💻', '𠮷', '𝐚', 'a', ' ', '試', '. '), { maxLength: 80 }),
  )
  .map(([blanks, parts]) => ' '.repeat(blanks) + parts.join(''));

/** Where texts are cut at fixed places: pairs stand across each of them, behind words, pairs or blanks that are left out. */
const places = [60, 100, 200, 400, 500, 600, 1000, 2000, 4000, 8000, 10_000, 60_000, 64 * 1024, 66 * 1024, 100_000];
const long = fc
  .tuple(fc.constantFrom(...places), fc.nat(3), fc.constantFrom('👍', 'a ', ' ', '𠮷a'))
  .map(([place, before, unit]) => `${unit.repeat(place).slice(0, place - 4)}${'x'.repeat(before)}👍👍👍👍 and more`)
  .filter(given => given.isWellFormed());

function assertWhole(parts: readonly (string | undefined)[]): void {
  for (const part of parts) {
    assert.ok(
      part === undefined || (part.isWellFormed() && !part.includes('\ufffd')),
      JSON.stringify(part?.slice(-40)),
    );
  }
}

const cuts: Record<string, (given: string, max: number) => readonly (string | undefined)[]> = {
  shorten: (given, max) => [shorten(given, max)],
  firstLine: (given, max) => [firstLine(given, max)],
  firstChars: (given, max) => [firstChars(given, max), lastChars(given, max)],
  cutMiddle: (given, max) => [cutMiddle(given, max)],
  cutToTokens: (given, max) => [cutToTokens(given, max)],
  splitText: (given, max) => splitText(given, Math.max(2, max)),
  splitSentences: given => splitSentences(given),
  clip: (given, max) => [clip(given, max)],
  plainSentence: given => [plainSentence(given)],
  bothEnds: (given, max) => [bothEnds(given, max)],
  cutBetweenWords: (given, max) => [cutBetweenWords(given, max)],
  summaryLabel: (given, max) => [summaryLabel({ conversation_summary: given }, max)],
  cutResult: given => [cutResult(given).result],
  'a turn as a model is given it': given => {
    const tool = { tool_name: 'run', arguments: { command: given }, result: given, reasoning: given };
    const [turn] = makeStoredTurns([{ user: given, assistant: given, reasoning: given, tools: [tool] }]);
    return [turnText(turn!), shortTurnText(turn!, 500)];
  },
  'a tool in the record': given => {
    const cleaner = new Cleaner({ redact: true, patterns: [] }, []);
    return [cleaner.tool(makeTool({ result: given })).result];
  },
};

suite('no cut leaves half a character', () => {
  for (const [name, cut] of Object.entries(cuts)) {
    test(name, () => {
      const max = fc.integer({ min: 1, max: 120 });
      fc.assert(fc.property(text, max, (given, most) => assertWhole(cut(given, most))));
      fc.assert(
        fc.property(long, max, (given, most) => assertWhole(cut(given, most))),
        { numRuns: 400 },
      );
    });
  }

  test('nor does an offline summary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, long), async given => {
        const tool = { tool_name: 'run', arguments: { command: given }, result: given, reasoning: given };
        const turns = makeStoredTurns([{ user: given, assistant: given, reasoning: given, tools: [tool] }]);
        const { content } = await new OfflineSummarizer().summarize({ level: 1, turns }, new AbortController().signal);
        assertWhole([content.conversation_summary, content.actions_summary, ...content.key_findings]);
      }),
      { numRuns: 60 },
    );
  });
});
