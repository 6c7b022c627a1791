import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { closesFence, openedFence } from '../../../../src/model/text/fence.ts';
import { readBlocks, withoutFencedCode } from '../../../../src/model/text/markdownBlocks.ts';
import { markdownLines } from '../../../../src/model/text/markdownLines.ts';
import { readAsPreview } from '../../../support/markdownIt.ts';

/** Each line as `kind: content`, with `*` where a mark stands before it. */
const shown = (text: string) =>
  [...markdownLines(text)].map(({ kind, content, marked }) => `${marked ? '*' : ''}${kind}: ${content}`);

describe('what opens and closes a code block', () => {
  test('three back-ticks or tildes, or more, and what is said of the code', () => {
    assert.deepEqual(openedFence('```ts src/a.ts'), { mark: '```', info: 'ts src/a.ts' });
    assert.deepEqual(openedFence('````'), { mark: '````', info: '' });
    assert.deepEqual(openedFence('~~~ `a`'), { mark: '~~~', info: ' `a`' });
    for (const line of ['``', '~~', '```a``` b', '``` `a', 'a ```', '`~`']) {
      assert.equal(openedFence(line), undefined, line);
    }
  });

  test('the same sign, as often or more, with nothing behind', () => {
    assert.ok(closesFence('```', '```'));
    assert.ok(closesFence('````` \t', '```'));
    for (const [line, mark] of [
      ['```', '````'],
      ['~~~', '```'],
      ['```ts', '```'],
      ['``` a', '```'],
      ['', '```'],
    ] as const) {
      assert.ok(!closesFence(line, mark), line);
    }
  });
});

describe('the lines of a Markdown text', () => {
  test('headings, rules, paragraphs and code', () => {
    assert.deepEqual(shown('# A\n\na\nb\n---\n\n---\n    code\n\n\ta\n```ts\n    x\n```\n    z'), [
      'heading: # A',
      'blank: ',
      'paragraph: a',
      'paragraph: b',
      'underline: ---',
      'blank: ',
      'rule: ---',
      'code: code',
      'blank: ',
      'code: a',
      'fence: ```ts',
      'fenced:     x',
      'fence end: ```',
      'code: z',
    ]);
  });

  test('in quotes and lists', () => {
    assert.deepEqual(shown('> # A\n> ```\n> x\ny\n1. a\n   ~~~\n   x\n   ~~~\n\n   b\n- c\n  d'), [
      '*heading: # A',
      '*fence: ```',
      '*fenced: x',
      'paragraph: y',
      '*paragraph: a',
      'fence: ~~~',
      'fenced: x',
      'fence end: ~~~',
      'blank: ',
      'paragraph: b',
      '*paragraph: c',
      'paragraph: d',
    ]);
  });

  test('a line tells where it stands, and of a code block what is said of it', () => {
    const text = 'a\r\n> ```ts a.ts\n> b\r';
    const lines = [...markdownLines(text)].map(({ start, end, info }) => [text.slice(start, end), info]);
    assert.deepEqual(lines, [
      ['a', undefined],
      ['> ```ts a.ts', 'ts a.ts'],
      ['> b', undefined],
      ['', undefined],
    ]);
  });

  test('paragraphs hold their lines together', () => {
    const { prose, open } = readBlocks('a\nb\n\n# c\nd\n===\n- e\nf\n~~~~\nx');
    assert.deepEqual(
      prose.map(({ kind, first, contents }) => [kind, first, ...contents]),
      [
        ['paragraph', 0, 'a', 'b'],
        ['heading', 3, '# c'],
        ['underlined', 4, 'd'],
        ['paragraph', 6, 'e', 'f'],
      ],
    );
    assert.equal(open, '~~~~');
  });

  test('what stands in code blocks can be left out', () => {
    assert.equal(withoutFencedCode('a\n- b\n\n    ```\n    c\n    ```\n\n    d\n~~~\ne'), 'a\n- b\n\n\n    d');
  });

  const pieces = [
    '\n',
    '\n\n',
    '\r\n',
    '```',
    '~~~~',
    '`',
    '- ',
    '12. ',
    '> ',
    '    ',
    '\t',
    ' ',
    'a',
    '# ',
    '---',
    '|',
  ];
  const mixtureOf = (marks: readonly string[]) =>
    fc.array(fc.constantFrom(...marks), { maxLength: 30, size: 'max' }).map(parts => parts.join(''));

  test('together they are the text, and each content is the end of its line', () => {
    fc.assert(
      fc.property(mixtureOf(pieces), text => {
        let at = 0;
        for (const { start, end, kind, content } of markdownLines(text)) {
          assert.match(text.slice(at, start), /^(?:\r\n|\r|\n|)$/);
          if (kind !== 'code' && kind !== 'fenced') {
            assert.ok(text.slice(start, end).endsWith(content));
          }
          at = end;
        }
        assert.equal(at, text.length);
      }),
    );
  });

  test('code blocks are where the preview shows them, with the same said of the code', () => {
    // Of tabs after marks, and of a fence above dashes, the preview has a view of its own.
    const agreed = pieces.filter(piece => piece !== '\t' && piece !== '|');
    fc.assert(
      fc.property(mixtureOf(agreed), text => {
        const previewed = readAsPreview(text).filter(({ type }) => type === 'fence');
        const read = [...markdownLines(text)].filter(({ kind }) => kind === 'fence');
        assert.deepEqual(
          read.map(({ info }) => info?.trim()),
          previewed.map(({ info }) => info.trim()),
        );
      }),
      { numRuns: 1500 },
    );
  });
});
