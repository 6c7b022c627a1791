import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { maskPrivate, withoutPrivate } from '../../../src/model/secrets/privacy.ts';
import { REDACTED, redactSecrets } from '../../../src/model/secrets/secrets.ts';

const LENGTH = 1_000_000;

/**
 * Each is a megabyte that begins like something to be found, again and again. Time is not measured: a pattern that
 * looks over the same text twice needs hours for some of these, and the runner ends it.
 */
const shapes: Record<string, string> = {
  newlines: '\n',
  blanks: ' ',
  'lines of blanks': '   \t\n',
  'one endless word': 'a',
  'one endless constant': 'A',
  dashes: '-',
  backslashes: '\\',
  digits: '7',
  'queries of passwords': 'password=x&',
  'queries of nothing else': 'password=',
  'names without an end': 'api_key_',
  'names and blanks': 'password        :        ',
  'names and quotes': 'token\\\\"="',
  'quotes that open': 'secret:"abcdefgh',
  'names and backslashes': 'password="\\\\\\\\\\\\\\\\',
  'dollars and brackets': 'password=abc1$(',
  'open private tags': '<private',
  'private tags': '<private>',
  'private passages': '<private>1234</private> ',
  'tags that close': '</private',
  'beginnings of tokens': 'eyJaaaaaaaaaaa-',
  'dotted beginnings of tokens': 'eyJaaaaaaaaaaa.',
  'beginnings of keys': 'sk-',
  'keys of dashes': 'sk--xoxb---glpat-',
  'private keys without an end': '-----BEGIN PRIVATE KEY-----',
  'private keys that only begin': '-----BEGIN RSA RSA ',
  'addresses without a host': 'postgres://a:',
  addresses: 'https://u:p/',
  'schemes of dots': 'a.a+a-',
  'headers without a value': 'Authorization: Bearer ',
  'variables without a value': 'A_KEY_TOKEN_SECRET',
  'exports of nothing': 'export A_KEY=\n',
};

suite('a megabyte meant to stall', () => {
  for (const [name, unit] of Object.entries(shapes)) {
    test(`of ${name} is cleaned, and so is what follows it`, () => {
      const text = unit.repeat(Math.ceil(LENGTH / unit.length));
      const { text: kept, removed } = withoutPrivate(text);
      assert.ok(redactSecrets(maskPrivate(text, removed)).length <= text.length * 2);
      assert.ok(redactSecrets(kept).length <= text.length * 2);
      // Behind a blank line what went before has no say, unless it hides or blanks out all that follows.
      const followed = redactSecrets(`${text}"\n\npassword: hunter2hunter2`);
      assert.ok(!followed.includes('hunter2'));
      assert.ok(followed.endsWith(REDACTED));
    });
  }
});
