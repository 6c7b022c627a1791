import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { offlineAnswer, offlineAnswerText } from '../../../src/memory/context/answer/offlineAnswer.ts';
import { renderReceipt } from '../../../src/memory/context/receipt/receiptDocument.ts';
import { renderShortReceipt } from '../../../src/memory/context/receipt/shortReceipt.ts';
import { renderSummaryPage } from '../../../src/memory/summaries/summaryPage.ts';
import { renderSaid, renderToolPage, renderTranscript } from '../../../src/memory/transcript/transcript.ts';
import { at, makeStoredConversation } from '../../support/builders.ts';
import { now, saidQuote, saidReceipt, saidSummary, saidTurn } from '../../support/growth/givens.ts';
import { alive, readAsPreview } from '../../support/markdownIt.ts';

const pieces = [
  ...['\n', '\n\n', '\r\n', ' ', '    ', '\t', 'a', '`', '```', '~~~', '\\', '$', '$$', '$x$', '|', '---|---', '&lt;'],
  ...[
    '<img src=x>',
    '</details>',
    '</summary>',
    '<!--',
    '![a](https://evil/x.png)',
    '[x](command:y)',
    '[x]: command:y',
  ],
  ...[
    '# ',
    '- ',
    '1. ',
    '> ',
    '---',
    '===',
    '*',
    '_',
    'https://evil.org',
    'www.evil.org',
    'me@evil.org',
    '.ts',
    '```math',
  ],
];
const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 }).map(parts => parts.join(''));

/** The folds are ours, and so is the break in a cell. */
const ours =
  /^html_block (?:<details><summary>[^<$\n]*<\/summary>\n|<\/details>\n|<p><\/p>\n)$|^html_inline <br>$|^link_open command:ours/;
const foreign = (page: string) => alive(page).filter(found => !ours.test(found));
const link = () => 'command:ours';

const pages: Record<string, (text: string) => string> = {
  'a turn': text => renderSaid(saidTurn(text)),
  'a turn with links to its files': text => renderSaid(saidTurn(text), () => 'src/a.ts'),
  'a transcript': text =>
    renderTranscript(makeStoredConversation({ title: text, source: text }), [saidTurn(text)], now, {
      summaries: [saidSummary(text)],
      link,
    }),
  'a tool call': text => renderToolPage(saidTurn(text).tools[0]!, now),
  'a summary': text =>
    renderSummaryPage(
      {
        summary: saidSummary(text),
        conversation_title: text,
        timestamp: at(now),
        files: [text],
        below: [saidSummary(text)],
      },
      { turn: link, summary: link },
      now,
    ),
  'a receipt': text => renderReceipt(saidReceipt(text), link, now),
  'a receipt in chat': text => renderShortReceipt(saidReceipt(text), link),
  'an answer from memory': text =>
    offlineAnswerText(offlineAnswer({ quotes: [saidQuote(text)], near: [], missing: [text] }), now),
};

describe('nothing remembered comes to life on a page', () => {
  for (const [name, render] of Object.entries(pages)) {
    test(name, () => {
      fc.assert(
        fc.property(hostile, text => {
          assert.deepEqual(foreign(render(text)), []);
        }),
        { numRuns: 300 },
      );
    });
  }

  test('a path with line breaks begins no heading and no list', () => {
    const page = renderSaid(saidTurn('a.ts\n\n# b\n- c'));
    const attached = page.split('\n').find(line => line.startsWith('Attached:'));
    assert.equal(attached, 'Attached: `a.ts # b - c:3`');
    assert.equal(readAsPreview(attached).filter(({ type }) => type === 'code_inline').length, 1);
  });
});
