import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { FileIndex, type MatchContext } from '../../../../../src/memory/mentions/files/fileIndex.ts';

function indexOf(files: readonly string[], caseInsensitive = false): FileIndex {
  const index = new FileIndex({ caseInsensitive });
  for (const file of files) {
    index.add(file);
  }
  return index;
}

const rootAt = (uri: string, prefix = '', name = 'parcel') => ({ uri, name, prefix });

const home: MatchContext = { roots: [rootAt('/home/ada/parcel')] };

suite('matching a mention to a file of the workspace', () => {
  const files = [
    'package.json',
    'src/retry.ts',
    'src/upload/queue.ts',
    'web/package.json',
    'web/src/queue.ts',
    'etc/passwd',
  ];
  const index = indexOf(files);
  const cases: [mention: string, file: string | undefined, context?: MatchContext][] = [
    ['src/retry.ts', 'src/retry.ts'],
    ['./src/retry.ts', 'src/retry.ts'],
    ['src\\retry.ts', 'src/retry.ts'],
    ['retry.ts', 'src/retry.ts'],
    ['upload/queue.ts', 'src/upload/queue.ts'],
    ['package.json', 'package.json'],
    ['/src/retry.ts', 'src/retry.ts'],
    ['/home/ada/parcel/src/retry.ts', 'src/retry.ts', home],
    ['file:///home/ada/parcel/src/retry.ts', 'src/retry.ts', home],
    [
      '/home/ada/parcel/src/retry.ts',
      'src/retry.ts',
      { roots: [rootAt('vscode-remote://wsl+ubuntu/home/ada/parcel')] },
    ],
    ['/srv/clones/parcel/src/retry.ts', 'src/retry.ts', home],
    ['parcel/src/retry.ts', 'src/retry.ts', home],
    ['c:/dev/parcel/src/retry.ts', 'src/retry.ts', { roots: [rootAt('file:///C%3A/dev/parcel')] }],
    ['/home/ada/parcel-2/src/retry.ts', 'src/retry.ts', home],
    ['/home/ada/trees/fix-42/src/upload/queue.ts', 'src/upload/queue.ts', home],
    ['/usr/src/app/web/src/queue.ts', 'web/src/queue.ts', home],
    ['C:\\trees\\fix\\src\\retry.ts', 'src/retry.ts', home],
    ['/home/ada/other/upload/queue.ts', undefined, home],
    ['/home/ada/other/retry.ts', undefined, home],
    ['/home/ada/parcel-2/package.json', undefined, home],
    ['/home/ada/other/node_modules/retry/src/retry.ts', undefined, home],
    ['/home/ada/other/src/retry.ts', undefined, { ...home, known: true }],
    ['/home/ada/dev/parcel-2/src/retry.ts', 'src/retry.ts', home],
    ['/home/ada/parcel/src/gone.ts', undefined, home],
    ['/etc/passwd', undefined, home],
    ['../../etc/passwd', undefined, home],
    ['src/../../etc/passwd', undefined, home],
    ['../etc/passwd', undefined, home],
    ['../parcel/src/retry.ts', 'src/retry.ts', home],
    ['../upload/queue.ts', 'src/upload/queue.ts', home],
    ['../../src/retry.ts', 'src/retry.ts', home],
    ['../other/src/retry.ts', undefined, home],
    ['../retry.ts', undefined, home],
    ['..', undefined, home],
    ['~/parcel/src/retry.ts', 'src/retry.ts', home],
    ['~/trees/fix/src/retry.ts', 'src/retry.ts', home],
    ['~/src/retry.ts', undefined, home],
    ['~', undefined, home],
    ['https://example.org/src/retry.ts', undefined],
    ['etry.ts', undefined],
    ['Retry.ts', undefined],
    ['src', undefined],
    ['', undefined],
    ['/', undefined],
    ['src/retry.ts\n', 'src/retry.ts'],
    ['src/re\u202Etry.ts', undefined],
  ];
  for (const [mention, file, context] of cases) {
    test(`${JSON.stringify(mention)} is ${file ?? 'no file'}`, () => {
      assert.deepEqual(index.match(mention, context), file ? { file } : undefined);
    });
  }

  test('a place elsewhere that two files could be is no file', () => {
    const twice = indexOf(['src/a.ts', 'web/src/a.ts', 'web/x/b.ts', 'api/x/b.ts']);
    assert.equal(twice.match('/trees/fix/src/a.ts', home), undefined);
    assert.deepEqual(twice.match('/trees/fix/web/src/a.ts', home), { file: 'web/src/a.ts' });
    assert.deepEqual(twice.match('../x/b.ts', home), { candidates: ['api/x/b.ts', 'web/x/b.ts'] });
    assert.deepEqual(twice.match('../x/b.ts', { ...home, near: ['api/y.ts'] }), { file: 'api/x/b.ts' });
  });

  test('two candidates are not guessed between', () => {
    assert.deepEqual(index.match('queue.ts'), { candidates: ['src/upload/queue.ts', 'web/src/queue.ts'] });
    assert.deepEqual(index.match('queue.ts', { near: ['package.json'] }), {
      candidates: ['src/upload/queue.ts', 'web/src/queue.ts'],
    });
  });

  test('the files nearby settle which is meant', () => {
    assert.deepEqual(index.match('queue.ts', { near: ['src/retry.ts'] }), { file: 'src/upload/queue.ts' });
    assert.deepEqual(index.match('queue.ts', { near: ['web/package.json'] }), { file: 'web/src/queue.ts' });
    assert.deepEqual(index.match('queue.ts', { near: ['src/retry.ts', 'web/src/queue.ts'] }), {
      file: 'web/src/queue.ts',
    });
  });

  test('among very many of one name too', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `packages/p${at}/src/index.ts`);
    const crowd = indexOf(many);
    assert.deepEqual(crowd.match('index.ts', { near: ['packages/p42/src/run.ts'] }), { file: many[42] });
    assert.deepEqual(crowd.match('src/index.ts', { near: ['packages/p42/test/run.ts'] }), { file: many[42] });
    assert.deepEqual(crowd.match('p42/src/index.ts'), { file: many[42] });
    const two = { near: ['packages/p42/src/run.ts', 'packages/p43/src/run.ts'] };
    assert.ok('candidates' in crowd.match('index.ts', two)!);
    const match = crowd.match('index.ts');
    assert.ok(match && 'candidates' in match && match.candidates.length <= 50);
  });

  test('a crowd of one name follows what is added and removed', () => {
    const crowd = indexOf(Array.from({ length: 100 }, (_, at) => `p${at}/src/index.ts`));
    assert.ok('candidates' in crowd.match('src/index.ts')!);
    crowd.add('a/p200/src/index.ts');
    crowd.remove('p7/src/index.ts');
    assert.deepEqual(crowd.match('p200/src/index.ts'), { file: 'a/p200/src/index.ts' });
    assert.equal(crowd.match('x/p7/src/index.ts'), undefined);
    const all = crowd.match('src/index.ts');
    assert.ok(all && 'candidates' in all && !all.candidates.includes('p7/src/index.ts'));
  });

  test('two that lie equally near stay two', () => {
    const both = indexOf(['app/a/x.ts', 'app/b/x.ts', 'app/main.ts']);
    assert.deepEqual(both.match('x.ts', { near: ['app/main.ts'] }), { candidates: ['app/a/x.ts', 'app/b/x.ts'] });
    assert.deepEqual(both.match('x.ts', { near: ['app/a/y.ts', 'app/b/y.ts'] }), {
      candidates: ['app/a/x.ts', 'app/b/x.ts'],
    });
  });

  test('a folder that all candidates lie in settles nothing, however deep each of them lies', () => {
    const open = { candidates: ['packages/a/config.ts', 'packages/b/src/config.ts'] };
    const packages = indexOf([...open.candidates, 'packages/c/z.ts']);
    assert.deepEqual(packages.match('config.ts', { near: ['packages/c/z.ts'] }), open);
    assert.deepEqual(packages.match('config.ts', { near: ['packages/a/x/y.ts', 'packages/b/z.ts'] }), open);
    assert.deepEqual(packages.match('config.ts', { near: ['packages/c/z.ts', 'packages/b/test/y.ts'] }), {
      file: 'packages/b/src/config.ts',
    });
    const crowd = indexOf(['packages/index.ts', ...Array.from({ length: 100 }, (_, at) => `packages/p${at}/index.ts`)]);
    assert.ok('candidates' in crowd.match('index.ts', { near: ['packages/c/z.ts'] })!);
    assert.deepEqual(crowd.match('index.ts', { near: ['packages/z.ts', 'packages/p7/src/run.ts'] }), {
      file: 'packages/p7/index.ts',
    });
    assert.deepEqual(crowd.match('index.ts', { near: ['packages/p7/run.ts', 'packages/p8/index.ts'] }), {
      file: 'packages/p8/index.ts',
    });
  });

  test('of many files nearby, the last ones count', () => {
    const both = indexOf(['a/x.ts', 'b/x.ts']);
    const others = Array.from({ length: 100 }, (_, at) => `c/${at}.ts`);
    assert.deepEqual(both.match('x.ts', { near: [...others, 'a/y.ts'] }), { file: 'a/x.ts' });
    assert.ok('candidates' in both.match('x.ts', { near: ['a/y.ts', ...others] })!);
  });

  test('with several roots, each has its prefix and its name, whatever its folder is called', () => {
    const both = indexOf(['src/main.ts', '.../Web app/src/main.ts', '.../Web app/src/page.ts']);
    const roots = [rootAt('/home/ada/api', '', 'api'), rootAt('/srv/web', '.../Web app', 'Web app')];
    const [api, web] = ['src/main.ts', '.../Web app/src/main.ts'];
    assert.deepEqual(both.match('/srv/web/src/main.ts', { roots }), { file: web });
    assert.deepEqual(both.match('/home/ada/api/src/main.ts', { roots }), { file: api });
    assert.deepEqual(both.match('/elsewhere/web/src/page.ts', { roots }), { file: '.../Web app/src/page.ts' });
    assert.deepEqual(both.match('web/src/main.ts', { roots }), { file: web });
    assert.deepEqual(both.match('Web app/src/main.ts', { roots }), { file: web });
    assert.deepEqual(both.match('api/src/main.ts', { roots }), { file: api });
    assert.deepEqual(both.match('src/page.ts', { roots }), { file: '.../Web app/src/page.ts' });
    assert.deepEqual(both.match('src/main.ts', { roots }), { candidates: [web, api] });
    assert.deepEqual(both.match('src/main.ts', { roots, known: true }), { file: api });
    assert.deepEqual(both.match(web!, { roots, known: true }), { file: web });
    assert.deepEqual(both.match('src/main.ts', { roots, near: ['.../Web app/src/page.ts'] }), { file: web });
  });

  test('in a folder of the repository, paths are meant from that folder on, and from the repository on', () => {
    const inside = indexOf(['packages/web/src/a.ts', 'packages/web/src/src/a.ts', 'packages/web/README.md']);
    const roots = [rootAt('/home/ada/parcel/packages/web', 'packages/web', 'web')];
    const mentions = [
      'src/a.ts',
      '/src/a.ts',
      'web/src/a.ts',
      'packages/web/src/a.ts',
      '/home/ada/parcel/packages/web/src/a.ts',
    ];
    for (const mention of mentions) {
      assert.deepEqual(inside.match(mention, { roots }), { file: 'packages/web/src/a.ts' }, mention);
    }
    assert.equal(inside.match('/home/ada/parcel/README.md', { roots }), undefined);
  });

  test('letters of either case are the same where the file system says so', () => {
    const folded = indexOf(['Src/Retry.ts'], true);
    for (const mention of ['src/retry.ts', 'RETRY.TS', '/HOME/ada/parcel/src/RETRY.ts']) {
      assert.deepEqual(folded.match(mention, home), { file: 'Src/Retry.ts' });
    }
    folded.remove('SRC/RETRY.TS');
    assert.equal(folded.size, 0);
  });

  test('accents are found however they are composed', () => {
    assert.deepEqual(indexOf(['données/été.csv']).match('e\u0301te\u0301.csv'), { file: 'données/été.csv' });
  });

  test('a folder is renamed and removed with all that is in it', () => {
    const moved = indexOf(['src/a/x.ts', 'src/a/y.ts', 'src/ab.ts']);
    moved.rename('src/a', 'lib');
    assert.deepEqual(
      ['lib/x.ts', 'lib/y.ts', 'src/ab.ts', 'src/a/x.ts'].map(file => moved.has(file)),
      [true, true, true, false],
    );
    moved.remove('lib');
    assert.equal(moved.size, 1);
  });

  test('files and folders are removed together, and what is not there takes nothing along', () => {
    const some = indexOf(['src/a/x.ts', 'src/b/y.ts', 'src/ab.ts', 'lib/z.ts']);
    some.removeAll(['dist/bundle.js', 'src/a', 'src/b/y.ts', 's']);
    some.add('late/deep/n.ts');
    assert.deepEqual([...some.paths()], ['src/ab.ts', 'lib/z.ts', 'late/deep/n.ts']);
    some.removeAll(['late', 'lib']);
    assert.deepEqual([...some.paths()], ['src/ab.ts']);
  });

  test('nothing outside is ever taken in', () => {
    assert.equal(indexOf(['/etc/passwd', '../a.ts', 'a/../../b.ts', 'C:/x.ts', '']).size, 0);
  });
});

const part = fc.constantFrom('a', 'b', 'src', 'lib', 'été');
const file = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('x.ts', 'y.ts', 'index.ts', 'Makefile'))
  .map(([folders, name]) => [...folders, name].join('/'));
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), file }),
  fc.record({ do: fc.constant('remove' as const), file }),
  fc.record({ do: fc.constant('rename' as const), file, to: file }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The index as it should be: a plain list of paths. */
function after(steps: readonly Step[], index: FileIndex): Set<string> {
  const files = new Set<string>();
  for (const one of steps) {
    if (one.do === 'add') {
      index.add(one.file);
      files.add(one.file);
    } else if (one.do === 'remove') {
      index.remove(one.file);
      files.delete(one.file);
    } else {
      index.rename(one.file, one.to);
      if (files.delete(one.file)) {
        files.add(one.to);
      }
    }
  }
  return files;
}

const endings = (files: ReadonlySet<string>, wanted: string) =>
  [...files].filter(one => `/${one}`.endsWith(`/${wanted}`));

test('after any adding, removing and renaming, the index matches as a plain list would', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), file, fc.array(file, { maxLength: 3 }), (steps, wanted, near) => {
      const index = new FileIndex({ caseInsensitive: false });
      const files = after(steps, index);
      assert.equal(index.size, files.size);
      assert.equal(index.has(wanted), files.has(wanted));
      const ending = endings(files, wanted);
      const match = index.match(wanted, { near });
      if (files.has(wanted)) {
        assert.deepEqual(match, { file: wanted });
      } else if (ending.length < 2) {
        assert.deepEqual(match, ending[0] ? { file: ending[0] } : undefined);
      } else if (match && 'file' in match) {
        assert.ok(near.length > 0 && ending.includes(match.file));
      } else {
        assert.deepEqual(match, { candidates: ending.sort() });
      }
    }),
  );
});

test('whatever is asked for, only files of the index come back', () => {
  const odd = fc.oneof(file, fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\a-z:~%]{0,20}$/));
  fc.assert(
    fc.property(
      fc.array(file, { maxLength: 20 }),
      odd,
      fc.array(odd, { maxLength: 3 }),
      fc.boolean(),
      (files, wanted, others, fold) => {
        const index = indexOf(files, fold);
        const match = index.match(wanted, { roots: others.map(other => rootAt(other)), near: others });
        const found = match === undefined ? [] : 'file' in match ? [match.file] : match.candidates;
        assert.ok(found.every(one => files.includes(one)));
      },
    ),
    { numRuns: 200 },
  );
});
