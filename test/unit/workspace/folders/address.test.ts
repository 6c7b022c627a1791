import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressOf, onDisk, partsOfAddress } from '../../../../src/workspace/folders/address.ts';

describe('the address of a folder, as VS Code writes it', () => {
  for (const [path, address] of [
    ['/home/ada/parcel', 'file:///home/ada/parcel'],
    ['/home/ada/parcel/', 'file:///home/ada/parcel'],
    ['/home/ada/../eve/./parcel', 'file:///home/eve/parcel'],
    ['/', 'file:///'],
    ["/a b/c+d,e;f=g@h&i$j!k'l(m)n*o", 'file:///a%20b/c%2Bd%2Ce%3Bf%3Dg%40h%26i%24j%21k%27l%28m%29n%2Ao'],
    ['/été/漢/🙂', 'file:///%C3%A9t%C3%A9/%E6%BC%A2/%F0%9F%99%82'],
    ['/100%/a#b?c[d]', 'file:///100%25/a%23b%3Fc%5Bd%5D'],
    ['/a\\b:c', 'file:///a%5Cb%3Ac'],
    ['/-._~', 'file:///-._~'],
  ] as const) {
    test(path, () => assert.equal(addressOf(path, 'linux'), address));
  }

  for (const [path, address] of [
    ['C:\\Users\\Ada\\parcel', 'file:///c%3A/Users/Ada/parcel'],
    ['d:/a b\\', 'file:///d%3A/a%20b'],
    ['C:\\', 'file:///c%3A/'],
    ['\\\\Server\\share$\\parcel', 'file://server/share%24/parcel'],
  ] as const) {
    test(`${path} on Windows`, () => assert.equal(addressOf(path, 'win32'), address));
  }

  test('a relative path is that of this process', () => {
    assert.equal(addressOf('.'), addressOf(process.cwd()));
  });
});

test('an address leads back to the folder on the disk, whatever it is called', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter(text => !/^\.{1,2}$|[/\\\0]/.test(text));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), names => {
      const path = `/${names.join('/')}`;
      assert.equal(onDisk(addressOf(path, 'linux'), undefined, 'linux'), path);
      assert.equal(partsOfAddress(addressOf(path, 'linux')).path, path);
    }),
  );
  for (const path of ['c:\\Users\\Ada', 'c:\\', '\\\\server\\share\\parcel']) {
    assert.equal(onDisk(addressOf(path, 'win32'), undefined, 'win32'), path);
  }
});

test('what lies beside a folder is on the same disk, and nothing of another machine is', () => {
  assert.equal(onDisk('file:///home/ada/a%20b', '/home/ada/.git', 'linux'), '/home/ada/.git');
  assert.equal(onDisk('file://server/share/parcel', '/share', 'win32'), '\\\\server\\share');
  assert.equal(onDisk('vscode-remote://ssh-remote%2Bhost/home/ada', undefined, 'linux'), undefined);
  assert.deepEqual(partsOfAddress('vscode-remote://ssh-remote%2Bhost/home/a%20b'), {
    scheme: 'vscode-remote',
    authority: 'ssh-remote+host',
    path: '/home/a b',
  });
  assert.deepEqual(partsOfAddress('memfs:/w'), { scheme: 'memfs', authority: '', path: '/w' });
});
