import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { SearchHit } from '../../../src/model/search/hits.ts';
import type { SearchQuery } from '../../../src/store/searchStore.ts';
import { makeTurn } from '../../support/builders.ts';
import { converse, type Open, unique, useStore, wellFormed } from './harness.ts';
import { searching } from './search.ts';

const operators = [
  '"',
  "'",
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  '(',
  ')',
  '*',
  ':',
  '^',
  '-',
  '+',
  '%',
  '_',
  '\\',
  '\0',
  '{',
  ';--',
];
const words = [
  'retry',
  'Retries',
  'stratégie',
  'strate\u0301gie',
  '重试',
  '🦉',
  'prompt',
  'useHTTPAgent',
  'a',
  'to',
  '\ud83e',
  '\n',
  '\t  ',
];

const piece = fc.oneof(
  fc.constantFrom(...operators),
  fc.constantFrom(...words),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 12 }),
);
const hostile = fc
  .array(piece, { maxLength: 12 })
  .chain(pieces => fc.constantFrom('', ' ').map(glue => pieces.join(glue)));
const prose = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.string({ unit: 'grapheme', maxLength: 60 })),
    {
      maxLength: 60,
    },
  )
  .map(pieces => pieces.join(' '));

function assertShown({ snippet, highlights }: SearchHit): void {
  let last = 0;
  for (const [start, end] of highlights) {
    assert.ok(start >= last && end > start && end <= snippet.length, `${JSON.stringify({ snippet, highlights })}`);
    assert.match(snippet.slice(start, end), /^[\p{L}\p{N}\p{M}]+$/u);
    last = end;
  }
  assert.equal(snippet, wellFormed(snippet), 'no half characters');
  assert.ok(!/[\r\n]/.test(snippet), 'on one line');
  assert.ok(snippet.length <= 260, `${snippet.length} characters`);
}

export function searchProperties(open: Open): void {
  describe('search, whatever is typed', () => {
    const session = useStore(open);

    test('no question and no filter is an error', async () => {
      const { workspace_id } = await converse(session.store, { title: 'Retry NOT "quoted"' }, [
        makeTurn('retry AND "quoted" (words) * : ^ -', 'OR NOT NEAR 50% a_b'),
      ]);
      const find = searching(session.store, workspace_id);
      const filters = fc.record(
        {
          prefix: fc.boolean(),
          role: fc.constantFrom('user', 'assistant'),
          file: hostile,
          source: hostile,
          lookups: fc.boolean(),
          turnsOnly: fc.boolean(),
        },
        { requiredKeys: [] },
      ) satisfies fc.Arbitrary<Partial<SearchQuery>>;
      await fc.assert(
        fc.asyncProperty(hostile, filters, async (text, filter) => {
          (await find(text, filter)).forEach(assertShown);
        }),
        { numRuns: 400 },
      );
    });

    test('known troublemakers are just words', async () => {
      const find = searching(
        session.store,
        (await converse(session.store, {}, [makeTurn('and or not near')])).workspace_id,
      );
      const troublemakers = [
        'AND',
        'OR',
        'NOT',
        'a AND',
        'NOT a',
        '"a" OR "',
        'NEAR(a b)',
        '^a',
        'a*',
        'a:b',
        'prompt:a',
        '-a',
        '{a b}:c',
        "'",
        '";DROP TABLE message;--',
        '\0',
        '"a\0b"',
        'a\0b',
        '%',
        '_',
        '\\',
        '"'.repeat(99),
        '('.repeat(500),
        'x '.repeat(5000),
        'y'.repeat(100_000),
      ];
      for (const text of troublemakers) {
        for (const prefix of [false, true]) {
          await assert.doesNotReject(find(text, { prefix }), text.slice(0, 40));
          await assert.doesNotReject(find('near', { prefix, file: text }), text.slice(0, 40));
        }
      }
    });

    test('highlights are words inside the snippet, in order and apart', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(prose, prose), { minLength: 1, maxLength: 4 }),
          prose,
          fc.constantFrom(...words),
          fc.boolean(),
          async (turns, title, text, prefix) => {
            const workspace_id = unique('w');
            await converse(
              session.store,
              { workspace_id, title: wellFormed(title) },
              turns.map(([asked, answered]) => makeTurn(wellFormed(asked), wellFormed(answered))),
            );
            (await searching(session.store, workspace_id)(text, { prefix })).forEach(assertShown);
          },
        ),
        { numRuns: 100 },
      );
    });

    test('whatever word is in a turn, searching for it finds the turn', async () => {
      const word = fc.stringMatching(/^[a-zA-Z0-9éüß]{3,12}$/);
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 20 }), async said => {
          const workspace_id = unique('w');
          await converse(session.store, { workspace_id }, [makeTurn(said.join(' '))]);
          const find = searching(session.store, workspace_id);
          assert.ok((await find(said[0]!)).some(hit => hit.turn_index === 0 && hit.complete));
          assert.ok((await find(said.slice(0, 5).join(' '))).some(hit => hit.turn_index === 0 && hit.complete));
        }),
        { numRuns: 60 },
      );
    });
  });
}
