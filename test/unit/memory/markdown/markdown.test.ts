import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  codeBlock,
  commandLink,
  escapeMarkdown,
  quietMarkdown,
  quoteMarkdown,
} from '../../../../src/memory/markdown/markdown.ts';

suite('remembered Markdown is data', () => {
  const examples: [string, string, string][] = [
    ['HTML is shown, not obeyed', 'a <img src=x onerror=alert(1)> b', 'a &lt;img src=x onerror=alert(1)> b'],
    ['an image is not loaded', '![x](https://example.org/spy.png)', '\\![x](https://example.org/spy.png)'],
    ['a command link leads nowhere', '[go](command:workbench.action.quit)', '[go](#)'],
    ['nor does a script', '[go](javascript:alert(1))', '[go](#)'],
    ['nor one defined elsewhere', '[go]: command:x', '\\[go]: command:x'],
    ['a page defined elsewhere stays', '[go]: https://example.org', '[go]: https://example.org'],
    ['a web link stays', '[go](https://example.org/a)', '[go](https://example.org/a)'],
    ['a relative link stays', '[go](src/upload.ts#L3)', '[go](src/upload.ts#L3)'],
    ['inline code stays', 'use `a < b` and `<b>`', 'use `a < b` and `<b>`'],
    ['bold stays', '**bold** words', '**bold** words'],
  ];
  for (const [name, given, expected] of examples) {
    test(name, () => assert.equal(quietMarkdown(given), expected));
  }

  test('a code block stays as it is, and one never closed is closed', () => {
    assert.equal(quietMarkdown('```ts\nif (a < b) {}\n```\n<b>'), '```ts\nif (a < b) {}\n```\n&lt;b>');
    assert.equal(quietMarkdown('~~~~\n<b>\n~~~'), '~~~~\n<b>\n~~~\n~~~~');
  });

  test('a quote quotes every line', () => {
    assert.equal(quoteMarkdown('one\n\n# two'), '> one\n>\n> # two');
  });

  test('names keep their letters', () => {
    assert.equal(escapeMarkdown('a*b_c [d](e) <f>'), 'a\\*b\\_c \\[d\\]\\(e\\) \\<f\\>');
  });

  test('a code block cannot be closed from inside', () => {
    assert.equal(codeBlock('a\n````\nb'), '`````\na\n````\nb\n`````');
  });
});

test('a link that runs a command survives any argument', () => {
  const link = commandLink('a \\[title\\]', 'some.command', 'it’s (so) “called”', 8);
  assert.match(link, /^\[a \\\[title\\\]\]\(command:some\.command\?[\w%.!~*-]+\)$/);
});
