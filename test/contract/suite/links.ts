import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { at, makeTurn } from '../../support/builders.ts';
import { because, converse, makeSummary, type Open, turnAt, unique, useStore } from './harness.ts';

/** Files and symbols, and what ties them to turns and summaries. */
export function linksSuite(open: Open): void {
  describe('files', () => {
    const session = useStore(open);
    const paths = (files: { path: string }[]) => files.map(({ path }) => path);

    test('a file is made once for a path of a workspace', async () => {
      const { files } = session.store;
      const workspace = unique('w');
      const made = await files.ensure(workspace, 'src/été.ts');
      assert.deepEqual(made, { uuid: made.uuid, workspace_id: workspace, path: 'src/été.ts', deleted_at: null });
      assert.deepEqual(await files.ensure(workspace, 'src/été.ts'), made);
      assert.deepEqual(await files.find(workspace, 'src/été.ts'), made);
      assert.equal(await files.find(workspace, 'src/ÉTÉ.ts'), undefined);
      assert.notEqual((await files.ensure(unique('w'), 'src/été.ts')).uuid, made.uuid);
    });

    test('a deleted file keeps its memory, and is itself again when it is back', async () => {
      const { store } = session;
      const workspace = unique('w');
      const { user } = await turnAt(store, (await converse(store, {}, [makeTurn('a')])).uuid, 0);
      const file = await store.files.ensure(workspace, 'a.ts');
      await store.files.mention({ message_id: user.uuid }, file.uuid);
      const gone = at('2026-03-05T10:00:00Z');
      await store.files.markDeleted(workspace, 'a.ts', gone);
      assert.equal((await store.files.find(workspace, 'a.ts'))?.deleted_at, gone);
      assert.equal((await store.files.mentionsOf(file.uuid)).length, 1);
      assert.deepEqual(await store.files.ensure(workspace, 'a.ts'), file);
    });

    test('mentions are read both ways, each once', async () => {
      const { store } = session;
      const workspace = unique('w');
      const talk = await converse(store, {}, [makeTurn('a')]);
      const { user } = await turnAt(store, talk.uuid, 0);
      const summary = await store.summaries.add(makeSummary(talk.uuid));
      const [a, b] = [await store.files.ensure(workspace, 'a.ts'), await store.files.ensure(workspace, 'b.ts')];
      const [byMessage, bySummary] = [{ message_id: user.uuid }, { summary_id: summary.uuid }];
      for (const [source, file] of [
        [byMessage, b],
        [byMessage, a],
        [byMessage, a],
        [bySummary, a],
      ] as const) {
        await store.files.mention(source, file.uuid);
      }
      assert.deepEqual(paths(await store.files.mentionedBy(byMessage)), ['a.ts', 'b.ts']);
      assert.deepEqual(paths(await store.files.mentionedBy(bySummary)), ['a.ts']);
      assert.deepEqual(await store.files.mentionsOf(a.uuid), [byMessage, bySummary]);
      assert.deepEqual(await store.files.mentionsOf(b.uuid), [byMessage]);
      assert.deepEqual(await store.files.mentionedBy({ message_id: 'nobody' }), []);
    });

    test('a mention by something that is gone says so', async () => {
      const { uuid } = await session.store.files.ensure(unique('w'), 'a.ts');
      await assert.rejects(session.store.files.mention({ summary_id: 'nobody' }, uuid), because('not-found'));
    });

    test('memory follows a renamed file; another file may take the old path', async () => {
      const { store } = session;
      const workspace = unique('w');
      const { user } = await turnAt(store, (await converse(store, {}, [makeTurn('a')])).uuid, 0);
      const file = await store.files.ensure(workspace, 'old.ts');
      await store.files.mention({ message_id: user.uuid }, file.uuid);
      await store.files.rename(workspace, 'old.ts', 'new.ts');
      assert.equal(await store.files.find(workspace, 'old.ts'), undefined);
      assert.deepEqual(await store.files.find(workspace, 'new.ts'), { ...file, path: 'new.ts' });
      assert.deepEqual(paths(await store.files.mentionedBy({ message_id: user.uuid })), ['new.ts']);
      assert.notEqual((await store.files.ensure(workspace, 'old.ts')).uuid, file.uuid);
      await store.files.rename(workspace, 'unknown.ts', 'whatever.ts');
      assert.equal(await store.files.find(workspace, 'whatever.ts'), undefined);
    });

    test('a file renamed onto a known path joins both memories', async () => {
      const { store } = session;
      const workspace = unique('w');
      const talk = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const [first, second] = [(await turnAt(store, talk.uuid, 0)).user, (await turnAt(store, talk.uuid, 1)).user];
      const summary = await store.summaries.add(makeSummary(talk.uuid));
      const [moved, taken] = [await store.files.ensure(workspace, 'a.ts'), await store.files.ensure(workspace, 'b.ts')];
      for (const [message, file] of [
        [first, moved],
        [first, taken],
        [second, taken],
      ] as const) {
        await store.files.mention({ message_id: message.uuid }, file.uuid);
      }
      await store.files.mention({ summary_id: summary.uuid }, taken.uuid);
      const scope = await store.files.ensureScope(makeScope(taken.uuid));
      await store.files.mentionScope(summary.uuid, scope.uuid);
      await store.files.rename(workspace, 'a.ts', 'b.ts');
      const joined = (await store.files.find(workspace, 'b.ts'))!;
      const mentions = await store.files.mentionsOf(joined.uuid);
      assert.deepEqual(
        new Set(mentions.map(source => JSON.stringify(source))),
        new Set(
          [{ message_id: first.uuid }, { message_id: second.uuid }, { summary_id: summary.uuid }].map(source =>
            JSON.stringify(source),
          ),
        ),
      );
      assert.equal(mentions.length, 3);
      assert.deepEqual(paths(await store.files.mentionedBy({ message_id: first.uuid })), ['b.ts']);
      assert.deepEqual(await store.files.scopesOf(summary.uuid), [{ ...scope, file_id: joined.uuid }]);
    });

    test('a file renamed onto itself stays', async () => {
      const { files } = session.store;
      const workspace = unique('w');
      const file = await files.ensure(workspace, 'a.ts');
      await files.rename(workspace, 'a.ts', 'a.ts');
      assert.deepEqual(await files.find(workspace, 'a.ts'), file);
    });

    test('a symbol is made once for its place and content, and read back from the summary that names it', async () => {
      const { store } = session;
      const file = await store.files.ensure(unique('w'), 'a.ts');
      const summary = await store.summaries.add(makeSummary((await converse(store)).uuid));
      const scope = await store.files.ensureScope(makeScope(file.uuid));
      assert.deepEqual(await store.files.ensureScope(makeScope(file.uuid)), scope);
      const changed = await store.files.ensureScope({
        ...makeScope(file.uuid),
        content_hash: 'other',
        start_line: null,
      });
      assert.notEqual(changed.uuid, scope.uuid);
      await store.files.mentionScope(summary.uuid, scope.uuid);
      await store.files.mentionScope(summary.uuid, scope.uuid);
      assert.deepEqual(await store.files.scopesOf(summary.uuid), [scope]);
    });
  });
}

function makeScope(file_id: string) {
  return { file_id, name: 'upload', kind: 'function', start_line: 3, end_line: 20, content_hash: 'abc' };
}
