import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { topicKey, topicName } from '../../../../src/model/summary/topic.ts';

describe('topics', () => {
  test('names that differ by case, blanks or the form of accents are one topic', () => {
    for (const names of [
      ['Password validation', 'password VALIDATION', '  Password \n validation '],
      ['Épreuves d’été', 'épreuves d’ÉTÉ', 'E\u0301preuves d’e\u0301te\u0301'],
    ]) {
      assert.equal(new Set(names.map(topicKey)).size, 1, names[0]);
    }
    assert.notEqual(topicKey('ete'), topicKey('été'));
    assert.notEqual(topicKey('password validation'), topicKey('passwordvalidation'));
  });

  test('the first one to name it decides how it is written', () => {
    assert.equal(topicName('  Password   Validation '), 'Password Validation');
  });
});
