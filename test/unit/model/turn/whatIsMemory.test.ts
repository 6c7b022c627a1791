import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnKind } from '../../../../src/model/turn/turn.ts';
import { materialOf, memoryOfKind } from '../../../../src/model/turn/whatIsMemory.ts';
import { makeStoredTurn } from '../../../support/builders.ts';

describe('what of a turn is memory', () => {
  test('is the same by its kind and by what is read of it', () => {
    for (const kind of turnKind.options) {
      const turn = makeStoredTurn({ user: 'The port is 5433.', assistant: 'Noted.', kind });
      const material = materialOf(turn);
      const sides = { question: material?.user !== undefined, answer: material?.assistant !== undefined };
      assert.deepEqual(sides, memoryOfKind[kind], kind);
    }
  });
});
