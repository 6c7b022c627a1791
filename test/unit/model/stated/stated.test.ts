import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askedText, isAsked, statedText } from '../../../../src/model/stated/stated.ts';
import { mixed, sayings } from './table.ts';

suite('what is stated and what is asked', () => {
  for (const { language, stated, asked } of sayings) {
    test(`${language}: statements are kept, questions and requests are not`, () => {
      assert.deepEqual(
        { lost: stated.filter(isAsked), kept: asked.filter(sentence => !isAsked(sentence)) },
        { lost: [], kept: [] },
      );
    });
  }

  test('of a text that does both, only what is stated is kept', () => {
    for (const { text, stated } of mixed) {
      assert.equal(statedText(text), stated);
    }
  });

  test('small letters after a full stop begin a thought too', () => {
    assert.equal(statedText('the staging db is on 5433. why did we choose that?'), 'the staging db is on 5433.');
    assert.equal(askedText('the staging db is on 5433. why did we choose that?'), 'why did we choose that?');
  });

  test('code and logs without a question are stated as they stand', () => {
    const code = '```ts\nconst port = 5433;\n```';
    assert.equal(statedText(code), code);
    const log = 'Error: connect ECONNREFUSED 127.0.0.1:5433\n    at TCPConnectWrap.afterConnect (node:net:1611:16)';
    assert.equal(statedText(log), log);
  });

  test('a question with code asks', () => {
    assert.equal(statedText('Why does this fail?\n\n```ts\nconnect(5433);\n```'), '');
  });

  test('signs alone state nothing', () => {
    assert.equal(statedText('   '), '');
  });
});
