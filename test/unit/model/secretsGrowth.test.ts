import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { maskPrivate, withoutPrivate } from '../../../src/model/secrets/privacy.ts';
import { redactSecrets } from '../../../src/model/secrets/secrets.ts';

/** Beginnings of what is looked for: repeated, they tempt a pattern to look over the same text again and again. */
const fragments = [
  'password=',
  'password: "',
  "token='a ",
  'secret => ',
  '"a:',
  '-----BEGIN',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\n',
  `-----BEGIN RSA PRIVATE KEY-----\n${'a'.repeat(64)}\n`,
  '-----END PRIVATE KEY-----',
  'Private-Lines: 1\nAAAA\n',
  'eyJ',
  'eyJaaaaaaaaaaaa.',
  'eyJaaaaaaaaaaaa.eyJ',
  'a.',
  'a:',
  'a/',
  'a-',
  'a@',
  'a1:AA',
  'aA1',
  'sk-',
  'xoxb-1',
  'AKIA',
  '1//0',
  'SG.a.',
  '<private>',
  '<private ',
  '<private a<',
  '</private>',
  '<private>x</private>',
  '<password>',
  '<password a="',
  '<add key="password" value="',
  '<key>password</key><string>',
  '\n',
  '\n\n',
  ' ',
  '\t',
  '\t/\tTRUE\t',
  '\\',
  '\\"',
  '"',
  "'",
  '`',
  '$',
  '$'.concat('{'),
  '&a=',
  'Cookie: a=b; ',
  'Cookie: a=',
  'cookie ',
  'a=b; ',
  'Authorization: ',
  'Authorization: Bearer ',
  'bearer ',
  'https://a:b',
  'https://a:b@',
  'postgres://',
  'a:b@tcp(',
  'sqlplus a/b',
  '&sig=',
  'mysql ',
  'mysql -p',
  'curl -u a:',
  'curl -b ',
  'docker login ',
  'echo a:b ',
  'echo "a" | ',
  'net use \\\\a ',
  '--password ',
  '--a-b-token',
  '--',
  '-',
  'the password is ',
  'the password for a b c ',
  'API key ',
  'secret_key_base',
  'A_KEY_TOKEN_SECRET',
  'A_PASSWORD=',
  'A_PASSWORD: ',
  'name: password\n  value: ',
  'machine a login b password ',
  'login a password ',
  'a:5432:b:c:',
  'BUNDLE_A: b:',
  'kind: Secret\ndata:\n  a: b\n',
  '"auth": "',
  '_auth=',
  '"d":"',
  'login("a", "',
  'auth=("',
  'IDENTIFIED BY ',
  'жaж',
  '🙂',
];

/** Each private passage another one. */
const distinct = (text: string) =>
  text
    .split('</private>')
    .map((part, index) => part + index)
    .join('</private>');

const work = {
  'blanking out secrets': (text: string) => redactSecrets(text),
  'private text': (text: string) => maskPrivate(text, withoutPrivate(distinct(text)).removed),
};

function spent(run: () => unknown): number {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1000;
}

const [SMALL, LARGE] = [4096, 65_536];
const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** How many times as long the large text takes. As much text is read of both, in turn: what else runs slows both down. */
function growth(run: (text: string) => unknown, unit: string): number {
  const [small, large] = [filled(unit, SMALL), filled(unit, LARGE)];
  const pieces = LARGE / SMALL;
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let count = 0; count < 2; count++) {
    const all = spent(() => {
      for (let piece = 0; piece < pieces; piece++) {
        run(small);
      }
    });
    short = Math.min(short, all / pieces);
    long = Math.min(
      long,
      spent(() => run(large)),
    );
  }
  return long / Math.max(short, NOISE_US);
}

/** Below this a busy machine says more than the text; what looks over 64 KB again and again takes far longer. */
const NOISE_US = 1000;
const MOST = 40;

suite('16 times the text takes about 16 times as long', () => {
  for (const [name, run] of Object.entries(work)) {
    for (const unit of fragments) {
      test(`${name}: ${JSON.stringify(unit).slice(0, 60)}`, () => {
        // What grows faster does so each time; noise does not.
        const times: number[] = [];
        while (times.length < 3 && !times.some(time => time <= MOST)) {
          times.push(growth(run, unit));
        }
        assert.ok(Math.min(...times) <= MOST, `it took ${times.map(Math.round).join(', ')} times as long`);
      });
    }
  }
});
