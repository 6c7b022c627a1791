import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toContents, toFunctions, unknownSignature } from '../../../src/llm/gemini/geminiMessages.ts';
import type { ChatMessage } from '../../../src/llm/languageModel.ts';
import { refusalOf } from '../../support/geminiServerChecks.ts';

type Part = ChatMessage['parts'][number];

const text = (words: string): Part => ({ type: 'text', text: words });
const call = (callId: string, name = 'find'): Part => ({ type: 'toolCall', callId, name, arguments: {} });
const result = (callId: string, words = 'found'): Part => ({ type: 'toolResult', callId, text: words });
const user = (...parts: Part[]): ChatMessage => ({ role: 'user', parts });
const assistant = (...parts: Part[]): ChatMessage => ({ role: 'assistant', parts });

function contentsOf(messages: ChatMessage[], signed = false) {
  return toContents(messages, () => undefined, signed);
}

test('messages of one role in a row become one turn', () => {
  assert.deepEqual(
    contentsOf([user(text('a')), user(text('b')), assistant(text('c')), assistant(text('d')), user(text('e'))]),
    [
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: 'c' }, { text: 'd' }] },
      { role: 'user', parts: [{ text: 'e' }] },
    ],
  );
});

test('empty texts are left out', () => {
  assert.deepEqual(contentsOf([user(text(''), text('a')), assistant(text(''))]), [
    { role: 'user', parts: [{ text: 'a' }] },
  ]);
});

test("a result carries the name of the call it answers, before the person's words", () => {
  const contents = contentsOf([user(text('a')), assistant(call('1', 'search')), user(text('and?'), result('1'))]);
  assert.deepEqual(contents[2], {
    role: 'user',
    parts: [{ functionResponse: { name: 'search', response: { output: 'found' } } }, { text: 'and?' }],
  });
});

test('a call that was never answered is answered with a note', () => {
  const note = { functionResponse: { name: 'find', response: { output: '(no result: the call was not finished)' } } };
  assert.deepEqual(contentsOf([user(text('a')), assistant(call('1')), user(text('never mind'))])[2]?.parts, [
    note,
    { text: 'never mind' },
  ]);
  assert.deepEqual(contentsOf([user(text('a')), assistant(call('1'))])[2]?.parts, [note]);
});

test('a result whose call was cut off is told as text', () => {
  assert.deepEqual(contentsOf([user(result('gone'), text('so?'))]), [
    { role: 'user', parts: [{ text: 'Result of an earlier tool call:\nfound' }, { text: 'so?' }] },
  ]);
});

test('a history that begins with an answer gets a question before it', () => {
  assert.deepEqual(
    contentsOf([assistant(call('1')), user(result('1'))]).map(({ role }) => role),
    ['user', 'model', 'user'],
  );
});

test('of unsigned calls made at once, the first gets the stand-in signature', () => {
  const [, called] = contentsOf(
    [user(text('a')), assistant(call('1'), call('2')), user(result('1'), result('2'))],
    true,
  );
  assert.deepEqual(
    called?.parts.map(part => part.thoughtSignature),
    [unknownSignature, undefined],
  );
});

test('a tool declared twice is sent once', () => {
  const tool = { name: 'find', description: 'Finds' };
  assert.deepEqual(toFunctions([tool, tool]), [tool]);
});

test('whatever history comes, Gemini accepts it', () => {
  const id = fc.constantFrom('1', '2', '3');
  const part = fc.oneof(
    fc.string().map(text),
    fc.tuple(id, fc.constantFrom('find', 'read')).map(([callId, name]) => call(callId, name)),
    fc.tuple(id, fc.string()).map(([callId, words]) => result(callId, words)),
  );
  const message = fc.record({
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
    parts: fc.array(part, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.constantFrom('gemini-2.5-flash', 'gemini-3-pro-preview'),
      (messages, model) => {
        const contents = contentsOf(messages, model.startsWith('gemini-3'));
        if (contents.length > 0) {
          assert.equal(refusalOf(model, { contents }), undefined, JSON.stringify(contents));
        }
      },
    ),
    { numRuns: 2000 },
  );
});
