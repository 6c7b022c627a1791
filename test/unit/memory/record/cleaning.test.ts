import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Cleaner } from '../../../../src/memory/record/cleaning.ts';
import { REDACTED } from '../../../../src/model/secrets/secrets.ts';
import { MAX_RESULT_BYTES } from '../../../../src/model/turn/toolResult.ts';
import { makeTool } from '../../../support/builders.ts';

const cleaner = (removed: string[] = [], redact = true) => new Cleaner({ redact, patterns: [] }, removed);
const cleaned = (given: unknown, redact = true) => cleaner([], redact).tool(makeTool({ arguments: given })).arguments;

suite('what tools were told', () => {
  const secret: [string, unknown, unknown][] = [
    ['a password', { user: 'ada', password: 'swordfish' }, { user: 'ada', password: REDACTED }],
    [
      'a header',
      { headers: { Authorization: 'Bearer abc', Accept: '*/*' } },
      { headers: { Authorization: REDACTED, Accept: '*/*' } },
    ],
    ['a key', { api_key: 'abcdef' }, { api_key: REDACTED }],
    ['a name in humps', { deep: [{ dbPassword: 'x' }] }, { deep: [{ dbPassword: REDACTED }] }],
    ['a token', { token: 'abc' }, { token: REDACTED }],
    ['a list', { 'Set-Cookie': ['a=b', 'c=d'] }, { 'Set-Cookie': [REDACTED, REDACTED] }],
    ['a number', { passcode: 1234 }, { passcode: REDACTED }],
    [
      'a pair',
      { env: [{ name: 'DB_PASSWORD', value: 'swordfish' }] },
      { env: [{ name: 'DB_PASSWORD', value: REDACTED }] },
    ],
    ['what is in a secret', { secret: { password: 'x', name: 'db' } }, { secret: { password: REDACTED, name: 'db' } }],
    [
      'an option in a list',
      { command: ['mysql', '-u', 'root', '-pkettle9'] },
      { command: ['mysql', '-u', 'root', `-p${REDACTED}`] },
    ],
    [
      'an option of its own',
      { args: ['--token', 'marmalade', '--env', 'x'] },
      { args: ['--token', REDACTED, '--env', 'x'] },
    ],
    [
      'a login in a list',
      { args: ['curl', '-u', 'ada:lovelace', 'https://x'] },
      { args: ['curl', '-u', `ada:${REDACTED}`, 'https://x'] },
    ],
    [
      'a value under its name',
      { password: { value: 'swordfish', kind: 'x' } },
      { password: { value: REDACTED, kind: 'x' } },
    ],
    ['an address as a key', { 'https://u:pa55word@host': 1 }, { [`https://u:${REDACTED}@host`]: 1 }],
    [
      'a list of pairs',
      { headers: [['Authorization', 'Bearer abcdef12']] },
      { headers: [['Authorization', `Bearer ${REDACTED}`]] },
    ],
    [
      'a list of variables',
      { env: ['DB_PASSWORD=swordfish', 'PORT=1'] },
      { env: [`DB_PASSWORD=${REDACTED}`, 'PORT=1'] },
    ],
    ['a body as text', { body: '{"password":"swordfish"}' }, { body: `{"password":"${REDACTED}"}` }],
  ];
  for (const [name, given, expected] of secret) {
    test(`loses ${name} by its name`, () => {
      assert.deepEqual(cleaned(given), expected);
    });
  }

  const harmless: unknown[] = [
    { max_tokens: 4096, tokenType: 'Bearer', token: 42, tokens: ['a', 'b'] },
    { passwordFile: '/run/secrets/db', pwd: '/home/ada/project', secretName: 'db' },
    { password: '', token: null, secret: true },
    { password: `\${DB_PASSWORD}`, api_key: 'process.env.API_KEY', token: '<your token>' },
    { name: 'token', path: 'src/token.ts', monkey: 'x' },
    { args: ['mkdir', '-p', 'src/model'], fields: ['password', 'username', 'nickname'], files: ['a "b"', 'c\\'] },
  ];
  for (const given of harmless) {
    test(`${JSON.stringify(given)} stays as it is`, () => {
      assert.deepEqual(cleaned(given), given);
    });
  }

  test('stays as it is where blanking is switched off', () => {
    assert.deepEqual(cleaned({ password: 'swordfish' }, false), { password: 'swordfish' });
  });
});

suite('what tools answered', () => {
  const stored = (result: string, removed: string[] = []) => cleaner(removed).tool(makeTool({ result }));

  test('is cleaned before it is cut: no part of a private word or of a secret is left at the end', () => {
    const hidden: [string, string][] = [
      ['ZEBRAFINCH', '[private]'],
      [`ghp_${'a1b2c3'.repeat(6)}`, REDACTED],
    ];
    for (const [word, mask] of hidden) {
      for (const before of [1, 5, word.length - 1]) {
        const start = '.'.repeat(MAX_RESULT_BYTES - before);
        const tool = stored(`${start} ${word} and more`, ['ZEBRAFINCH']);
        const whole = `${start} ${mask} and more`;
        assert.ok(whole.startsWith(tool.result ?? '.'), tool.result?.slice(-60));
        const isCut = tool.result !== whole;
        assert.equal(tool.result_size_bytes, isCut ? start.length + word.length + 10 : whole.length);
      }
    }
  });

  test('leaves no part of one either where most of it is blanked out', () => {
    const secret = 'long private text '.repeat(2000).trim();
    const result = `${secret} ${'ZEBRAFINCH'.repeat(20_000)}`;
    const tool = stored(result, [secret, 'ZEBRAFINCH']);
    assert.match(tool.result ?? '', /^\[private\] (\[private\])*[[a-z]*$/);
    assert.equal(tool.result_size_bytes, result.length);
  });

  test('is not called cut when it only lost a secret', () => {
    const tool = stored('password: "hunter2hunter2hunter2"');
    assert.equal(tool.result, `password: "${REDACTED}"`);
    assert.equal(tool.result_size_bytes, tool.result?.length);
  });
});

test('an address that was attached loses its password', () => {
  const reference = { path: 'https://u:pa55word@host/x', start_line: 3 };
  assert.deepEqual(cleaner().reference(reference), { path: `https://u:${REDACTED}@host/x`, start_line: 3 });
});
