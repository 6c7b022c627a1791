import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { withoutCommandLinks } from '../../../../src/memory/markdown/commandLinks.ts';
import { commandLink, quietMarkdown } from '../../../../src/memory/markdown/markdown.ts';
import { alive, readAsPreview, shownCode } from '../../../support/markdownIt.ts';

suite('links that run commands are not kept', () => {
  for (const [name, given, kept] of [
    ['a link leaves its words', 'See [Run](command:x) now.', 'See Run now.'],
    ['with a title', 'See [Run](command:x "now").', 'See Run.'],
    ['between angles', 'See [Run](<command:x y>).', 'See Run.'],
    ['with code in its words', 'See [`npm test`](command:x).', 'See `npm test`.'],
    ['with brackets in its words', 'See [a \\[b\\] [c]](command:x).', 'See a \\[b\\] [c].'],
    ['in a heading and a list', '# [a](command:x)\n\n- [b](command:y)', '# a\n\n- b'],
    ['a page stays', 'See [Run](https://example.org).', 'See [Run](https://example.org).'],
    ['code stays', 'Write `[Run](command:x)` there.', 'Write `[Run](command:x)` there.'],
    ['code between two backticks stays', 'Write ``[`Run`](command:x)`` there.', 'Write ``[`Run`](command:x)`` there.'],
    ['a code block stays', '```md\n[Run](command:x)\n```\n[Run](command:x)', '```md\n[Run](command:x)\n```\nRun'],
    ['one in a list stays', '- a\n\n  ~~~\n  [Run](command:x)\n  ~~~', '- a\n\n  ~~~\n  [Run](command:x)\n  ~~~'],
    ['indented code stays', 'a\n\n\t[Run](command:x)\n', 'a\n\n\t[Run](command:x)\n'],
    ['ends of lines stay', '[a](command:x)\r\nb\r\n', 'a\r\nb\r\n'],
    ['what is escaped is no link', '\\[Run](command:x)', '\\[Run](command:x)'],
  ] as const) {
    test(name, () => assert.equal(withoutCommandLinks(given), kept));
  }

  test('a link of our own leaves its words, whatever it is called with', () => {
    const link = commandLink('a \\[title\\]', 'some.command', 'it’s (so) “called”', 8);
    assert.equal(withoutCommandLinks(`**${link}** and more`), '**a \\[title\\]** and more');
  });

  const pieces = [
    ...['\n', '\n\n', '`', '``', '~~~', '\\', '[', ']', '](', '](command:y)', '](<command:y>)', '!['],
    ...['[x](command:y)', '`[x](command:y)`', '[`x`](command:y)', '- ', '> ', '    ', '\t', 'a', ' ', '|', '---|---'],
  ];
  const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map(parts => parts.join(''));

  test('code is kept and nothing comes to life, however marks are mixed', () => {
    fc.assert(
      fc.property(mixed, text => {
        const kept = withoutCommandLinks(text);
        assert.deepEqual(alive(quietMarkdown(kept)), []);
        // Without a link in running text nothing is touched, in code or out of it.
        if (!readAsPreview(text).some(({ type }) => /^(?:link_open|image)$/.test(type))) {
          assert.deepEqual(shownCode(kept), shownCode(text));
        }
      }),
      { numRuns: 1500 },
    );
  });
});
