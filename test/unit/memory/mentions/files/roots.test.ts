import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { topmost } from '../../../../../src/memory/mentions/files/folders.ts';
import { prefixesOf, rootOf, underPrefix } from '../../../../../src/memory/mentions/files/roots.ts';

const at = (path: string, name = path.slice(path.lastIndexOf('/') + 1)) => ({ path, name });

suite('what stands before the paths of an open folder', () => {
  test('in the repository it is the way there, so that a file has one path whichever folder is open', () => {
    assert.deepEqual(prefixesOf('/home/ada/parcel', [at('/home/ada/parcel')]), ['']);
    assert.deepEqual(prefixesOf('/home/ada/parcel', [at('/home/ada/parcel/packages/web')]), ['packages/web']);
    const both = [at('/home/ada/parcel/packages/web'), at('/home/ada/parcel')];
    assert.deepEqual(prefixesOf('/home/ada/parcel', both), ['packages/web', '']);
  });

  test('other folders go by their names, two of one name apart, and never as a folder of the repository', () => {
    const folders = [at('/r/api'), at('/one/web'), at('/two/web'), at('/r/api-2', 'Docs / all')];
    assert.deepEqual(prefixesOf('/r/api', folders), ['', '.../web', '.../two-web', '.../Docs - all']);
  });

  test('a path belongs to the innermost root; what lies elsewhere to none unless it is open', () => {
    const roots = ['', 'packages/web', '.../docs'].map(prefix => ({ prefix }));
    const prefixOf = (path: string) => rootOf(roots, path)?.root.prefix;
    assert.equal(prefixOf('packages/web/a.ts'), 'packages/web');
    assert.equal(prefixOf('packages/webs/a.ts'), '');
    assert.equal(prefixOf('.../docs/a.md'), '.../docs');
    assert.equal(prefixOf('.../other/a.md'), undefined);
    assert.equal(rootOf([{ prefix: 'packages/web' }], 'packages/api/a.ts'), undefined);
  });

  test('whatever folders are open, a path leads back to the folder it came from, or to one inside', () => {
    const part = fc.constantFrom('a', 'b', 'web', 'docs');
    const folder = fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => `/${parts.join('/')}`);
    fc.assert(
      fc.property(folder, fc.uniqueArray(folder, { maxLength: 4 }), part, (base, others, name) => {
        const folders = [base, ...others.filter(other => other !== base)].map(path => at(path));
        const prefixes = prefixesOf(base, folders);
        assert.equal(new Set(prefixes).size, folders.length);
        const roots = folders.map((one, index) => ({ prefix: prefixes[index]!, path: one.path }));
        for (const { prefix, path } of roots) {
          const found = rootOf(roots, underPrefix(prefix, `${name}.ts`));
          assert.equal(found && `${found.root.path}/${found.inside}`, `${path}/${name}.ts`);
        }
      }),
    );
  });
});

test('of folders told with all that is in them, the uppermost remain', () => {
  assert.deepEqual(topmost(['a/b/c.ts', 'a', 'ab', 'a/b', 'x/y.ts']), ['a', 'ab', 'x/y.ts']);
});
