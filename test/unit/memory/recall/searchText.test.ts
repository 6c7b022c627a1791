import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseSearchText } from '../../../../src/memory/recall/searchText.ts';

suite('what a person types into the search', () => {
  test('words stay words', () => {
    assert.deepEqual(parseSearchText('token refresh'), { text: 'token refresh', filters: {}, problems: [] });
  });

  test('prefixes become filters, wherever they stand', () => {
    const { text, filters } = parseSearchText('file:src/auth.ts token role:me source:roo race');
    assert.equal(text.replace(/\s+/g, ' '), 'token race');
    assert.deepEqual(filters, { file: 'src/auth.ts', role: 'user', source: 'roo' });
  });

  test('dates are days of the calendar here', () => {
    const { filters } = parseSearchText('after:2026-03 before:2026-04-05');
    assert.deepEqual(filters, { from: new Date(2026, 2, 1).getTime(), to: new Date(2026, 3, 5).getTime() });
  });

  test('a value with spaces is quoted', () => {
    assert.equal(parseSearchText('file:"my notes.md" x').filters.file, 'my notes.md');
  });

  test('a prefix still being typed narrows nothing', () => {
    assert.deepEqual(parseSearchText('token file:'), { text: 'token ', filters: {}, problems: [] });
  });

  test('what is not understood is told', () => {
    assert.deepEqual(parseSearchText('before:soon role:robot').problems, [
      'before: takes a date such as 2026-03-04 or 2026-03, not "soon".',
      'role: takes user or assistant, not "robot".',
    ]);
  });

  test('the space that ends a word is kept, for then it is no prefix', () => {
    assert.equal(parseSearchText('token ').text, 'token ');
  });
});
