import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type KnownMemory, type MemoryChoice, memoryOf } from '../../../../src/model/workspace/memoryChoice.ts';
import { choicesFor, namedMemories, otherMemories, sayIdentity } from '../../../../src/workspace/identity/memories.ts';
import { at } from '../../../support/builders.ts';

const day = at('2026-03-04T14:30:00Z');
const known = (workspace_id: string, workspace_name: string, given: Partial<KnownMemory> = {}): KnownMemory => ({
  workspace_id,
  recorded_in: workspace_id,
  workspace_name,
  conversations: 1,
  first_recorded: day,
  last_recorded: day,
  ...given,
});
const same = (workspace_id: string, other_id: string): MemoryChoice => ({
  workspace_id,
  other_id,
  choice: 'same',
  chosen_at: day,
});

describe('which memory is this', () => {
  test('what a workspace is known by is said in words', () => {
    assert.equal(sayIdentity('git:example.org/team/parcel'), 'its remote, example.org/team/parcel');
    assert.equal(sayIdentity(`commit:${'ab12'.repeat(10)}`), 'its first commit, ab12ab12');
    assert.equal(sayIdentity('folder:0123'), 'the place of its folder');
  });

  test('what was recorded in several workspaces and belongs to one memory counts as one', () => {
    const memories = [known('git:example.org/team/parcel', 'x', { conversations: 2 }), known('folder:1', 'notes')];
    const joined = known('git:example.org/team/parcel', 'y', { recorded_in: 'folder:2', conversations: 3 });
    assert.deepEqual(
      namedMemories([...memories, joined]).map(({ name, conversations }) => [name, conversations]),
      [
        ['team/parcel', 5],
        ['notes', 1],
      ],
    );
  });

  test('memories of the same folder or name come first, with the reason; its own is not among them', () => {
    const all = namedMemories([
      known('git:example.org/other/thing', 'thing'),
      known('git:example.org/me/Parcel', 'fork'),
      known('folder:1', 'whatever'),
      known('git:example.org/team/parcel', 'parcel'),
    ]);
    const own = 'git:example.org/team/parcel';
    const here = { own, id: own, name: 'parcel', former: ['folder:1'] };
    assert.deepEqual(
      otherMemories(all, here).map(({ id, why }) => [id, why]),
      [
        ['git:example.org/me/Parcel', 'same name'],
        ['folder:1', 'same folder'],
        ['git:example.org/other/thing', undefined],
      ],
    );
  });

  test('what can be undone: what it uses itself, and what joined it', () => {
    const choices = [same('a', 'b'), same('c', 'b'), same('x', 'y'), { ...same('d', 'b'), choice: 'apart' as const }];
    const undoable = (own: string) =>
      choicesFor({ own, id: memoryOf(own, choices) }, choices).map(({ workspace_id }) => workspace_id);
    assert.deepEqual(undoable('a'), ['a', 'c']);
    assert.deepEqual(undoable('b'), ['a', 'c']);
    assert.deepEqual(undoable('x'), ['x']);
    assert.deepEqual(undoable('d'), []);
  });

  test('choices that lead in a ring lead nowhere else', () => {
    assert.equal(memoryOf('z', [same('a', 'b'), same('b', 'a')]), 'z');
    assert.ok(['a', 'b'].includes(memoryOf('a', [same('a', 'b'), same('b', 'a')])));
  });
});
