import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { checkEvidence, fidelity } from '../../../src/model/summary/evidence.ts';
import { SUMMARY_TEXT_CHARS, type SummaryContent, summaryContentSchema } from '../../../src/model/summary/summary.ts';
import { formatTurn } from '../../../src/model/text/turnText.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import { makeStoredTurn } from '../../support/builders.ts';
import { summaryOf } from '../../support/storedSummary.ts';

const summarizer = new OfflineSummarizer();
const never = new AbortController().signal;

const words = [
  ...'the a socket idle upload stalls because retry rejected src/http.ts idleSocketMs 4.3 ECONNRESET never'.split(' '),
  ...'`send()` **bold** le serveur parce que décision [link](https://example.org/x) 8,4 Redis 👍 再試行する。 مرحبا <b>tag</b>'.split(
    ' ',
  ),
  'x'.repeat(300),
];
const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }),
    fc.constantFrom('.', '?', ':', '', '!', '…'),
  )
  .map(([chosen, end]) => chosen.join(' ') + end);
const block = fc.oneof(
  { weight: 5, arbitrary: fc.array(sentence, { minLength: 1, maxLength: 4 }).map(all => all.join(' ')) },
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map(all => all.map(item => `- ${item}`).join('\n')),
  sentence.map(code => `\`\`\`ts\n${code}\n\`\`\``),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const text = fc.array(block, { maxLength: 4 }).map(blocks => blocks.join('\n\n'));

const tool = fc.record({
  tool_name: fc.oneof(fc.constantFrom('readFile', 'runTests', 'editFile'), fc.string({ maxLength: 90 })),
  arguments: fc.oneof(
    fc.record({ path: fc.constantFrom('src/http.ts', 'C:\\a\\b.ts'), line: fc.nat() }),
    fc.jsonValue(),
  ),
  success: fc.boolean(),
  result: text,
  reasoning: text,
});

const turn = fc
  .record(
    {
      user: text,
      assistant: fc.option(text, { nil: undefined }),
      status: fc.constantFrom('complete' as const, 'failed' as const, 'cancelled' as const),
      error: sentence,
      tools: fc.array(tool, { maxLength: 6 }),
    },
    { requiredKeys: ['user', 'assistant'] },
  )
  .map(given => makeStoredTurn(given));

/** Turns from anywhere in a conversation. */
const range = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 8 }), fc.nat(50))
  .map(([turns, from]) => turns.map((given, index): Turn => ({ ...given, turn_index: from + index })));

const sources = (turns: readonly Turn[]) => new Map(turns.map(given => [given.turn_index, formatTurn(given)]));

function checkContent(content: SummaryContent, turns: readonly Turn[]): void {
  summaryContentSchema.parse(content);
  const source = sources(turns);
  for (const told of [content.conversation_summary, content.actions_summary]) {
    assert.ok(told.length <= SUMMARY_TEXT_CHARS, `${told.length} characters`);
    assert.ok(told.isWellFormed());
  }
  assert.notEqual(content.conversation_summary, '');
  assert.ok(content.key_findings.length <= 5 && content.topics.length <= 3);
  assert.deepEqual(
    content.evidence.flatMap(({ finding, sentence: found }) => (finding ? [found] : [])),
    content.key_findings,
    'every finding names its turns',
  );
  for (const { turns: named, supported } of content.evidence) {
    assert.ok(supported && named.length > 0 && named.every(index => source.has(index)));
  }
  assert.ok(checkEvidence(content.evidence, source).every(({ supported }) => supported));
  assert.equal(fidelity(content, source), 1);
}

const fixed = new Set(
  (
    'the user then asked said sent no words so i answered began to answer but failed was cancelled and recorded empty code or data ' +
    'used which returned other calls ' +
    'l utilisateur puis a demandé dit n rien écrit j ai donc répondu commencé à répondre mais la réponse échoué été annulée sans ' +
    'enregistrée et était vide du ou des données utilisé qui renvoyé autres appels'
  ).split(' '),
);
const pieces = (told: string) =>
  told
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

describe('an offline summary of any turns', () => {
  test('keeps the limits, and every sentence rests on turns that say so', async () => {
    await fc.assert(
      fc.asyncProperty(range, async turns => {
        const { content } = await summarizer.summarize({ level: 1, turns }, never);
        checkContent(content, turns);
      }),
      { numRuns: 100 },
    );
  });

  test('never cuts a word', async () => {
    await fc.assert(
      fc.asyncProperty(range, async turns => {
        const { content } = await summarizer.summarize({ level: 1, turns }, never);
        // Markdown's marks are taken away, and may stand within a word.
        const texts = turns.map(given => formatTurn(given).toWellFormed());
        const known = new Set(texts.flatMap(source => [...pieces(source), ...pieces(source.replace(/[`*]/g, ''))]));
        const told = pieces(`${content.conversation_summary} ${content.actions_summary}`);
        assert.deepEqual(
          told.filter(piece => !known.has(piece) && !fixed.has(piece) && !unspaced.test(piece)),
          [],
        );
      }),
      { numRuns: 100 },
    );
  });

  test('is the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(range, async turns => {
        const once = await summarizer.summarize({ level: 1, turns }, never);
        assert.deepEqual(await summarizer.summarize({ level: 1, turns: structuredClone(turns) }, never), once);
      }),
      { numRuns: 25 },
    );
  });

  test('can be condensed again and again, and still rests on its turns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        async ranges => {
          const all = ranges.flat().map((given, turn_index): Turn => ({ ...given, turn_index }));
          let from = 0;
          const children = [];
          for (const { length } of ranges) {
            const turns = all.slice(from, from + length);
            const { content } = await summarizer.summarize({ level: 1, turns }, never);
            children.push(summaryOf(content, turns[0]!.turn_index, turns.at(-1)!.turn_index));
            from += length;
          }
          const second = await summarizer.summarize({ level: 2, summaries: children }, never);
          checkContent(second.content, all);
          const parent = summaryOf(second.content, 0, all.length - 1, 2);
          checkContent((await summarizer.summarize({ level: 3, summaries: [parent, parent] }, never)).content, all);
        },
      ),
      { numRuns: 40 },
    );
  });
});
