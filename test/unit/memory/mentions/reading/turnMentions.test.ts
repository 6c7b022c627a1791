import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mentionsOfTurn } from '../../../../../src/memory/mentions/reading/turnMentions.ts';
import { fileMentionSchema } from '../../../../../src/model/file/mention.ts';
import { makeStoredTurn, type StoredTurnOptions } from '../../../../support/builders.ts';

const paths = (given: StoredTurnOptions) => mentionsOfTurn(makeStoredTurn(given)).map(({ path }) => path);
const ofArguments = (args: unknown) => paths({ user: '', assistant: '', tools: [{ arguments: args, result: '' }] });
const ofResult = (result: string) => paths({ user: '', assistant: '', tools: [{ arguments: {}, result }] });

suite('the files of a turn', () => {
  test('come from what was attached, said, and done by tools, each once', () => {
    const mentions = mentionsOfTurn(
      makeStoredTurn({
        user: 'Why does src/upload.ts stall? See also docs/plan.md.',
        assistant: 'Because `retry()` in `src/retry.ts` waits; src/upload.ts:12 calls it.',
        references: [{ path: 'src/upload.ts', start_line: 3, end_line: 9 }, { path: 'file:///home/ada/a%20b.md' }],
        tools: [
          { arguments: { filePath: './src/queue.ts', startLine: 4, endLine: 8 }, result: 'src/retry.ts:40: wait' },
        ],
      }),
    );
    assert.deepEqual(mentions, [
      { path: 'src/upload.ts', line: 3, end_line: 9, kind: 'reference' },
      { path: '/home/ada/a b.md', kind: 'reference' },
      { path: 'docs/plan.md', kind: 'prose' },
      { path: 'src/retry.ts', line: 40, symbol: 'retry', kind: 'tool' },
      { path: 'src/queue.ts', line: 4, end_line: 8, kind: 'tool' },
    ]);
    for (const mention of mentions) {
      fileMentionSchema.parse(mention);
    }
  });

  test('a turn without an answer has those of the question', () => {
    assert.deepEqual(paths({ user: 'open a.ts', assistant: undefined }), ['a.ts']);
  });

  test('a reference that is no file, or a hostile one, is left out', () => {
    const references = [{ path: 'untitled:Untitled-1' }, { path: 'a\u202Eb.ts' }, { path: '' }, { path: 'a\nb.ts' }];
    assert.deepEqual(paths({ user: '', assistant: '', references }), []);
  });
});

suite('the files in the arguments of tools, by shape', () => {
  const cases: [shape: unknown, ...expected: string[]][] = [
    [{ path: 'src/a.ts' }, 'src/a.ts'],
    [{ file_path: '/srv/app/a.weird' }, '/srv/app/a.weird'],
    [{ target_file: 'a.ts', instructions: 'change b.ts' }, 'a.ts', 'b.ts'],
    [{ absolutePath: 'C:\\dev\\a.ts' }, 'C:/dev/a.ts'],
    [{ uri: 'file:///srv/my%20app/a.ts' }, '/srv/my app/a.ts'],
    [{ uri: { scheme: 'file', path: '/srv/a.ts', fsPath: '/srv/a.ts', external: 'file:///srv/a.ts' } }, '/srv/a.ts'],
    [{ uri: { scheme: 'vscode', path: '/settings/a.ts' } }],
    [{ files: ['a.ts', 'b.ts', 'a.ts'] }, 'a.ts', 'b.ts'],
    [{ edits: [{ filePath: 'a.ts' }, { filePath: 'b.ts' }] }, 'a.ts', 'b.ts'],
    [{ notebook_path: 'x.ipynb' }, 'x.ipynb'],
    [{ path: 'Makefile' }, 'Makefile'],
    [{ path: 'src' }],
    [{ file_path: '/srv/parcel/bin/strata' }, '/srv/parcel/bin/strata'],
    [{ targetFile: 'bin/strata' }, 'bin/strata'],
    [{ path: '/srv/parcel/src' }],
    [{ filePath: 'src/memory/' }],
    [{ file: 'github.com/ada/parcel' }],
    [{ file: 'two words/and more' }],
    [{ path: 'https://example.org/a.ts' }],
    [{ query: 'src/other.ts' }],
    [{ pattern: '**/*.ts', glob: 'a.ts' }],
    [{ file_path: 'a.ts', content: "import '../b.ts'", new_string: 'c.ts' }, 'a.ts'],
    [{ command: 'cat src/a.ts && node dist/b.js' }, 'src/a.ts', 'dist/b.js'],
    [{ command: ['bash', '-lc', 'sed -n 1,20p src/a.rs'] }, 'src/a.rs'],
    [{ input: '*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch' }, 'src/a.ts'],
    [{ content: '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@' }, 'x.ts'],
    ['{"path":"src/a.ts"}', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    [null],
    [undefined],
    [42],
    [{ path: ['a.ts', 7, null, { path: 'b.ts' }] }, 'a.ts', 'b.ts'],
  ];
  for (const [shape, ...expected] of cases) {
    test(JSON.stringify(shape) ?? 'undefined', () => assert.deepEqual(ofArguments(shape), expected));
  }

  test('endless nesting and endless lists end', () => {
    const deep = Array.from({ length: 5000 }).reduce<unknown>(inner => ({ path: inner }), 'a.ts');
    assert.deepEqual(ofArguments(deep), []);
    assert.ok(ofArguments({ files: Array.from({ length: 50_000 }, (_, at) => `f${at}.ts`) }).length <= 500);
  });
});

suite('the files in the results of tools', () => {
  test('of texts and of JSON', () => {
    assert.deepEqual(ofResult('Found 2\nsrc/a.ts\nsrc/b.ts'), ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(ofResult('[{"file":"a.ts","line":3},{"uri":"file:///b.ts"}]'), ['a.ts', '/b.ts']);
    assert.deepEqual(ofResult('{"broken": "src/a.ts"'), ['src/a.ts']);
  });

  test('a long listing gives only its first files', () => {
    const listing = Array.from({ length: 5000 }, (_, at) => `src/f${at}.ts`).join('\n');
    assert.equal(ofResult(listing).length, 100);
  });

  test('10 MB of one line, and of JSON, are read at the ends only', () => {
    assert.deepEqual(ofResult(`src/a.ts ${'x'.repeat(10_000_000)} src/b.ts`), ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(ofResult(`{"path":"src/a.ts","content":"${'x '.repeat(5_000_000)}"}`), ['src/a.ts']);
  });
});
