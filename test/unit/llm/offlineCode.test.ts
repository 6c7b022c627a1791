import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { plainSentence } from '../../../src/llm/offline/plainText.ts';
import { codeOf, codeSpans } from '../../../src/model/text/codeSpans.ts';
import { summaryOf } from '../../support/storedSummary.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

const summarizer = new OfflineSummarizer();
const never = new AbortController().signal;

async function summarize(assistant: string) {
  const turns = makeStoredTurns([{ user: 'What was decided about the wait?', assistant }]);
  return (await summarizer.summarize({ level: 1, turns }, never)).content;
}

const codes = [
  ...['baseMs * 2 ** failures', 'a * b * c', 'f(*args, **kwargs)', '**kwargs', '__init__', 'snake_case_name', '*ptr'],
  ...['$HOME', '$1', "'$&'", 'Map<string, number>', 'List<B>', '<b>', '</details>', 'src/**/*.ts', '*.ts', '**/*'],
  ...['/^\\*+(a|b)*$/', '[a](b)', 'handlers[name](event)', '![x](y)', 'a  b', 'return;', 'case x:', 'i--', 'i++'],
  ...['std::vector<a, b>', '\\d+\\.\\d+', '- [ ] x', '1. x', '> x', '# x', '&&', 'a. B', 'Is it? Yes', '"x"', "it's"],
];

test('code in back-ticks is told as it stands', async () => {
  for (const code of codes) {
    const sentence = `We decided that every one of the parcels waits for as long as \`${code}\` tells it to, because the server asks for that.`;
    const { conversation_summary, key_findings } = await summarize(sentence);
    assert.ok(conversation_summary.includes(code), `${code} in ${conversation_summary}`);
    assert.ok(key_findings.join('\n').includes(code), `${code} in ${key_findings}`);
    const last = await summarize(
      `We decided that every one of the parcels waits for as long as it is told by \`${code}\``,
    );
    assert.ok(last.conversation_summary.includes(code), `${code} in ${last.conversation_summary}`);
  }
});

test('what only looks like emphasis, a link or a tag is told as it stands', () => {
  for (const text of [
    ...[
      'The wait is a * b * c.',
      'It is 2 ** n seconds.',
      'Pass *args and **kwargs on.',
      'The **kwargs are passed on.',
    ],
    ...['__init__ and snake_case_name stay.', 'Then *ptr is free, and *other is not.', 'It reads $HOME twice.'],
    ...['A Map<string, number> holds it.', 'A List<B> and a Map<a, b> hold it.', 'If a <b and c> d, it waits.'],
    ...['It matches src/**/*.ts and src/*/x*.', 'It matches *.ts and src/*.', 'Then handlers[name](event) runs.'],
    ...['So 5 *x + 3* y is less.', 'The pattern (a|b)*c*d matches.', '*ptr is null.', 'Use 2*3*4 of them.'],
  ]) {
    assert.equal(plainSentence(text), text);
  }
});

test('marks of Markdown are not told', () => {
  const plain: Record<string, string> = {
    'It is **very** important.': 'It is very important.',
    'It is *very* important, ***really***.': 'It is very important, really.',
    '**Bold with *emphasis* inside** it.': 'Bold with emphasis inside it.',
    '*Emphasis with **bold** inside* it.': 'Emphasis with bold inside it.',
    '**`send()` waits** for it.': 'send() waits for it.',
    'See [the guide](https://example.org/a) and [that](#b).': 'See the guide and that.',
    'Some <b>bold</b> words<br>and a <a href="x">link</a>.': 'Some bold words and a link .',
    '- the item of a list': 'The item of a list',
    '- `npm test` runs it': 'npm test runs it',
    'npm test runs it': 'npm test runs it',
    '``a`b`` is `` ` `` twice': 'a`b is ` twice',
  };
  for (const [raw, text] of Object.entries(plain)) {
    assert.equal(plainSentence(raw), text);
  }
});

suite('any code in any answer', () => {
  const code = fc
    .string({ unit: fc.constantFrom(...'abZ19 *_`$<>/\\[](){}.,;:!?=+-&|"\'#~^@%é👍'), minLength: 1, maxLength: 24 })
    .filter(text => text.trim() === text && !/``/.test(text) && /[^`]/.test(text) && !/^`|`$/.test(text));
  const inTicks = (text: string) => (text.includes('`') ? `\`\`${text}\`\`` : `\`${text}\``);
  const words = fc.constantFrom(
    'the parcel waits for',
    'we decided that the server keeps',
    'because *nobody* asked for',
    'and **each lane** has',
  );
  const part = fc
    .tuple(words, code)
    .map(([lead, text]) => ({ text, told: `${lead} ${inTicks(text)} in all of the lanes` }));
  const answer = fc.array(part, { minLength: 1, maxLength: 3 });

  test('is in a summary as it stands, or cut and marked so', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async parts => {
        const content = await summarize(`So ${parts.map(({ told }) => told).join(', ')}.`);
        const l1 = summaryOf(content, 0, 0);
        const l2 = (await summarizer.summarize({ level: 2, summaries: [l1, { ...l1, uuid: 'other' }] }, never)).content;
        for (const { conversation_summary, key_findings } of [content, l2]) {
          for (const told of [conversation_summary, ...key_findings]) {
            const cut = told.indexOf(' in all of the lanes') === -1 || told.includes('…');
            if (!cut && told.includes('So ')) {
              assert.deepEqual(
                parts.filter(({ text }) => !told.includes(text)),
                [],
                told,
              );
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is found by its back-ticks, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(code, { maxLength: 6 }), all => {
        const text = all.map(each => `word ${inTicks(each)}`).join(' ');
        assert.deepEqual(
          codeSpans(text).map(([start, end]) => codeOf(text.slice(start, end))),
          all,
        );
      }),
    );
  });
});
