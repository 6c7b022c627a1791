import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitingName } from '../../../../src/model/file/mention.ts';
import { mentionedAs, turnFiles } from '../../../../src/model/turn/turnFiles.ts';

const linked = (path: string, path_then = path) => ({ file: { path }, path_then });

describe('the files of a turn', () => {
  test('are those attached, those its tools were given, then those that were named, each once', () => {
    const references = [{ path: 'b.ts' }, { path: 'a.ts' }];
    const named = [linked('a.ts'), linked('z.ts')];
    assert.deepEqual(turnFiles(references, [{ path: 'a.ts' }, { file: './c.ts' }, null], named), [
      'b.ts',
      'a.ts',
      'c.ts',
      'z.ts',
    ]);
    assert.deepEqual(turnFiles([], []), []);
  });

  test('have the paths they have now', () => {
    const files = [linked('lib/new.ts', 'src/old.ts')];
    assert.deepEqual(turnFiles([{ path: 'src/old.ts' }], [{ path: '/home/me/src/old.ts' }], files), ['lib/new.ts']);
    assert.deepEqual(turnFiles([{ path: 'src/other.ts' }], [], files), ['src/other.ts', 'lib/new.ts']);
  });

  test('are known by their whole path before they are by its end', () => {
    const files = [linked('deep/src/a.ts'), linked('src/a.ts')];
    assert.equal(mentionedAs('src/a.ts', files), files[1]);
    assert.equal(mentionedAs('a.ts', files), files[0]);
    assert.equal(mentionedAs('ba.ts', files), undefined);
  });

  test('wait under their names in small letters, without folders', () => {
    assert.deepEqual(['src/Later.TS', 'a.md'].map(waitingName), ['later.ts', 'a.md']);
  });
});
