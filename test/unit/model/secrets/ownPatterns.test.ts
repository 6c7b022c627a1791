import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OwnPatterns } from '../../../../src/model/secrets/ownPatterns.ts';
import { REDACTED, redactSecrets } from '../../../../src/model/secrets/secrets.ts';

suite("a person's own patterns", () => {
  const endless = `${'a'.repeat(60)}!`;

  test('count as well, whole; one that is of no use is named once', () => {
    const told: string[] = [];
    const own = new OwnPatterns(problem => told.push(problem));
    for (let count = 0; count < 3; count++) {
      const patterns = own.of(['ACME-\\d+', '(unclosed', '.*']);
      assert.equal(redactSecrets('ticket ACME-1234 done', patterns), `ticket ${REDACTED} done`);
    }
    assert.deepEqual(
      told.map(problem => problem.split(': ')[1]),
      ['(unclosed', '.*'],
    );
  });

  test('that run without end are stopped: the text is kept, cleaned by all else', () => {
    const told: string[] = [];
    const patterns = new OwnPatterns(problem => told.push(problem)).of(['(a+)+$', 'ACME-\\d+']);
    const stored = redactSecrets(`${endless} ACME-1 password=hunter2hunter2`, patterns);
    assert.equal(stored, `${endless} ${REDACTED} password=${REDACTED}`);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /too long.*\(a\+\)\+\$/);
  });

  test('that ran without end are off for the session, and are named once', () => {
    const told: string[] = [];
    const own = new OwnPatterns(problem => told.push(problem));
    for (let count = 0; count < 500; count++) {
      assert.equal(redactSecrets(endless, own.of(['(a+)+$'])), endless);
    }
    assert.equal(told.length, 1);
  });

  const slow = [
    '(a+)+$',
    '(a|a)*b',
    '^(\\w+\\s?)*$',
    '(.*a){25}$',
    'a*a*a*a*a*a*a*b',
    `${'a?'.repeat(30)}${'a'.repeat(30)}b`,
  ];
  for (const source of slow) {
    test(`such as ${source.slice(0, 20)} cannot stall recording`, () => {
      const patterns = new OwnPatterns(() => {}).of([source]);
      for (const text of [endless, 'a'.repeat(3000), `${'a '.repeat(2000)}!`]) {
        assert.ok(redactSecrets(text, patterns).length > 0);
      }
    });
  }

  test('that are quick on long text stay on', () => {
    const told: string[] = [];
    const own = new OwnPatterns(problem => told.push(problem));
    const text = 'The quick brown fox, ticket ACME-1234. '.repeat(5000);
    const stored = redactSecrets(text, own.of(['\\b[A-Z]+-\\d+\\b', '(?:ACME|EMCA)-[0-9]{2,}']));
    assert.equal(stored, text.replaceAll('ACME-1234', REDACTED));
    assert.deepEqual(told, []);
  });
});
