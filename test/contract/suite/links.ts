import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScopeLink } from '../../../src/model/file/mention.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import type { Store } from '../../../src/store/store.ts';
import { at, makeTurn } from '../../support/builders.ts';
import { deleteFile, fileAt, linksOf, makeFile, mentionFiles, mentionIn, moveFile } from '../../support/files.ts';
import { because, converse, makeSummary, type Open, turnAt, unique, useStore } from './harness.ts';

/** Files and symbols, and what ties them to turns and summaries. */
export function linksSuite(open: Open): void {
  describe('files', () => {
    const session = useStore(open);
    const paths = (files: { path: string }[]) => files.map(({ path }) => path);
    const filesOf = async (store: Store, { conversation_id, turn_index }: Turn) => {
      const { files } = await store.mentions.ofTurns({ conversation_id, from: turn_index, to: turn_index });
      return paths(files.map(({ file }) => file));
    };
    /** The messages and summaries that mention a file, in any order. */
    const mentionsOf = async (store: Store, workspace_id: string, path: string) => {
      const [mentions = assert.fail()] = await store.files.mentionsOf(workspace_id, [path]);
      return [
        ...mentions.turns.map(({ message_id }) => message_id),
        ...mentions.summaries.map(({ summary_id }) => summary_id),
      ].sort();
    };

    test('a file is made once for a path of a workspace', async () => {
      const { store } = session;
      const workspace = unique('w');
      const made = await makeFile(store, workspace, 'src/été.ts');
      const file = { uuid: made.uuid, workspace_id: workspace, path: 'src/été.ts', deleted_at: null };
      assert.deepEqual(made, { ...file, content_hash: null });
      assert.deepEqual(await makeFile(store, workspace, 'src/été.ts'), made);
      assert.deepEqual(await store.files.known(workspace), [made]);
      assert.deepEqual(await store.files.known(workspace, ['src/été.ts', 'src/été.ts', 'other.ts']), [made]);
      assert.equal(await fileAt(store, workspace, 'src/ÉTÉ.ts'), undefined);
      assert.notEqual((await makeFile(store, unique('w'), 'src/été.ts')).uuid, made.uuid);
    });

    test('a deleted file keeps its memory, and is itself again when it is back', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      await mentionFiles(store, await turnAt(store, uuid, 0), 'a.ts');
      const file = (await fileAt(store, workspace_id, 'a.ts'))!;
      const gone = at('2026-03-05T10:00:00Z');
      await deleteFile(store, workspace_id, 'a.ts', gone);
      assert.equal((await fileAt(store, workspace_id, 'a.ts'))?.deleted_at, gone);
      assert.equal((await mentionsOf(store, workspace_id, 'a.ts')).length, 1);
      assert.deepEqual(await makeFile(store, workspace_id, 'a.ts'), file);
    });

    test('changes are made one after the other, all of them or none', async () => {
      const { files } = session.store;
      const workspace = unique('w');
      const gone = at('2026-03-05T10:00:00Z');
      await files.change(workspace, [
        { kind: 'there', path: 'a.ts' },
        { kind: 'moved', path: 'a.ts', to: 'b.ts' },
        { kind: 'seen', path: 'b.ts', content_hash: 'one' },
        { kind: 'there', path: 'a.ts' },
        { kind: 'deleted', path: 'a.ts', at: gone },
      ]);
      const before = await files.known(workspace);
      assert.deepEqual(
        before.map(({ path, content_hash, deleted_at }) => [path, content_hash, deleted_at]),
        [
          ['a.ts', null, gone],
          ['b.ts', 'one', null],
        ],
      );
      const broken = { kind: 'there', path: null as unknown as string } as const;
      await assert.rejects(files.change(workspace, [{ kind: 'there', path: 'a.ts' }, broken]));
      assert.deepEqual(await files.known(workspace), before);
    });

    test('mentions are read both ways, each once', async () => {
      const { store } = session;
      const talk = await converse(store, {}, [makeTurn('a')]);
      const { uuid, workspace_id } = talk;
      const turn = await turnAt(store, uuid, 0);
      const other = await converse(store, { workspace_id });
      const summary = await store.summaries.add(makeSummary(other.uuid));
      for (const path of ['b.ts', 'a.ts', 'a.ts']) {
        await mentionFiles(store, turn, path);
      }
      await mentionIn(store, summary, ['a.ts', 'a.ts']);
      assert.deepEqual(await filesOf(store, turn), ['a.ts', 'b.ts']);
      assert.deepEqual(paths((await linksOf(store, summary.uuid)).files), ['a.ts']);
      const place = { kind: 'prose', line: null, symbol: null };
      const said = { conversation_id: uuid, turn_index: 0, at: new Date(turn.user.timestamp).getTime(), ...place };
      const mention = { message_id: turn.user.uuid, conversation_title: talk.title, ...said };
      const found = await store.files.mentionsOf(workspace_id, ['b.ts', 'a.ts', 'unknown.ts']);
      assert.deepEqual(
        found.map(({ path, turns }) => [path, turns]),
        [
          ['a.ts', [mention]],
          ['b.ts', [mention]],
        ],
      );
      assert.deepEqual(
        found.map(({ summaries }) => summaries.map(({ summary_id, level }) => [summary_id, level])),
        [[[summary.uuid, 1]], []],
      );
      assert.deepEqual(await store.files.linksOf([summary.uuid, 'nobody']), [
        await linksOf(store, summary.uuid),
        { summary_id: 'nobody', files: [], scopes: [], topics: [] },
      ]);
    });

    test('a mention by something that is gone says so', async () => {
      const { uuid } = await converse(session.store);
      const nobody = { uuid: 'nobody', conversation_id: uuid };
      await assert.rejects(mentionIn(session.store, nobody, ['a.ts']), because('not-found'));
    });

    test('memory follows a renamed file; another file may take the old path', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const turn = await turnAt(store, uuid, 0);
      await mentionFiles(store, turn, 'old.ts');
      const file = (await fileAt(store, workspace_id, 'old.ts'))!;
      await moveFile(store, workspace_id, 'old.ts', 'new.ts');
      assert.equal(await fileAt(store, workspace_id, 'old.ts'), undefined);
      assert.deepEqual(await fileAt(store, workspace_id, 'new.ts'), { ...file, path: 'new.ts' });
      assert.deepEqual(await filesOf(store, turn), ['new.ts']);
      assert.notEqual((await makeFile(store, workspace_id, 'old.ts')).uuid, file.uuid);
      await moveFile(store, workspace_id, 'unknown.ts', 'whatever.ts');
      assert.equal(await fileAt(store, workspace_id, 'whatever.ts'), undefined);
    });

    test('a file renamed onto a known path joins both memories', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const [first, second] = [await turnAt(store, uuid, 0), await turnAt(store, uuid, 1)];
      const other = await converse(store, { workspace_id });
      const summary = await store.summaries.add(makeSummary(other.uuid));
      await mentionFiles(store, first, 'a.ts', 'b.ts');
      await mentionFiles(store, second, 'b.ts');
      await mentionIn(store, summary, ['b.ts'], [makeScope('b.ts')]);
      const moved = (await fileAt(store, workspace_id, 'a.ts'))!;
      const [scope] = (await linksOf(store, summary.uuid)).scopes;
      await moveFile(store, workspace_id, 'a.ts', 'b.ts');
      const joined = (await fileAt(store, workspace_id, 'b.ts'))!;
      assert.equal(joined.uuid, moved.uuid);
      assert.deepEqual(
        await mentionsOf(store, workspace_id, 'b.ts'),
        [first.user.uuid, second.user.uuid, summary.uuid].sort(),
      );
      assert.deepEqual(await filesOf(store, first), ['b.ts']);
      assert.deepEqual((await linksOf(store, summary.uuid)).scopes, [{ ...scope, file_id: joined.uuid }]);
    });

    test('a file renamed onto itself stays', async () => {
      const { store } = session;
      const workspace = unique('w');
      const file = await makeFile(store, workspace, 'a.ts');
      await moveFile(store, workspace, 'a.ts', 'a.ts');
      assert.deepEqual(await fileAt(store, workspace, 'a.ts'), file);
    });

    test('a symbol is made once for its place and content, and read back from the summary that names it', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const summary = await store.summaries.add(makeSummary(uuid));
      await mentionIn(store, summary, [], [makeScope('a.ts'), makeScope('a.ts')]);
      const [scope] = await store.files.scopesIn(workspace_id, 'a.ts');
      await mentionIn(store, summary, [], [makeScope('a.ts')]);
      assert.deepEqual(await store.files.scopesIn(workspace_id, 'a.ts'), [scope]);
      const other = await store.summaries.add(makeSummary(uuid, { start_turn: 5, end_turn: 6 }));
      await mentionIn(store, other, [], [{ ...makeScope('a.ts'), content_hash: 'other', start_line: null }]);
      assert.equal((await store.files.scopesIn(workspace_id, 'a.ts')).length, 2);
      assert.deepEqual((await linksOf(store, summary.uuid)).scopes, [scope]);
      const file_id = (await fileAt(store, workspace_id, 'a.ts'))!.uuid;
      const { path: _, ...rest } = makeScope('a.ts');
      assert.deepEqual(scope, { uuid: scope?.uuid, file_id, ...rest, changed_at: null });
    });
  });
}

function makeScope(path: string): ScopeLink {
  return { path, name: 'upload', kind: 'function', start_line: 3, end_line: 20, content_hash: 'abc' };
}
