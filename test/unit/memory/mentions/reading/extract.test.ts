import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  extractMentions,
  HEAD_CHARS,
  readParts,
  TAIL_CHARS,
} from '../../../../../src/memory/mentions/reading/extract.ts';
import type { FileMention } from '../../../../../src/model/file/mention.ts';
import { examples } from '../examples/all.ts';
import type { Expected } from '../examples/notation.ts';

interface Score {
  right: number;
  found: number;
  expected: number;
  wrong: string[];
}

/** One entry per file: the one that tells the most. */
function byPath(mentions: readonly FileMention[]): FileMention[] {
  const told = (mention: FileMention) => (mention.line ? 2 : 0) + (mention.symbol ? 1 : 0);
  const groups = Map.groupBy(mentions, mention => mention.path);
  return [...groups.values()].map(group => group.toSorted((a, b) => told(b) - told(a))[0]!);
}

const same = (found: FileMention, expected: Expected) =>
  found.path === expected.path &&
  found.line === expected.line &&
  found.column === expected.column &&
  found.end_line === expected.end_line &&
  (expected.symbol === undefined || found.symbol === expected.symbol);

function score(): Score {
  const total: Score = { right: 0, found: 0, expected: 0, wrong: [] };
  for (const [name, group] of Object.entries(examples)) {
    for (const { text, expect } of group) {
      const found = byPath(extractMentions(text));
      const right = expect.filter(one => found.some(mention => same(mention, one))).length;
      total.right += right;
      total.found += found.length;
      total.expected += expect.length;
      if (right < expect.length || right < found.length) {
        const plain = found.map(({ kind: _, start: __, end: ___, ...mention }) => mention);
        total.wrong.push(
          `${name}: ${JSON.stringify(text)}\n  found ${JSON.stringify(plain)}\n  expected ${JSON.stringify(expect)}`,
        );
      }
    }
  }
  return total;
}

suite('mentions of files in texts', () => {
  test('are found and right in nearly all examples', context => {
    const { right, found, expected, wrong } = score();
    const count = Object.values(examples).flat().length;
    const precision = right / found;
    const recall = right / expected;
    context.diagnostic(`${count} examples: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
    for (const line of wrong) {
      context.diagnostic(line);
    }
    assert.ok(count >= 330);
    assert.ok(precision >= 0.97, `precision ${precision}`);
    assert.ok(recall >= 0.95, `recall ${recall}`);
  });
});

test('what stands in a terminal is read without exception', () => {
  assert.deepEqual(
    score().wrong.filter(line => line.startsWith('terminal')),
    [],
  );
});

suite('where a mention stands', () => {
  const texts = [
    ['See `src/retry.ts:12` now', 'src/retry.ts:12'],
    ['[the loop](src/retry.ts#L12-L20)', 'src/retry.ts#L12-L20'],
    ['one\r\ntwo src/retry.ts, line 3\n', 'src/retry.ts'],
    ['  File "src/load.py", line 12, in load', 'src/load.py'],
    ['--- a/src/a.ts\n+++ /dev/null', 'src/a.ts'],
    ['```12:20:src/retry.ts\n```', 'src/retry.ts'],
    ['(file:///home/ada/a.ts).', 'file:///home/ada/a.ts'],
    ['\x1b[31mno\x1b[0m \x1b[96msrc/a.ts\x1b[0m:\x1b[93m12\x1b[0m', 'src/a.ts\x1b[0m:\x1b[93m12'],
    ['⏺ Read(src/a.ts)', 'src/a.ts'],
    ['see src/a.ts:retry() now', 'src/a.ts:retry()'],
    ['x\nsrc/a.ts-13-  wait', 'src/a.ts-13'],
  ] as const;
  for (const [text, expected] of texts) {
    test(JSON.stringify(text), () => {
      const mentions = extractMentions(text);
      assert.deepEqual(
        mentions.map(({ start, end }) => text.slice(start, end)),
        [expected],
      );
    });
  }

  test('mentions come in order and never overlap', () => {
    const text = Object.values(examples)
      .flat()
      .map(one => one.text)
      .join('\n');
    let last = 0;
    for (const { start, end } of extractMentions(text)) {
      assert.ok(start! >= last && end! > start!, text.slice(start! - 20, end! + 20));
      last = end!;
    }
  });
});

suite('hostile and endless texts', () => {
  test('a name with invisible or turning characters is refused, in any wrapping', () => {
    for (const mark of ['\u202E', '\u2066', '\u200B', '\uFEFF', '\u0007']) {
      for (const text of [`\`src/a${mark}b/c.ts\``, `[a](src/a${mark}b/c.ts)`, `"src/a${mark}b/c.ts"`]) {
        assert.ok(!extractMentions(text).some(({ path }) => path.includes(mark)), JSON.stringify(text));
      }
    }
    assert.deepEqual(extractMentions('[a](src/a%0Ab/c.ts) [b](src/%E2%80%AEb.ts)'), []);
  });

  test('markup is never part of a path', () => {
    for (const { path } of extractMentions('<img src=x onerror=alert(1)>.ts `<b>a.ts</b>` [x](<b.ts>)')) {
      assert.doesNotMatch(path, /[<>"`]/);
    }
  });

  test('climbing out is told, not hidden', () => {
    const paths = extractMentions('`src/../../../etc/passwd.txt` [x](%2e%2e/%2e%2e/key.pem)').map(({ path }) => path);
    assert.deepEqual(paths, ['../../etc/passwd.txt', '../../key.pem']);
  });

  test('of a text of 10 MB, only the ends are read', () => {
    const filler = 'nothing here but src/middle.ts\n'.repeat(350_000);
    const text = `src/first.ts\n${filler}src/last.ts`;
    assert.ok(text.length > 10_000_000);
    const read = readParts(text).reduce((sum, { part }) => sum + part.length, 0);
    assert.ok(read <= HEAD_CHARS + TAIL_CHARS);
    const mentions = extractMentions(text);
    assert.equal(mentions[0]!.path, 'src/first.ts');
    assert.equal(mentions.at(-1)!.path, 'src/last.ts');
    assert.equal(text.slice(mentions.at(-1)!.start, mentions.at(-1)!.end), 'src/last.ts');
  });

  const repeated = [
    '[',
    '[a](',
    '`',
    '"',
    "'",
    '<path>',
    'a/',
    'a.',
    '((',
    'at a (',
    '../',
    'a:1',
    '#L1',
    '\\n\\n',
    'é',
    '[[a]',
    '`a` in ',
    '\x1b[',
    '\x1b]8;',
    '\x1b[0m',
    'a.ts-1-',
    'Read(',
  ];
  for (const piece of repeated) {
    test(`${JSON.stringify(piece)} over and over costs in proportion to its length`, () => {
      const text = (length: number) => `${piece.repeat(Math.ceil(length / piece.length))} src/a.ts`;
      const [short, long] = [text(40_000), text(80_000)];
      // Quadratic work is near 4 each time; linear work may be disturbed, but not every time.
      const ratios = Array.from({ length: 6 }, () => (cost(long) + 1) / (cost(short) + 1));
      assert.ok(Math.min(...ratios) < 3, ratios.join(', '));
    });
  }
});

/** Milliseconds of processor time, of this process alone. */
function cost(text: string): number {
  const from = process.cpuUsage();
  extractMentions(text);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

test('what is code to Markdown is code to mentions, in lists and quotes too', () => {
  const kinds = (text: string) =>
    extractMentions(text).map(({ path, kind, start, end }) => [text.slice(start, end), kind, path]);
  const [code, prose] = [
    ['src/a.ts', 'code', 'src/a.ts'],
    ['src/b.ts', 'prose', 'src/b.ts'],
  ];
  for (const block of [
    '```ts src/a.ts\n```\n',
    '````\nsrc/a.ts\n```\n````\n',
    '~~~\n```\nsrc/a.ts\n~~~\n',
    '> ```ts src/a.ts\n> ```\n',
    '1. It:\n\n    ```\n    src/a.ts\n    ```\n',
    '- ```\n  src/a.ts\n\n',
    '```\r\nsrc/a.ts\r\n```\r\n',
  ]) {
    assert.deepEqual(kinds(`${block}\nIn src/b.ts it is.`), [code, prose], JSON.stringify(block));
  }
  assert.deepEqual(kinds('```npm test``` runs\nsrc/b.ts'), [prose]);
});
