import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { periodsBefore } from '../../../src/model/periods.ts';
import { filesOfTools } from '../../../src/model/turn/toolFiles.ts';
import { cutResult, MAX_RESULT_BYTES } from '../../../src/model/turn/toolResult.ts';
import { workspaceIdOfFolder, workspaceIdOfRemote } from '../../../src/model/workspace/workspaceId.ts';

suite('tool results', () => {
  test('up to 64 KB they are kept whole', () => {
    const result = 'x'.repeat(MAX_RESULT_BYTES);
    assert.deepEqual(cutResult(result), { result, result_size_bytes: MAX_RESULT_BYTES });
  });

  test('above, they are cut between characters and keep their true size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.constantFrom('é', '漢', '🙂', 'a'), (shift, letter) => {
        const text = 'a'.repeat(shift) + letter.repeat(MAX_RESULT_BYTES);
        const cut = cutResult(text);
        assert.equal(cut.result_size_bytes, Buffer.byteLength(text));
        assert.ok(Buffer.byteLength(cut.result) <= MAX_RESULT_BYTES);
        assert.ok(Buffer.byteLength(cut.result) > MAX_RESULT_BYTES - 4);
        assert.ok(text.startsWith(cut.result));
      }),
    );
  });
});

test('files are taken from the arguments of tools by their shape', () => {
  const files = filesOfTools([
    { path: './src/upload.ts', startLine: 3 },
    { filePath: 'src/auth.ts', content: 'path: "nothing.ts"' },
    { files: ['a.ts', 'b.ts'] },
    { query: 'src/other.ts' },
    { path: 'src' },
    'src/text.ts',
    null,
  ]);
  assert.deepEqual(files, ['src/upload.ts', 'src/auth.ts', 'a.ts', 'b.ts']);
});

suite('the identity of a workspace', () => {
  const same = [
    'https://example.org/ada/parcel.git',
    'https://ada:token@example.org/ada/parcel',
    'ssh://git@example.org:22/ada/parcel.git',
    'git@example.org:ada/parcel.git',
    'git://EXAMPLE.org/ada/parcel/',
  ];
  for (const url of same) {
    test(`${url.replace(/:token/, '')} is the same repository`, () => {
      assert.equal(workspaceIdOfRemote(url), 'git:example.org/ada/parcel');
    });
  }

  test('a local path is no remote', () => {
    assert.equal(workspaceIdOfRemote('../parcel'), undefined);
    assert.equal(workspaceIdOfRemote(''), undefined);
  });

  test('a folder is hashed: its place is not told', () => {
    assert.doesNotMatch(workspaceIdOfFolder('file:///home/ada/parcel'), /ada|parcel/);
  });
});

suite('periods', () => {
  test('every moment lies in exactly one', () => {
    const dates = fc.date({ min: new Date(1990, 0, 1), max: new Date(2040, 0, 1), noInvalidDate: true });
    fc.assert(
      fc.property(dates, dates, (now, moment) => {
        const at = moment.getTime();
        assert.equal(periodsBefore(now).filter(({ from, to }) => from <= at && at < to).length, 1);
      }),
    );
  });

  test('they are named as people say them, newest first', () => {
    const names = periodsBefore(new Date(2026, 10, 16, 12)).map(({ name }) => name);
    assert.deepEqual(names.slice(0, 6), ['Today', 'Yesterday', 'Last 7 days', 'Nov 2026', 'Oct 2026', 'Sep 2026']);
    assert.deepEqual(names.slice(-3), ['2017', '2016', 'Older']);
    assert.equal(new Set(names).size, names.length);
  });
});
