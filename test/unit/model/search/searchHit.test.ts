import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { titleHit, turnHit } from '../../../../src/model/search/searchHit.ts';
import type { TurnKind } from '../../../../src/model/turn/turn.ts';
import { queryTerms } from '../../../../src/model/words/words.ts';
import { makeStoredTurn } from '../../../support/builders.ts';

const place = {
  conversation_id: 'c',
  conversation_title: 'Herons at the weir',
  source: 'memory',
  workspace_id: 'w',
  workspace_name: 'w',
  score: 3,
};

function found(question: string, answer: string, kind: TurnKind = 'talk') {
  const turn = makeStoredTurn({ user: question, assistant: answer, kind });
  return { ...place, turn: { ...turn, user: { ...turn.user, turn_index: 4 } }, files: ['a.ts'], complete: false };
}

const shown = (...[turn, words, role]: [ReturnType<typeof found>, string, ('user' | 'assistant')?]) => {
  const { snippet, role: whose } = turnHit(turn, queryTerms(words), role);
  return [whose, snippet];
};

suite('a hit', () => {
  test('shows the answer where it has more of the words, else the question', () => {
    const turn = found('Where does the heron nest?', 'The heron nests by the weir.');
    assert.deepEqual(shown(turn, 'heron weir'), ['assistant', 'The heron nests by the weir.']);
    assert.deepEqual(shown(turn, 'heron'), ['user', 'Where does the heron nest?'], 'both have it');
  });

  test('shows the side that was asked for', () => {
    const turn = found('Where does the heron nest?', 'By the weir.');
    assert.equal(shown(turn, 'heron', 'assistant')[0], 'assistant');
    assert.equal(shown(turn, 'weir', 'user')[0], 'user');
  });

  test('never shows what memory replied to a note', () => {
    assert.equal(shown(found('The heron nests.', 'By the weir.', 'note'), 'weir')[0], 'user');
    assert.equal(shown(found('Where?', 'By the weir.', 'lookup'), 'weir')[0], 'assistant');
  });

  test('tells where it is, and what else is known of it', () => {
    const turn = found('Heron?', '');
    const { snippet, highlights, ...rest } = turnHit(turn, queryTerms('heron'));
    assert.deepEqual([snippet, highlights], ['Heron?', [[0, 5]]]);
    const { timestamp } = turn.turn.user;
    assert.deepEqual(rest, { ...place, turn_index: 4, role: 'user', timestamp, files: ['a.ts'], complete: false });
  });

  test('may be a title, which has all the words', () => {
    const hit = titleHit({ ...place, timestamp: 't' }, queryTerms('weir'));
    assert.deepEqual([hit.turn_index, hit.snippet, hit.highlights], [undefined, 'Herons at the weir', [[14, 18]]]);
    assert.deepEqual([hit.complete, hit.files, hit.timestamp], [true, [], 't']);
  });
});
