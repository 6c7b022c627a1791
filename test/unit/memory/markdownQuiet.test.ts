import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codeSpan, escapeMarkdown, quietMarkdown, quoteMarkdown } from '../../../src/memory/markdown/markdown.ts';
import { alive, markup, shownCode, shownText } from '../../support/markdownIt.ts';

const image = '<img src="https://evil/x.png">';

describe('nothing remembered comes to life', () => {
  for (const [name, text] of [
    ['backticks that are escaped', `\\\`${image}\\\``],
    ['runs of unequal length', `\`\`${image}\``],
    ['an image behind a backslash', '\\![a](https://evil/x.png)'],
    ['a fence with a backtick in its head', `\`\`\`js \` x\n${image}`],
    ['a fence that ends with its list', `- a\n  \`\`\`\`\n  code\n\nOutside ${image}`],
    ['a fence that ends with its quote', `> ~~~\n> code\nOutside ${image}`],
    ['a command in entities', '[x](com&#109;and:workbench.action.quit) [y](command&colon;quit)'],
    ['a command between angles', '[x](<command:workbench.action.quit>)'],
    ['a command defined on the next line', '[x]:\ncommand:quit\n\n[x]'],
    ['a backtick in the target of a link', `[a](b\`c) ${image} \``],
    ['code over the cells of a table', `a \` | b\n---|---\n1 \` | ${image} \``],
    ['a fence that is the head of a table', `~~~ a | b\n---|---\n${image} | c`],
    ['code behind an address', `https://a.b/\`${image}\``],
    ['HTML that begins a line of code', `\`a\n<!-- ${image}\``],
    ['code indented by a tab, in a quote', `a\n\n\t${image}`],
    ['a formula in a line', 'costs $x$ and $$y$$'],
    ['a formula that ends in code', '$lib is not `a$`'],
    ['a formula over lines', '$$\n\\int x\n$$'],
    ['a formula between single dollars', 'a\n\n$\nx\n$'],
    ['a formula behind a backslash', '\\\\$x$'],
    ['a formula in an address', 'https://a.b/$x$'],
    ['a formula in a cell', 'a | b\n---|---\n$x$ | $y$'],
    ['a formula in a list, in a quote', '> - $$x$$'],
    ['a code block that is a formula', '```math\nx\n```\n\n- ~~~ Math\n  x\n  ~~~'],
    ['an image in lists too deep to be told apart', `${'- '.repeat(33)}\`a\n${' '.repeat(66)}${image}\``],
    ['an image below lists too deep', `${'- '.repeat(40)}a\n      ${image}`],
    ['an image in quotes too deep', `${'> '.repeat(40)}\`\`\`\n${'> '.repeat(40)}${image}`],
  ] as const) {
    test(name, () => {
      assert.deepEqual(alive(quietMarkdown(text)), []);
      assert.deepEqual(alive(quoteMarkdown(text)), []);
    });
  }

  const pieces = [
    ...['\n', '\n', '\n', '\n\n', '`', '``', '```', '~~~', '```js', '``` ` x', '\\', '\\`', '\\!', '\\<', 'a', 'code'],
    ...['$', '$', '$$', '$x$', '$$\n', '```math', '- '.repeat(31), '> '.repeat(31), ' '.repeat(62)],
    ...['<img src=x>', '<b>', '<!--', '![a](https://evil/x.png)', '[x](com&#109;and:y)', '[x](command:y)', '[x]'],
    ...[
      '[x]: command:y',
      '[x]: https://ok.org',
      '[',
      '](',
      '](<command:y>)',
      ')',
      '- ',
      '1. ',
      '2. ',
      '10) ',
      '> ',
      '>',
    ],
    ...[
      ' ',
      '  ',
      '   ',
      '    ',
      '\t',
      '-',
      '--',
      '---',
      '=',
      '# ',
      '|',
      'a | b',
      '---|---',
      '\n-|-\n',
      'https://a.b/',
    ],
  ];
  test('however its marks are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), mixed => {
        const text = mixed.join('');
        assert.deepEqual(alive(quietMarkdown(text)), []);
        assert.deepEqual(alive(quoteMarkdown(text)), []);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('a title is words and nothing else', () => {
  const pieces = [
    ...[
      'http://evil.org',
      'https://',
      'www.evil.org',
      '//evil.org',
      'me@evil.org',
      'mailto:',
      '@',
      'ftp://a.b',
      '.org',
    ],
    ...['$', '$$', '$x$', '&lt;', '&#36;', '&', '`', '*', '_', '**', '~~', '[a](b)', '![a](b)', '<b>', '<http://a.b>'],
    ...[
      '\n',
      '\r\n',
      '\n\n',
      ' ',
      '\t',
      '- ',
      '1. ',
      '1) ',
      '# ',
      '> ',
      '---',
      '===',
      '|',
      '\\',
      'a',
      '7',
      ':',
      '/',
      'é',
    ],
  ];
  const titles = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map(parts => parts.join(''));
  const shown = (text: string) => text.trim().replace(/\s+/g, ' ');

  test('alone, as a heading, as an item and as the text of a link', () => {
    fc.assert(
      fc.property(titles, title => {
        const text = escapeMarkdown(title);
        assert.deepEqual(markup(text), []);
        assert.equal(shown(shownText(text)), shown(title));
        for (const [frame, inner] of [
          [`# ${text}`, ['heading_open', 'heading_close']],
          [`- ${text}`, ['bullet_list_open', 'list_item_open', 'list_item_close', 'bullet_list_close']],
          [`a [${text}](b)`, ['link_open', 'link_close']],
        ] as const) {
          assert.deepEqual(shown(title) === '' ? inner : markup(frame), inner);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test('an address in it is no link', () => {
    for (const title of [
      'See http://evil.org/a?b=c',
      'www.evil.org',
      'ask me@evil.org',
      '//evil.org',
      'HTTPS://EVIL.ORG',
    ]) {
      assert.deepEqual(markup(escapeMarkdown(title)), []);
      assert.equal(shownText(escapeMarkdown(title)), title);
    }
  });

  test('a path is code on one line, whatever breaks are in it', () => {
    fc.assert(
      fc.property(titles, path => {
        const text = `Attached: ${codeSpan(path)}, ${codeSpan('a.ts')}`;
        assert.deepEqual(markup(text), ['code_inline', 'code_inline']);
      }),
    );
  });
});

describe('remembered code is shown as it was', () => {
  const code = 'const a: Map<string, number> = b![0](c);';
  for (const [name, text, shown] of [
    ['in a nested list', `- a\n  - b\n\n    \`\`\`ts\n    ${code}\n    \`\`\``, `${code}\n`],
    ['in a quote', `> \`\`\`ts\n> ${code}\n> \`\`\``, `${code}\n`],
    ['indented', `a\n\n    ${code}`, `${code}\n`],
    ['indented by a tab', `a\n\n\t${code}`, `${code}\n`],
    ['over two lines', 'a `Map<string,\nnumber>` b', 'Map<string, number>'],
    ['between two backticks', 'a ``Map<`string`>`` b', 'Map<`string`>'],
    ['below a paragraph that a fence ends', `a\n~~~\n${code}\n~~~`, `${code}\n`],
  ] as const) {
    test(name, () => {
      assert.deepEqual(shownCode(quietMarkdown(text)), [shown]);
      assert.deepEqual(shownCode(quoteMarkdown(text)), [shown]);
    });
  }

  const line = fc
    .array(
      fc.constantFrom('<b>', '![a](b)', '[x](command:y)', '`', '``', 'if ', '  ', '\\', '&lt;', '- ', '> ', '$', '|'),
    )
    .map(parts => parts.join(''));
  const containers = fc.array(fc.constantFrom('- ', '1. ', '10) ', '> ', '*   '), { maxLength: 4 });

  test('in whatever lists and quotes', () => {
    fc.assert(
      fc.property(containers, fc.array(line, { maxLength: 5 }), fc.boolean(), (marks, first, closed) => {
        const lines = [...first, 'end'];
        const head = marks.join('');
        const rest = marks.map(mark => (mark === '> ' ? mark : ' '.repeat(mark.length))).join('');
        const fenced = ['~~~ts', ...lines, ...(closed ? ['~~~'] : [])];
        const text = fenced.map((each, index) => (index === 0 ? head : rest) + each).join('\n');
        const expected = [`${lines.join('\n')}\n`];
        assert.deepEqual(shownCode(quietMarkdown(text)), expected);
        assert.deepEqual(shownCode(quoteMarkdown(text)), expected);
      }),
    );
  });
});
