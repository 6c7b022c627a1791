import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '../../../src/store/store.ts';
import { makeTurn } from '../../support/builders.ts';
import { fileAt, linksOf } from '../../support/files.ts';
import { because, converse, makeSummary, type Open, turnAt, unique, useStore } from './harness.ts';

/** Which workspaces share a memory, and how that is undone. */
export function workspacesSuite(open: Open): void {
  describe('memories that are one', () => {
    const session = useStore(open);
    const titles = async (store: Store, workspace_id: string) =>
      (await store.conversations.list({ reach: { workspace_id }, limit: 99 })).map(({ title }) => title).sort();
    const found = async (store: Store, workspace_id: string, text: string) =>
      (await store.search.turns({ text, reach: { workspace_id }, limit: 9 }))
        .filter(hit => hit.turn_index !== undefined)
        .map(hit => hit.conversation_title);

    test('what was recorded in both is one memory, and goes back where it was recorded when that is undone', async () => {
      const { store } = session;
      const [here, there] = [unique('here'), unique('there')];
      await converse(store, { workspace_id: here, title: 'Puffins' }, [makeTurn('Who counts the puffins?')]);
      await converse(store, { workspace_id: there, title: 'Terns' }, [makeTurn('Who counts the terns?')]);
      await store.workspaces.choose(here, there, 'same');
      await converse(store, { workspace_id: here, title: 'Gulls' }, [makeTurn('Who counts the gulls?')]);
      assert.deepEqual(await titles(store, there), ['Gulls', 'Puffins', 'Terns']);
      assert.deepEqual(await titles(store, here), []);
      assert.deepEqual(await found(store, there, 'puffins'), ['Puffins']);
      assert.deepEqual(await found(store, here, 'puffins'), []);
      await store.workspaces.choose(here, there, 'apart');
      assert.deepEqual(await titles(store, here), ['Gulls', 'Puffins']);
      assert.deepEqual(await titles(store, there), ['Terns']);
      assert.deepEqual(await found(store, here, 'counts'), await found(store, here, 'who'));
      assert.equal((await found(store, here, 'counts')).length, 2);
      assert.deepEqual(await found(store, there, 'puffins'), []);
      await store.workspaces.choose(here, there, undefined);
      assert.deepEqual(await store.workspaces.choices(), []);
    });

    test('what memory replied to a note is found neither before nor after', async () => {
      const { store } = session;
      const [here, there] = [unique('here'), unique('there')];
      const note = makeTurn('The auks nest in May.', 'Noted: razorbills.');
      await converse(store, { workspace_id: here }, [{ ...note, start: { ...note.start, kind: 'note' } }]);
      const hits = async (workspace_id: string) => [
        (await found(store, workspace_id, 'auks')).length,
        (await found(store, workspace_id, 'razorbills')).length,
      ];
      assert.deepEqual(await hits(here), [1, 0]);
      await store.workspaces.choose(here, there, 'same');
      assert.deepEqual(await hits(there), [1, 0]);
    });

    test('files, symbols, summaries and what waits to be linked go with the conversation, and stay with the others', async () => {
      const { store } = session;
      const [here, there] = [unique('here'), unique('there')];
      const link = async (workspace_id: string, title: string) => {
        const { uuid } = await converse(store, { workspace_id, title }, [makeTurn('a'), makeTurn('b')]);
        const summary = await store.summaries.add(makeSummary(uuid, { end_turn: 1, conversation_summary: title }));
        const turn = await turnAt(store, uuid, 0);
        const said = { message_id: turn.user.uuid, kind: 'prose' as const, line: null, symbol: null };
        const files = ['src/a.ts', `${title}.ts`].map(path => ({ ...said, path }));
        await store.mentions.linkTurns([
          { ref: turn, links: { message_ids: [turn.user.uuid, turn.assistant!.uuid], files, open: [] } },
        ]);
        const scope = { path: 'src/a.ts', name: 'go', kind: 'function', start_line: 1, end_line: 2, content_hash: 'x' };
        const ref = { conversation_id: uuid, summary_id: summary.uuid };
        await store.mentions.linkSummary(ref, { files: [], scopes: [scope] });
        return summary.uuid;
      };
      const mine = await link(here, 'mine');
      const other = await link(there, 'theirs');
      const about = async (workspace_id: string) =>
        (await store.files.about(workspace_id, 'src/a.ts', { limit: 9 })).map(talk => talk.conversation.title).sort();
      const paths = async (workspace_id: string) =>
        (await store.files.known(workspace_id)).map(({ path }) => path).sort();
      const summariesIn = async (workspace_id: string) => {
        const limits = [{ levels: [1], limit: 9 }];
        const hits = await store.search.summaries({ text: 'mine theirs', reach: { workspace_id }, limits });
        return hits.map(({ summary }) => summary.conversation_summary).sort();
      };
      await store.workspaces.choose(here, there, 'same');
      assert.deepEqual(await about(there), ['mine', 'theirs']);
      assert.deepEqual(await paths(there), ['mine.ts', 'src/a.ts', 'theirs.ts']);
      assert.deepEqual(await paths(here), []);
      assert.deepEqual(await summariesIn(there), ['mine', 'theirs']);
      assert.deepEqual(await summariesIn(here), []);
      assert.equal((await store.mentions.waiting(there, 9)).turns.length, 2);
      assert.deepEqual((await store.mentions.waiting(here, 9)).turns, []);
      const [scope] = (await linksOf(store, mine)).scopes;
      assert.equal((await fileAt(store, there, 'src/a.ts'))?.uuid, scope?.file_id);
      await store.workspaces.choose(here, there, undefined);
      assert.deepEqual([await about(here), await about(there)], [['mine'], ['theirs']]);
      assert.deepEqual(
        [await paths(here), await paths(there)],
        [
          ['mine.ts', 'src/a.ts'],
          ['src/a.ts', 'theirs.ts'],
        ],
      );
      assert.deepEqual([await summariesIn(here), await summariesIn(there)], [['mine'], ['theirs']]);
      assert.equal((await store.mentions.waiting(here, 9)).turns.length, 1);
      for (const [id, workspace_id] of [
        [mine, here],
        [other, there],
      ] as const) {
        assert.equal(
          (await linksOf(store, id)).scopes[0]?.file_id,
          (await fileAt(store, workspace_id, 'src/a.ts'))?.uuid,
        );
      }
    });

    test('a chain is followed, and undone where a person undoes it', async () => {
      const { store } = session;
      const [folder, commit, remote] = [unique('folder'), unique('commit'), unique('remote')];
      await converse(store, { workspace_id: folder, title: 'One' }, [makeTurn('a')]);
      await store.workspaces.choose(commit, folder, 'same');
      await converse(store, { workspace_id: commit, title: 'Two' }, [makeTurn('a')]);
      await store.workspaces.choose(remote, commit, 'same');
      await converse(store, { workspace_id: remote, title: 'Three' }, [makeTurn('a')]);
      assert.deepEqual(await titles(store, folder), ['One', 'Three', 'Two']);
      await store.workspaces.choose(commit, folder, undefined);
      assert.deepEqual(await titles(store, commit), ['Three', 'Two'], 'what came by way of it goes with it');
      await store.workspaces.choose(remote, commit, undefined);
      assert.deepEqual(
        [await titles(store, folder), await titles(store, commit), await titles(store, remote)],
        [['One'], ['Two'], ['Three']],
      );
    });

    test('a workspace uses one memory: the last choice counts, also when it is the other way round', async () => {
      const { store } = session;
      const [a, b, c] = [unique('a'), unique('b'), unique('c')];
      await converse(store, { workspace_id: a, title: 'A' }, [makeTurn('a')]);
      await store.workspaces.choose(a, b, 'same');
      await store.workspaces.choose(a, c, 'same');
      assert.deepEqual([await titles(store, b), await titles(store, c)], [[], ['A']]);
      await store.workspaces.choose(c, a, 'same');
      assert.deepEqual([await titles(store, c), await titles(store, a)], [[], ['A']]);
      await assert.rejects(store.workspaces.choose(a, a, 'same'), because('failed'));
    });

    test('keeping apart moves nothing, is remembered, and is seen by other windows', async () => {
      const { store } = session;
      const [here, there] = [unique('here'), unique('there')];
      await converse(store, { workspace_id: here, title: 'Mine' }, [makeTurn('a')]);
      await store.workspaces.choose(here, there, 'apart');
      assert.deepEqual(await titles(store, here), ['Mine']);
      const other = await session.other();
      const choices = (await other.workspaces.choices()).filter(({ workspace_id }) => workspace_id === here);
      assert.deepEqual(
        choices.map(({ other_id, choice }) => [other_id, choice]),
        [[there, 'apart']],
      );
      await store.workspaces.choose(here, there, 'same');
      assert.deepEqual(await titles(store, there), ['Mine']);
    });

    test('what a folder was is kept once for each workspace, what was seen last first, and other windows see it', async () => {
      const { store } = session;
      const [folder_id, plain, remote] = [unique('folder'), unique('plain'), unique('remote')];
      assert.deepEqual(await store.workspaces.places({ folder_id }), []);
      const first = { folder_id, workspace_id: plain, born: 1_700_000_000_000.5, seen_ms: 1000 };
      await store.workspaces.notePlace(first);
      await store.workspaces.notePlace({ ...first, workspace_id: remote, git_born: 2000, seen_ms: 3000 });
      await store.workspaces.notePlace({ ...first, folder_id: unique('elsewhere'), seen_ms: 9000 });
      const other = await session.other();
      assert.deepEqual(await other.workspaces.places({ folder_id }), [
        { ...first, workspace_id: remote, git_born: 2000, seen_ms: 3000 },
        first,
      ]);
      const again = { folder_id, workspace_id: plain, seen_ms: 4000 };
      await store.workspaces.notePlace(again);
      const [last, before] = await store.workspaces.places({ folder_id });
      assert.deepEqual([last, before?.workspace_id], [again, remote]);
    });

    test('workspaces that begin with the same commit are found, and stay so when they are seen again', async () => {
      const { store } = session;
      const [first_commit, folder_id, team, fork] = [
        unique('commit'),
        unique('folder'),
        unique('team'),
        unique('fork'),
      ];
      await store.workspaces.notePlace({ folder_id, workspace_id: team, first_commit, seen_ms: 1000 });
      await store.workspaces.notePlace({ folder_id, workspace_id: fork, seen_ms: 2000 });
      await store.workspaces.notePlace({ folder_id, workspace_id: team, seen_ms: 3000 });
      const found = async () =>
        (await store.workspaces.places({ first_commit })).map(({ workspace_id, seen_ms }) => [workspace_id, seen_ms]);
      assert.deepEqual(await found(), [[team, 3000]]);
      await store.workspaces.notePlace({ folder_id, workspace_id: fork, first_commit, seen_ms: 4000 });
      assert.deepEqual(await found(), [
        [fork, 4000],
        [team, 3000],
      ]);
    });

    test('memories are told with where they were recorded, how much they hold, and since when', async () => {
      const { store } = session;
      const [here, there] = [unique('here'), unique('there')];
      await converse(store, { workspace_id: here, workspace_name: 'old name' }, [
        makeTurn('a', 'b', '2026-03-01T10:00:00Z'),
      ]);
      await converse(store, { workspace_id: here, workspace_name: 'parcel' }, [
        makeTurn('a', 'b', '2026-03-09T10:00:00Z'),
      ]);
      await converse(store, { workspace_id: here }, []);
      const told = async () => (await store.workspaces.memories()).filter(({ recorded_in }) => recorded_in === here);
      const [memory] = await told();
      assert.equal(new Date(memory!.first_recorded).toISOString(), '2026-03-04T14:30:00.000Z', 'when it was begun');
      assert.match(memory!.last_recorded, /^2026-03-09T/);
      assert.deepEqual([memory!.workspace_id, memory!.workspace_name, memory!.conversations], [here, 'parcel', 2]);
      await store.workspaces.choose(here, there, 'same');
      assert.deepEqual(
        (await told()).map(one => [one.workspace_id, one.recorded_in, one.conversations]),
        [[there, here, 2]],
      );
    });
  });
}
