import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linkedFile, linkFiles } from '../../../../src/memory/mentions/linkFiles.ts';
import type { MentionedFile } from '../../../../src/model/file/file.ts';

const href = ({ path, line }: { path: string; line?: number | undefined }) =>
  /upload\.ts$|my_file\.py$/.test(path) ? `/${path}${line ? `#L${line}` : ''}` : undefined;

describe('links in a transcript', () => {
  for (const [name, markdown, expected] of [
    ['a bare path', 'See src/upload.ts for it.', 'See [src/upload.ts](/src/upload.ts) for it.'],
    ['a path with a line', 'At src/upload.ts:12 it stalls.', 'At [src/upload.ts:12](/src/upload.ts#L12) it stalls.'],
    ['code', 'See `src/upload.ts`, please.', 'See [`src/upload.ts`](/src/upload.ts), please.'],
    ['a quote block', '> Why does src/upload.ts stall?', '> Why does [src/upload.ts](/src/upload.ts) stall?'],
    ['a Markdown link', 'See [the file](src/upload.ts).', 'See [the file](/src/upload.ts).'],
    [
      'the text of another link',
      'See [src/upload.ts](https://example.org/).',
      'See [src/upload.ts](https://example.org/).',
    ],
    ['what could be emphasis', 'In src/my_file.py it is.', 'In [src/my\\_file.py](/src/my_file.py) it is.'],
    ['an unknown file', 'See src/other.ts.', 'See src/other.ts.'],
    ['a code block', '```ts\nimport x from "src/upload.ts";\n```', '```ts\nimport x from "src/upload.ts";\n```'],
    ['a code block in a list', '- ~~~\n  src/upload.ts\n  ~~~', '- ~~~\n  src/upload.ts\n  ~~~'],
    ['code over two lines', 'a `b\nsrc/upload.ts` c', 'a `b\nsrc/upload.ts` c'],
    ['what would become an image', 'Look: !src/upload.ts', 'Look: !src/upload.ts'],
    [
      'two in one line',
      'src/upload.ts and `src/upload.ts`',
      '[src/upload.ts](/src/upload.ts) and [`src/upload.ts`](/src/upload.ts)',
    ],
  ] as const) {
    test(name, () => {
      assert.equal(linkFiles(markdown, href), expected);
    });
  }

  test('a file is found under the path it had then, however much of it was written', () => {
    const mentioned = (path: string, path_then: string, deleted_at: string | null = null): MentionedFile => ({
      file: { uuid: path, workspace_id: 'w', path, deleted_at },
      turn_index: 0,
      role: 'user',
      path_then,
      kind: 'code',
      line: null,
      symbol: null,
    });
    const known = [mentioned('lib/new.ts', 'src/old.ts'), mentioned('src/gone.ts', 'src/gone.ts', '2026-01-01')];
    assert.equal(linkedFile('old.ts', known), 'lib/new.ts');
    assert.equal(linkedFile('/home/me/work/src/old.ts', known), 'lib/new.ts');
    assert.equal(linkedFile('lib/new.ts', known), 'lib/new.ts');
    assert.equal(linkedFile('told.ts', known), undefined);
    assert.equal(linkedFile('src/gone.ts', known), undefined);
  });
});
