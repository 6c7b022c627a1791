import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** The pages about the code. The others tell of a person's files, such as the demo's `src/retry.ts`. */
const pages = ['docs/architecture.md', 'docs/benchmarks.md', 'CONTRIBUTING.md'];

interface NamedPath {
  page: string;
  line: number;
  path: string;
  /** Its line says so. */
  isPlanned: boolean;
}

/** `src/…` and `test/…`, with `*` and `{one,other}` as in a shell, up to the end of the word. */
const PATH = /(?<![\w./-])(?:src|test)\/(?:[\w.*/-]|\{[^{}\s]*\})*(?:[\w*]|\{[^{}\s]*\})/g;

/** `src/llm/{offline,gemini}` is two paths. */
function eachOf(path: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined ? [path] : choices.split(',').flatMap(choice => eachOf(before + choice + after));
}

function pathsIn(page: string, text: string): NamedPath[] {
  return text.split('\n').flatMap((words, index) => {
    const isPlanned = /\bplanned\b/i.test(words.replaceAll('_', ' '));
    const paths = [...words.matchAll(PATH)].flatMap(([path]) => eachOf(path));
    return paths.map(path => ({ page, line: index + 1, path, isPlanned }));
  });
}

const isThere = (path: string) => globSync(path, { cwd: root }).length > 0;
const say = ({ page, line, path }: NamedPath) => `${page}:${line} ${path}`;

const namedPaths = pages.flatMap(page => pathsIn(page, readFileSync(join(root, page), 'utf8')));

test('paths are read out of a page, without what stands around them', () => {
  const text = [
    'See `src/model/turn.ts`, src/work. (test/support) and https://example.com/src/other.ts.',
    '`test/bench/*.bench.ts` and `src/llm/{offline,gemini}`',
    '| `src/mcp` _planned_ | tools |',
  ].join('\n');
  assert.deepEqual(
    pathsIn('page.md', text).map(({ line, path, isPlanned }) => [line, path, isPlanned]),
    [
      [1, 'src/model/turn.ts', false],
      [1, 'src/work', false],
      [1, 'test/support', false],
      [2, 'test/bench/*.bench.ts', false],
      [2, 'src/llm/offline', false],
      [2, 'src/llm/gemini', false],
      [3, 'src/mcp', true],
    ],
  );
});

for (const page of pages) {
  test(`every path that ${page} names is there`, () => {
    const ofPage = namedPaths.filter(named => named.page === page);
    assert.notEqual(ofPage.length, 0);
    assert.deepEqual(ofPage.filter(({ path, isPlanned }) => !isPlanned && !isThere(path)).map(say), []);
  });
}

test('what the pages call planned is not there yet', () => {
  assert.deepEqual(namedPaths.filter(({ path, isPlanned }) => isPlanned && isThere(path)).map(say), []);
});
