import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { indexedTurn } from '../../../../src/model/search/indexedTurn.ts';

const asked = { content: 'Where is the retry?', references: [{ path: 'src/upload.ts' }] };

suite('what is indexed of a turn', () => {
  test('question, answer, and the files that were attached or given to tools', () => {
    assert.deepEqual(indexedTurn({ ...asked, kind: 'talk' }, 'In the queue.', [{ path: 'src/queue.ts' }]), {
      prompt: 'Where is the retry?',
      answer: 'In the queue.',
      files: ['src/upload.ts', 'src/queue.ts'],
    });
  });

  test('the question alone while there is no answer', () => {
    assert.deepEqual(indexedTurn(asked), { prompt: asked.content, answer: '', files: ['src/upload.ts'] });
  });

  test('never what memory replied to a note, but what a lookup quoted, for whoever wants to delete it', () => {
    assert.equal(indexedTurn({ ...asked, kind: 'note' }, 'Noted.').answer, '');
    assert.equal(indexedTurn({ ...asked, kind: 'lookup' }, 'You said…').answer, 'You said…');
  });
});
