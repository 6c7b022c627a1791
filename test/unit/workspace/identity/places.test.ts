import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Place } from '../../../../src/model/workspace/place.ts';
import { formerIds, placeIn, placeToNote } from '../../../../src/workspace/identity/places.ts';

const folder_id = 'folder:here';

/** As the store keeps them: one for each workspace, what was seen last first. */
function noted(places: readonly Place[], place: Place | undefined): Place[] {
  const others = places.filter(({ workspace_id }) => workspace_id !== place?.workspace_id);
  return (place ? [place, ...others] : [...places]).sort((a, b) => b.seen_ms - a.seen_ms);
}

const visits = fc.array(
  fc.record({
    id: fc.constantFrom(folder_id, 'commit:1', 'commit:2', 'git:example.org/a'),
    born: fc.constantFrom(1, 2),
    git_born: fc.constantFrom(undefined, 1, 2),
  }),
  { maxLength: 12 },
);

describe('what a folder was', () => {
  test('after any visits, the last one noted and the one before it are known', () => {
    fc.assert(
      fc.property(visits, sequence => {
        let places: Place[] = [];
        let last: { id: string; born: number; before?: string | undefined } | undefined;
        sequence.forEach(({ id, born, git_born }, index) => {
          places = noted(
            places,
            placeToNote({ id, born, git_born }, { folder_id, seen_ms: index + 1 }, placeIn(places)),
          );
          if (last?.id !== id || id !== folder_id || last.born === born) {
            last = { id, born, before: last && last.id !== id ? last.id : last?.before };
          }
        });
        assert.deepEqual([placeIn(places)?.workspace_id, placeIn(places)?.born], [last?.id, last?.born]);
        const ids = [last?.before, last?.id, folder_id].filter(id => id !== undefined && !id.startsWith('git:'));
        assert.deepEqual(formerIds(folder_id, places, 'git:example.org/b'), [...new Set(ids)]);
      }),
    );
  });

  test('what nobody dated is a former id, but not what it was when last open', () => {
    const undated = { folder_id, workspace_id: 'commit:1', seen_ms: 0 };
    assert.equal(placeIn([undated]), undefined);
    assert.deepEqual(formerIds(folder_id, [undated], 'commit:2'), ['commit:1', folder_id]);
    assert.deepEqual(formerIds(folder_id, [undated], 'commit:1'), [folder_id]);
  });

  test('a repository that is as it was is not noted again, unless its first commit is new; a folder without one is', () => {
    const place = { folder_id, workspace_id: 'git:example.org/a', born: 1, git_born: 2, seen_ms: 3 };
    const found = { id: 'git:example.org/a', born: 1, git_born: 2 };
    const seen = { folder_id, seen_ms: 9 };
    assert.equal(placeToNote(found, seen, place), undefined);
    const commit = { ...seen, first_commit: 'c' };
    assert.deepEqual(placeToNote(found, commit, place), { ...place, ...commit });
    assert.equal(placeToNote(found, commit, { ...place, first_commit: 'c' }), undefined);
    assert.equal(placeToNote({ ...found, git_born: 4 }, seen, place)?.git_born, 4);
    const plain = { folder_id, workspace_id: folder_id, born: 1, seen_ms: 3 };
    assert.equal(placeToNote({ id: folder_id, born: 1 }, seen, plain)?.seen_ms, 9);
    assert.equal(placeToNote({ id: folder_id, born: 5 }, seen, plain), undefined, 'made anew, it is another one');
  });
});
