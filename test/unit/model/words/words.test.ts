import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { queryTerms } from '../../../../src/model/words/words.ts';

const words = (text: string, prefix = false) => queryTerms(text, prefix).map(term => term.text);

suite('the words of a question', () => {
  test('little words go', () => {
    assert.deepEqual(words('what did we decide about retries?'), ['decide', 'retries']);
    assert.deepEqual(words('pourquoi est-ce que la barre de progression saute'), [
      'pourquoi',
      'est-ce',
      'barre',
      'progression',
      'saute',
    ]);
  });

  test('little words stay when there is nothing else', () => {
    assert.deepEqual(words('to be or not'), ['to', 'be', 'or', 'not']);
  });

  test('quoted words belong together', () => {
    assert.deepEqual(words('the "token refresh" race'), ['token refresh', 'race']);
  });

  test('only a last word that may go on is a prefix', () => {
    assert.deepEqual(
      queryTerms('token ref', true).map(term => term.prefix),
      [false, true],
    );
    assert.deepEqual(
      queryTerms('token refresh ', true).map(term => term.prefix),
      [false, false],
    );
    assert.deepEqual(
      queryTerms('token ref', false).map(term => term.prefix),
      [false, false],
    );
  });

  test('a word said twice counts once', () => {
    assert.deepEqual(words('retry Retry RETRY'), ['retry']);
  });
});
