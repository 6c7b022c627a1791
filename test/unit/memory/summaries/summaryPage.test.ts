import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSummaryPage, type SummaryLinks } from '../../../../src/memory/summaries/summaryPage.ts';
import { at } from '../../../support/builders.ts';
import { makeStoredSummary, supportedBy } from '../../../support/summaries.ts';

const now = new Date('2026-11-16T18:00:00');
const links: SummaryLinks = { turn: turn => `t#turn-${turn + 1}`, summary: ({ uuid }) => `${uuid}.md` };
// Made long after it was said.
const made = { level: 2, end_turn: 11, created_at: at('2026-11-15T14:30:00') };
const timestamp = at('2026-11-04T14:30:00');

test('each sentence leads to its turns, and what no turn supports says so', () => {
  const summary = makeStoredSummary({
    ...made,
    conversation_summary: 'The user asked why *it* stalls. Sockets are reused. It cost 40 €.',
    actions_summary: 'I used readFile.',
    key_findings: ['The pool is shared', 'It waits 4 s', 'It costs 9 €'],
    evidence: [
      supportedBy('The user asked why *it* stalls.', 2),
      supportedBy('Sockets are reused.', 2, 4),
      { sentence: 'It cost 40 €.', turns: [], supported: false },
      { sentence: 'I used readFile.', turns: [5], supported: false },
      { ...supportedBy('It waits 4 s', 6, 7), finding: true },
      { sentence: 'It costs 9 €', turns: [], supported: false, finding: true },
    ],
  });
  const below = [makeStoredSummary({ uuid: 's0', end_turn: 5, conversation_summary: 'Sockets, and why they stall.' })];
  const text = renderSummaryPage(
    { summary, conversation_title: 'Uploads', timestamp, files: ['src/http.ts'], below },
    links,
    now,
  );
  assert.equal(
    text,
    `# Why \\*it\\* stalls

Uploads · L2 · turns 1–12 · by offline · Wed 4 Nov · [open the transcript](t#turn-1)

## What was said

- [The user asked why \\*it\\* stalls.](t#turn-3) *(turn [3](t#turn-3))*
- [Sockets are reused.](t#turn-3) *(turns [3](t#turn-3), [5](t#turn-5))*
- ⚠ It cost 40 €. *(not supported by any turn)*

## What was done

- ⚠ I used readFile. *(not supported by turn [6](t#turn-6))*

## Findings

- The pool is shared
- [It waits 4 s](t#turn-7) *(turns [7](t#turn-7), [8](t#turn-8))*
- ⚠ It costs 9 € *(not supported by any turn)*

## Made of

- L1 · turns 1–6 · [Sockets, and why they stall](s0.md)

## Files

- \`src/http.ts\`
`,
  );
});

test('a provisional summary without evidence is still readable', () => {
  const summary = makeStoredSummary({ ...made, provisional: true, conversation_summary: 'One <b>line</b>.' });
  const text = renderSummaryPage(
    { summary, conversation_title: 'Uploads', timestamp, files: [], below: [] },
    links,
    now,
  );
  assert.match(text, /\n\n\*Made offline for now\. It will be redone when the model is back\.\*\n\n/);
  assert.match(text, /## What was said\n\n> One &lt;b>line&lt;\/b>\.\n$/);
});
