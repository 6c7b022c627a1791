import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { compilePatterns, maskPrivate, REDACTED, redactSecrets, withoutPrivate } from '../../../src/model/privacy.ts';

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
});

suite('secrets', () => {
  // Made up, but of the right form; put together here so that no scanner takes them for real ones.
  const secrets: [string, string][] = [
    ['a Google key', `AIza${'a1B2_'.repeat(7)}`],
    ['an OpenAI key', `sk-proj-${'abcd1234'.repeat(4)}`],
    ['a GitHub token', `ghp_${'a1b2c3'.repeat(6)}`],
    ['an AWS key id', `AKIA${'ABCD1234'.repeat(2)}`],
    ['a Slack token', `xoxb-${'123456789-'.repeat(2)}abc`],
    ['a JWT', `eyJ${'hbGciOiJI'.repeat(2)}.eyJ${'zdWIiOiIx'.repeat(2)}.${'abc_DEF-12'.repeat(2)}`],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END RSA PRIVATE KEY-----`],
  ];
  for (const [name, secret] of secrets) {
    test(`${name} is blanked out`, () => {
      const stored = redactSecrets(`use ${secret} for now`);
      assert.equal(stored, `use ${REDACTED} for now`);
    });
  }

  const assignments: [string, string][] = [
    ['password: "hunter2hunter2"', `password: "${REDACTED}"`],
    ["api_key = 'abcdef123456'", `api_key = '${REDACTED}'`],
    ['use password=hunter2hunter2 for it', `use password=${REDACTED} for it`],
    ['/login?user=ada&api_key=abc123def456', `/login?user=ada&api_key=${REDACTED}`],
    ['DB_PASSWORD=correcthorse', `DB_PASSWORD=${REDACTED}`],
    ['export GITHUB_TOKEN=abcdef123456', `export GITHUB_TOKEN=${REDACTED}`],
    ['postgres://ada:s3cret@db.example.org/x', `postgres://ada:${REDACTED}@db.example.org/x`],
    ['Authorization: Bearer abcdef.123456', `Authorization: Bearer ${REDACTED}`],
  ];
  for (const [given, expected] of assignments) {
    test(`${given.split(/[=:]/)[0]} keeps its name and loses its value`, () => {
      assert.equal(redactSecrets(given), expected);
    });
  }

  const harmless = [
    'const password = await readPassword();',
    'connect(user, password=readPassword2())',
    'f(password=None, secret=default)',
    'the token expires after 15 minutes',
    'import { apiKey } from "./config"',
    'https://example.org/a:b@c',
    'risk-free and task-oriented work',
    'AKIA is how such keys begin',
  ];
  for (const text of harmless) {
    test(`"${text}" stays as it is`, () => {
      assert.equal(redactSecrets(text), text);
    });
  }

  test("a person's own patterns count as well, whole", () => {
    const { patterns, bad } = compilePatterns(['ACME-\\d+', '(unclosed', '.*']);
    assert.deepEqual(bad, ['(unclosed', '.*']);
    assert.equal(redactSecrets('ticket ACME-1234 done', patterns), `ticket ${REDACTED} done`);
  });
});
