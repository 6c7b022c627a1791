import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { maskPrivate, withoutPrivate } from '../../../../src/model/secrets/privacy.ts';

suite('private text', () => {
  const examples: [string, string][] = [
    ['keep <private>my salary</private> this', 'keep this'],
    ['<private>all of it</private>', ''],
    ['a <PRIVATE>b</Private> c', 'a c'],
    ['a <private reason="x">b</private> c', 'a c'],
    ['a <private>b <private>c</private> d</private> e', 'a e'],
    ['a <private>never closed', 'a'],
    ['a </private> b', 'a </private> b'],
    ['two <private>1</private> and <private>2</private>', 'two and'],
    ['no tags at all', 'no tags at all'],
    ['<privateer> is a word', '<privateer> is a word'],
    ['wrap it in <private-route>, then in <public-route>', 'wrap it in <private-route>, then in <public-route>'],
    ['<private-route>a</private-route> b', '<private-route>a</private-route> b'],
    ['List<private String> names; and more', 'List<private String> names; and more'],
    ['List<private String> and <private>salary</private> rest', 'List<private String> and rest'],
    ['a <private note>b</private> c', 'a c'],
    ["a <private why='x' until=May>never closed", 'a'],
    ['a <private/>never closed', 'a'],
    ['a <private without an end', 'a <private without an end'],
    ['a <private oops</private> b', 'a'],
    ['if x:\n    y  =  1\n    <private>z</private> w\n\tv', 'if x:\n    y  =  1\n    w\n\tv'],
    ['<private>z</private>\n    code()\n', '    code()\n'],
    ['  - one <private>z</private>\n  - two', '  - one\n  - two'],
    ['a<private>z</private>b', 'ab'],
    ['a <private>y</private> <private>z</private> b', 'a b'],
    ['a\n<private>z</private>\nb', 'a\n\nb'],
  ];
  for (const [given, expected] of examples) {
    test(`${JSON.stringify(given)} is stored as ${JSON.stringify(expected)}`, () => {
      assert.equal(withoutPrivate(given).text, expected);
    });
  }

  test('no private word is ever left, wherever the tags stand', () => {
    const piece = fc.constantFrom('<private>', '</private>', 'open ', 'words ', '\n');
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (before, after) => {
        const inside = '<private>SECRETWORD</private>';
        const depth = before.reduce((sum, part) => sum + (part === '<private>' ? 1 : 0), 0);
        const text = [...before, inside, ...after].join('');
        const result = withoutPrivate(text);
        assert.ok(!result.text.includes('SECRETWORD'), `${text} (${depth})`);
      }),
    );
  });

  test('an answer that repeats it has it masked', () => {
    const { removed } = withoutPrivate('my name is <private>Ada Lovelace</private>, greet me');
    assert.equal(maskPrivate('Hello Ada Lovelace.', removed), 'Hello [private].');
  });

  test('a short one is masked as a whole word, and the small words of every answer are left alone', () => {
    const { removed } = withoutPrivate(
      '<private>123</private> <private>Bo</private> <private>C#</private> <private>the</private> <private>x</private>',
    );
    assert.equal(
      maskPrivate('Bo, the PIN is 123 (not 1234 or x123): C# for Bob, x = the.', removed),
      '[private], the PIN is [private] (not 1234 or x123): [private] for Bob, x = the.',
    );
  });

  test('many are masked as few are', () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}x`);
    const { removed } = withoutPrivate(words.map(word => `<private>${word}</private>`).join(' '));
    const answer = words.map(word => `a ${word} b`).join(', ');
    assert.equal(maskPrivate(answer, removed), words.map(() => 'a [private] b').join(', '));
    assert.equal(maskPrivate('word1 and word200x', removed), 'word1 and word200x');
  });

  test('what is not private is not touched, blanks and lines included', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\n', 'b') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const given = `${before}x<private>secret</private>y${after}`;
        assert.equal(withoutPrivate(given).text, `${before}xy${after}`);
      }),
    );
  });
});
