import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspaceIdOfFolder } from '../../../../src/model/workspace/workspaceId.ts';
import { carryOverIdentity } from '../../../../src/vscode/workspace/olderIdentity.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

function memento(values: Record<string, unknown>) {
  const kept = new Map(Object.entries(values));
  return {
    kept,
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as undefined,
    update: async (key: string, value: unknown) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
  };
}

const HERE = 'file:///home/ada/parcel';
const folder_id = workspaceIdOfFolder(HERE);

test('what windows kept about identity goes into the memory once, and is no longer kept beside it', async t => {
  const { workspaces } = temporaryStore(t);
  const state = memento({
    'workspaces.sameAs': { 'git:example.org/a': 'folder:1', 'git:example.org/b': 'git:example.org/b' },
    'workspaces.last': { [HERE]: 'folder:old', 'file:///elsewhere': 'commit:9' },
    'workspaces.places': { [HERE]: { id: 'commit:2', born: 1.5, git_born: 2, seen_at: 3000, before: 'commit:1' } },
    'workspaces.seen': { c1: ['git:example.org/a', 'git:example.org/b'], c2: ['git:example.org/a'] },
    'strata.other': 1,
  });
  await carryOverIdentity(state, workspaces);
  assert.deepEqual(state.keys(), ['strata.other']);
  assert.deepEqual(
    (await workspaces.choices()).map(({ workspace_id, other_id, choice }) => [workspace_id, other_id, choice]),
    [['git:example.org/a', 'folder:1', 'same']],
  );
  const carried = [
    { folder_id, workspace_id: 'commit:2', born: 1.5, git_born: 2, seen_ms: 3000 },
    { folder_id, workspace_id: 'commit:1', seen_ms: 2999 },
    { folder_id, workspace_id: 'folder:old', seen_ms: 0 },
  ];
  assert.deepEqual(await workspaces.places({ folder_id }), carried);
  const elsewhere = await workspaces.places({ folder_id: workspaceIdOfFolder('file:///elsewhere') });
  assert.deepEqual(
    elsewhere.map(({ workspace_id, seen_ms }) => [workspace_id, seen_ms]),
    [['commit:9', 0]],
  );
  const beginWith = async (first_commit: string) =>
    (await workspaces.places({ first_commit })).map(({ workspace_id }) => workspace_id);
  assert.deepEqual(await beginWith('c1'), ['git:example.org/a', 'git:example.org/b']);
  assert.deepEqual(await beginWith('c2'), ['git:example.org/a']);
});

test('what the memory knows already stays as it is', async t => {
  const { workspaces } = temporaryStore(t);
  const place = { folder_id, workspace_id: 'git:example.org/a', born: 1, seen_ms: 9000 };
  await workspaces.notePlace(place);
  await workspaces.choose('git:example.org/a', 'folder:2', 'apart');
  const state = memento({
    'workspaces.sameAs': { 'git:example.org/a': 'folder:1' },
    'workspaces.places': { [HERE]: { id: 'commit:2', seen_at: 3000 } },
  });
  await carryOverIdentity(state, workspaces);
  assert.deepEqual(await workspaces.places({ folder_id }), [place]);
  assert.deepEqual(
    (await workspaces.choices()).map(({ choice }) => choice),
    ['apart'],
  );
  assert.deepEqual(state.keys(), []);
});

test('what cannot be understood is let go; what could not be written is tried again', async t => {
  const store = temporaryStore(t);
  const odd = memento({ 'workspaces.places': { [HERE]: 'nonsense' }, 'workspaces.seen': 7 });
  await carryOverIdentity(odd, store.workspaces);
  assert.deepEqual(odd.keys(), []);
  await store.close();
  const state = memento({ 'workspaces.sameAs': { 'git:example.org/a': 'folder:1' } });
  await assert.rejects(carryOverIdentity(state, store.workspaces));
  assert.deepEqual(state.keys(), ['workspaces.sameAs']);
});
