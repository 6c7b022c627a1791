import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { movesOf } from '../../../../src/model/file/fileMoves.ts';

const at = (...paths: string[]) => paths.map(path => ({ uuid: `id of ${path}`, path }));

describe('where known files are after a move', () => {
  test('a file, or all files of a folder, and nothing beside it', () => {
    assert.deepEqual(movesOf(at('src.ts', 'src/a.ts', 'src/deep/b.ts', 'srcs/c.ts'), 'src', 'lib/core'), [
      { uuid: 'id of src/a.ts', to: 'lib/core/a.ts', joins: undefined },
      { uuid: 'id of src/deep/b.ts', to: 'lib/core/deep/b.ts', joins: undefined },
    ]);
    assert.deepEqual(movesOf(at('src.ts', 'src/a.ts'), 'src.ts', 'b.ts'), [
      { uuid: 'id of src.ts', to: 'b.ts', joins: undefined },
    ]);
    assert.deepEqual(movesOf(at('a.ts'), 'a.ts', 'a.ts'), []);
  });

  test('what was known of the path that is taken joins the file that takes it', () => {
    assert.deepEqual(movesOf(at('a.ts', 'b.ts'), 'a.ts', 'b.ts'), [
      { uuid: 'id of a.ts', to: 'b.ts', joins: 'id of b.ts' },
    ]);
  });

  test('no two files are ever at one path, and none is lost but those that were joined', () => {
    const path = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 10 }), path, path, (paths, from, to) => {
        const files = new Map(at(...paths.toSorted()).map(({ uuid, path }) => [uuid, path]));
        for (const move of movesOf(at(...paths.toSorted()), from, to)) {
          assert.ok(files.has(move.uuid));
          if (move.joins !== undefined) {
            assert.ok(files.delete(move.joins));
          }
          files.set(move.uuid, move.to);
          assert.equal(new Set(files.values()).size, files.size);
        }
      }),
    );
  });
});
