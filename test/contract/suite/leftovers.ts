import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SummaryLinks } from '../../../src/model/summary/summary.ts';
import type { Store } from '../../../src/store/store.ts';
import { turnAt } from '../../../src/store/turnStore.ts';
import { makeTurn } from '../../support/builders.ts';
import { deleteFile, fileAt, linksOf, mentionFiles, moveFile } from '../../support/files.ts';
import { converse, makeSummary, type Open, unique, useStore } from './harness.ts';

const scope = (path: string) => ({
  path,
  name: 'open',
  kind: 'function',
  start_line: 1,
  end_line: 2,
  content_hash: 'h',
});

/** What only the deleted spoke of: its names are words too. */
export function leftoversSuite(open: Open): void {
  describe('what nobody speaks of any more', () => {
    const session = useStore(open);

    /** Names that no other test uses, and whether the store still knows them. */
    function names(workspace_id: string) {
      const path = `${unique('src/file')}.ts`;
      const links: SummaryLinks = { files: [path], scopes: [scope(path)] };
      const known = async (store: Store) => [
        (await fileAt(store, workspace_id, path)) !== undefined,
        (await store.files.scopesIn(workspace_id, path)).length > 0,
      ];
      return { links, known };
    }
    const yes = [true, true];
    const no = [false, false];

    test('goes with the conversation; what another speaks of stays', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const [own, shared] = [names(workspace_id), names(workspace_id)];
      const gone = await converse(store, { workspace_id }, [makeTurn('a')]);
      const kept = await converse(store, { workspace_id }, [makeTurn('b')]);
      await store.summaries.add(makeSummary(gone.uuid, { end_turn: 0 }), { links: own.links });
      await store.summaries.add(makeSummary(gone.uuid, { level: 2 }), { links: shared.links });
      await store.summaries.add(makeSummary(kept.uuid, { end_turn: 0 }), { links: shared.links });
      const turn = (await turnAt(store, { conversation_id: gone.uuid, turn_index: 0 }))!;
      await mentionFiles(store, turn, 'said.ts');
      await deleteFile(store, workspace_id, 'said.ts', '2026-03-04T15:00:00.000+00:00');
      await store.conversations.delete(gone.uuid);

      assert.deepEqual(await own.known(store), no);
      assert.equal(await fileAt(store, workspace_id, 'said.ts'), undefined);
      assert.deepEqual(await shared.known(store), yes);
    });

    test('a file that follows a rename keeps its memory until nobody mentions it', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const [one, other] = [await converse(store, { workspace_id }), await converse(store, { workspace_id })];
      for (const { uuid } of [one, other]) {
        await store.summaries.add(makeSummary(uuid), { links: { files: ['old.ts'] } });
      }
      await moveFile(store, workspace_id, 'old.ts', 'new.ts');
      await store.conversations.delete(one.uuid);
      const [mentions] = await store.files.mentionsOf(workspace_id, ['new.ts']);
      assert.deepEqual([mentions?.turns.length, mentions?.summaries.length], [0, 1]);
      await store.conversations.delete(other.uuid);
      assert.equal(await fileAt(store, workspace_id, 'new.ts'), undefined);
    });

    test('goes with a summary that is trimmed, replaced or no longer staged', async () => {
      const { store } = session;
      const ways: Record<string, (uuid: string, workspace_id: string) => Promise<unknown>> = {
        trimmed: (_, workspace_id) =>
          store.summaries.trim({ workspace_id }, [{ level: 1, before: Number.MAX_SAFE_INTEGER }], false),
        replaced: async uuid => {
          await store.summaries.add(makeSummary(uuid), { staged: true });
          await store.summaries.publish(uuid);
        },
      };
      for (const [way, work] of Object.entries(ways)) {
        const { uuid, workspace_id } = await converse(store);
        const own = names(workspace_id);
        await store.summaries.add(makeSummary(uuid), { links: own.links });
        assert.deepEqual(await own.known(store), yes);
        await work(uuid, workspace_id);
        assert.deepEqual(await own.known(store), no, way);
      }
      const { uuid, workspace_id } = await converse(store);
      const own = names(workspace_id);
      await store.summaries.add(makeSummary(uuid), { staged: true, links: own.links });
      await store.summaries.unstage(uuid);
      assert.deepEqual(await own.known(store), no, 'unstaged');
    });

    test('what the new summaries speak of too is the same as before', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const own = names(workspace_id);
      await store.summaries.add(makeSummary(uuid), { links: own.links });
      await store.summaries.add(makeSummary(uuid), { staged: true, links: own.links });
      await store.summaries.publish(uuid);
      assert.deepEqual(await own.known(store), yes);
    });

    test('a summary made again is about its new topics', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const [before, after] = [unique('Topic'), unique('Topic')];
      const { uuid: id, ...draft } = await store.summaries.add(makeSummary(uuid), { links: { topics: [before] } });
      assert.deepEqual((await linksOf(store, id)).topics, [before]);
      await store.summaries.rewrite(id, draft, { topics: [after] });
      assert.deepEqual((await linksOf(store, id)).topics, [after]);
    });
  });
}
