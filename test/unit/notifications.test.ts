import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plainLabel, plainMessage } from '../../src/vscode/plainLabel.ts';

/** A dialog shows its detail whole, however long it is. */
const dialog = /^show(?:Information|Warning|Error)Message\([^;]*?\bmodal: true/s;

/** What follows `vscode.window.` wherever a message is shown, with its file. */
function messages(): { file: string; call: string }[] {
  return globSync('src/**/*.ts')
    .filter(file => !file.endsWith('notify.ts'))
    .flatMap(file => {
      const calls = readFileSync(file, 'utf8').split(/\bvscode\.window\.(?=show(?:Information|Warning|Error)Message)/);
      return calls.slice(1).map(call => ({ file, call }));
    });
}

test('every notification goes the way that keeps it short, and its words text', () => {
  const direct = messages().filter(({ call }) => !dialog.test(call));
  assert.deepEqual(
    direct.map(({ file, call }) => `${file}: ${call.split('\n', 2).join(' ')}`),
    [],
  );
});

test('in a dialog, only fixed words are shown as they are', () => {
  const isPlain = (call: string) => /^\w+\(\s*(?:plainMessage\(|'[^']*',)/.test(call);
  const found = messages();
  assert.ok(found.length > 3);
  assert.deepEqual(
    found.filter(({ call }) => !isPlain(call)).map(({ file, call }) => `${file}: ${call.slice(0, 80)}`),
    [],
  );
});

test('a link in stored words leads nowhere, and an icon is its letters', () => {
  // So VS Code reads them.
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)\)/i;
  for (const text of ['[Yes](command:workbench.action.quit)', 'a [b](https://evil.org) c', '[a](file:///etc)']) {
    assert.match(text, link);
    assert.doesNotMatch(plainMessage(text), link);
  }
  assert.doesNotMatch(plainLabel('a $(trash) b'), /\$\(/);
});
