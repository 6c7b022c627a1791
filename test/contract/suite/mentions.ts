import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileTalk } from '../../../src/model/file/file.ts';
import type { FileLink, OpenMention, ScopeLink } from '../../../src/model/file/mention.ts';
import { NO_WORKSPACE } from '../../../src/model/reach.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import type { Store } from '../../../src/store/store.ts';
import { at, makeEnd, makeStart, makeTurn } from '../../support/builders.ts';
import { deleteFile, fileAt, linksOf, makeFile, moveFile } from '../../support/files.ts';
import { beginTurn, endTurn } from '../../support/storing.ts';
import { because, converse, inWorkspaceOf, makeSummary, type Open, turnAt, unique, useStore } from './harness.ts';

const paths = (files: { path: string }[]) => files.map(({ path }) => path);

/** The answer of a turn mentions these files. */
async function link(
  store: Store,
  turn: Turn,
  files: (Partial<FileLink> & { path: string })[],
  open: (Partial<OpenMention> & { path: string; candidates: string[] })[] = [],
): Promise<void> {
  const said = { message_id: turn.assistant!.uuid, kind: 'code' as const, line: null, symbol: null };
  const links = {
    message_ids: [turn.user.uuid, turn.assistant!.uuid],
    files: files.map(file => ({ ...said, ...file })),
    open: open.map(mention => ({ ...said, ...mention })),
  };
  await store.mentions.linkTurns([{ ref: turn, links }]);
}

const scopeIn = (path: string, name: string, given: Partial<ScopeLink> = {}): ScopeLink => ({
  path,
  name,
  kind: 'function',
  start_line: 3,
  end_line: 20,
  content_hash: 'abc',
  ...given,
});

/** Conversations by title, with their turns and the levels of their summaries. */
const told = (talks: FileTalk[]) =>
  talks.map(({ conversation, turns, summaries }) => [
    conversation.title,
    turns.map(({ turn_index }) => turn_index),
    summaries.map(({ level }) => level),
  ]);

/** What turns and summaries mention, and how one finds them from a file. */
export function mentionsSuite(open: Open): void {
  describe('linking', () => {
    const session = useStore(open);

    test('what is recorded waits to be linked, question and answer, newest first, until it is', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const { uuid } = await converse(store, { workspace_id }, [makeTurn('a'), makeTurn('b')]);
      const waiting = async (from = store, limit = 10) => (await from.mentions.waiting(workspace_id, limit)).turns;
      const ref = (turn_index: number) => ({ conversation_id: uuid, turn_index });
      assert.deepEqual(await waiting(), [ref(1), ref(0)]);
      assert.deepEqual(await waiting(store, 1), [ref(1)]);
      await link(store, await turnAt(store, uuid, 1), []);
      assert.deepEqual(await waiting(), [ref(0)]);
      const begun = await beginTurn(store, uuid, makeStart());
      const { user } = await turnAt(store, uuid, begun.turn_index);
      await store.mentions.linkTurns([{ ref: begun, links: { message_ids: [user.uuid], files: [], open: [] } }]);
      assert.deepEqual(await waiting(), [ref(0)], 'a question is linked before its answer is there');
      await endTurn(store, begun, makeEnd());
      assert.deepEqual(await waiting(), [ref(2), ref(0)], 'its answer waits in turn');
      assert.deepEqual(await waiting(await session.reopen()), [ref(2), ref(0)]);
    });

    test('what was said last waits first, whenever it was recorded', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const newer = await converse(store, { workspace_id }, [makeTurn('new.ts', 'x', '2026-03-02T10:00:00Z')]);
      const older = await converse(store, { workspace_id }, [makeTurn('old.ts', 'x', '2025-03-02T10:00:00Z')]);
      const waiting = async (limit: number) =>
        (await store.mentions.waiting(workspace_id, limit)).turns.map(({ conversation_id }) => conversation_id);
      assert.deepEqual(await waiting(9), [newer.uuid, older.uuid]);
      assert.deepEqual(await waiting(1), [newer.uuid]);
      for (const { uuid } of [older, newer]) {
        const turn = await turnAt(store, uuid, 0);
        const said = {
          message_id: turn.user.uuid,
          path: 'src/some.ts',
          kind: 'code' as const,
          line: null,
          symbol: null,
        };
        const links = { message_ids: [turn.user.uuid], files: [], open: [], unmatched: [said] };
        await store.mentions.linkTurns([{ ref: turn, links }]);
      }
      const unmatched = await store.mentions.unmatched(workspace_id, ['some.ts'], 9);
      assert.deepEqual(
        unmatched.map(({ ref }) => ref.conversation_id),
        [newer.uuid, older.uuid],
      );
    });

    test('other workspaces have queues of their own, and a window without a folder has none', async () => {
      const { store } = session;
      await converse(store, { workspace_id: NO_WORKSPACE }, [makeTurn('a')]);
      assert.deepEqual((await store.mentions.waiting(NO_WORKSPACE, 10)).turns, []);
      assert.deepEqual((await store.mentions.waiting(unique('w'), 10)).turns, []);
    });

    test('a turn’s files are read back with how, where and by whom they were mentioned', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const turn = await turnAt(store, uuid, 1);
      await link(store, turn, [
        { path: 'src/b.ts', kind: 'tool', line: 12, symbol: 'retry' },
        { path: 'src/a.ts', message_id: turn.user.uuid, kind: 'reference' },
      ]);
      const headers = await store.turns.headers(uuid, { limit: 10 });
      assert.deepEqual(
        headers.map(({ mentions_file }) => mentions_file),
        [false, true],
      );
      const found = (await store.mentions.ofTurns({ conversation_id: uuid, from: 1, to: 1 })).files;
      assert.deepEqual(
        found.map(({ file, ...how }) => ({ path: file.path, ...how })),
        [
          {
            path: 'src/a.ts',
            turn_index: 1,
            role: 'user',
            path_then: 'src/a.ts',
            kind: 'reference',
            line: null,
            symbol: null,
          },
          {
            path: 'src/b.ts',
            turn_index: 1,
            role: 'assistant',
            path_then: 'src/b.ts',
            kind: 'tool',
            line: 12,
            symbol: 'retry',
          },
        ],
      );
      assert.deepEqual((await store.mentions.ofTurns({ conversation_id: uuid, to: 0 })).files, []);
      await moveFile(store, workspace_id, 'src/a.ts', 'src/new.ts');
      const [renamed] = (await store.mentions.ofTurns({ conversation_id: uuid })).files;
      assert.deepEqual([renamed?.file.path, renamed?.path_then], ['src/new.ts', 'src/a.ts']);
      await link(store, turn, [{ path: 'src/b.ts', kind: 'tool', line: 13 }]);
      assert.equal(
        (await store.mentions.ofTurns({ conversation_id: uuid })).files.length,
        2,
        'linking again adds nothing',
      );
    });

    test('a link to a message that is gone leaves nothing behind', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const turn = await turnAt(store, uuid, 0);
      const attempt = link(store, turn, [{ path: 'a.ts' }, { path: 'b.ts', message_id: 'nobody' }]);
      await assert.rejects(attempt, because('not-found'));
      assert.equal(await fileAt(store, workspace_id, 'a.ts'), undefined);
      assert.equal((await store.mentions.waiting(workspace_id, 9)).turns.length, 1);
      await store.conversations.delete(uuid);
      await assert.rejects(link(store, turn, [{ path: 'a.ts' }]), because('not-found'));
    });

    test('many turns are linked at once, or none of them', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const [one, two] = [await turnAt(store, uuid, 0), await turnAt(store, uuid, 1)];
      const linked = ({ user }: Turn, message_id = user.uuid) => ({
        ref: { conversation_id: uuid, turn_index: 0 },
        links: {
          message_ids: [user.uuid],
          files: [{ message_id, path: 'a.ts', kind: 'prose' as const, line: null, symbol: null }],
          open: [],
        },
      });
      await assert.rejects(store.mentions.linkTurns([linked(one), linked(two, 'nobody')]), because('not-found'));
      assert.equal(await fileAt(store, workspace_id, 'a.ts'), undefined);
      await store.mentions.linkTurns([linked(one), linked(two)]);
      assert.equal((await store.mentions.ofTurns({ conversation_id: uuid })).files.length, 2);
    });

    test('mentions of files that are not there wait under their names, until they are settled', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const waiting = async (...names: string[]) =>
        (await store.mentions.unmatched(workspace_id, names, 9)).map(({ path, line, ref }) => [
          path,
          line,
          ref.turn_index,
        ]);
      for (const turn_index of [0, 1]) {
        const turn = await turnAt(store, uuid, turn_index);
        const said = { message_id: turn.user.uuid, kind: 'code' as const, symbol: null };
        const unmatched = [
          { ...said, path: 'src/Later.ts', line: 4 },
          { ...said, path: `only${turn_index}.md`, line: null },
        ];
        await store.mentions.linkTurns([
          { ref: turn, links: { message_ids: [turn.user.uuid], files: [], open: [], unmatched } },
        ]);
      }
      assert.deepEqual((await store.mentions.unmatchedNames(workspace_id)).sort(), [
        'later.ts',
        'only0.md',
        'only1.md',
      ]);
      assert.deepEqual(await store.mentions.unmatchedNames(unique('w')), []);
      assert.deepEqual(await waiting('later.ts', 'nobody.ts'), [
        ['src/Later.ts', 4, 1],
        ['src/Later.ts', 4, 0],
      ]);
      assert.equal((await store.mentions.unmatched(workspace_id, ['later.ts'], 1)).length, 1);
      const turn = await turnAt(store, uuid, 0);
      const link = { message_id: turn.user.uuid, path: 'src/Later.ts', kind: 'code' as const, line: 4, symbol: null };
      await store.mentions.linkTurns([
        { ref: turn, links: { message_ids: [], files: [link], open: [], settled: [link] } },
      ]);
      assert.deepEqual(await waiting('later.ts'), [['src/Later.ts', 4, 1]]);
      assert.deepEqual((await store.files.about(workspace_id, 'src/Later.ts', { limit: 9 }))[0]?.turn_count, 1);
      await store.conversations.delete(uuid);
      assert.deepEqual(await store.mentions.unmatchedNames(workspace_id), [], 'they go with their conversation');
    });

    test('a mention of a file that is gone does not bring it back', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      await link(store, await turnAt(store, uuid, 0), [{ path: 'old.ts' }]);
      await deleteFile(store, workspace_id, 'old.ts', '2026-03-04T10:00:00+01:00');
      await link(store, await turnAt(store, uuid, 1), [{ path: 'old.ts', gone: true }]);
      const found = (await store.mentions.ofTurns({ conversation_id: uuid })).files;
      assert.deepEqual(
        found.map(({ file }) => [file.path, file.deleted_at !== null]),
        [
          ['old.ts', true],
          ['old.ts', true],
        ],
      );
    });

    test('a mention that several files could be meant by is kept with them, until a person says which', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a')]);
      const turn = await turnAt(store, uuid, 0);
      const candidates = ['a/index.ts', 'b/index.ts'];
      await link(store, turn, [], [{ path: 'index.ts', line: 4, candidates }]);
      const [mention, ...others] = (await store.mentions.ofTurns({ conversation_id: uuid })).open;
      assert.deepEqual(others, []);
      assert.deepEqual([mention?.path, mention?.line, mention?.candidates], ['index.ts', 4, candidates]);
      await store.mentions.settle(turn, mention!, 'b/index.ts');
      assert.deepEqual((await store.mentions.ofTurns({ conversation_id: uuid })).open, []);
      const [settled] = (await store.mentions.ofTurns({ conversation_id: uuid })).files;
      assert.deepEqual([settled?.file.path, settled?.line], ['b/index.ts', 4]);
    });

    test('what is settled from a broader summary reaches the summary of the turn that said it, and no other', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a'), makeTurn('b')]);
      const first = await store.summaries.add(makeSummary(uuid, { start_turn: 0, end_turn: 0 }));
      const second = await store.summaries.add(makeSummary(uuid, { start_turn: 1, end_turn: 1 }));
      const candidates = ['a/index.ts', 'b/index.ts'];
      await link(store, await turnAt(store, uuid, 1), [], [{ path: 'index.ts', candidates }]);
      const [mention] = (await store.mentions.ofTurns({ conversation_id: uuid })).open;
      await store.mentions.settle({ conversation_id: uuid, turn_index: 0 }, mention!, 'b/index.ts');
      assert.deepEqual(paths((await linksOf(store, first.uuid)).files), []);
      assert.deepEqual(paths((await linksOf(store, second.uuid)).files), ['b/index.ts']);
    });

    test('a summary mentions its turns’ files, whichever was first', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a'), makeTurn('b'), makeTurn('c')]);
      await link(store, await turnAt(store, uuid, 0), [{ path: 'early.ts' }]);
      const first = await store.summaries.add(makeSummary(uuid, { end_turn: 1 }));
      const higher = await store.summaries.add(
        makeSummary(uuid, { level: 2, end_turn: 1, source_type: 'SUMMARY', parent_summaries: [first.uuid] }),
      );
      await link(store, await turnAt(store, uuid, 1), [{ path: 'late.ts' }]);
      await link(store, await turnAt(store, uuid, 2), [{ path: 'outside.ts' }]);
      for (const { uuid: summary_id } of [first, higher]) {
        assert.deepEqual(paths((await linksOf(store, summary_id)).files), ['early.ts', 'late.ts']);
      }
      assert.deepEqual(paths(await store.files.ofConversation(uuid)), ['early.ts', 'late.ts', 'outside.ts']);
    });

    test('the files of a conversation come in the order in which they were last mentioned', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a'), makeTurn('b'), makeTurn('c')]);
      await store.summaries.add(makeSummary(uuid, { end_turn: 2 }));
      const said = [['z.ts', 'm.ts'], ['y.ts'], ['a.ts', 'm.ts']];
      for (const [index, files] of said.entries()) {
        await link(
          store,
          await turnAt(store, uuid, index),
          files.map(path => ({ path })),
        );
      }
      assert.deepEqual(paths(await store.files.ofConversation(uuid)), ['z.ts', 'y.ts', 'a.ts', 'm.ts']);
    });

    test('a summary waits with its names; its symbols reach those made of it', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const names = { files: ['upload.ts'], scopes: ['retry'] };
      const first = await store.summaries.add(makeSummary(uuid), { links: { names } });
      const summary = { conversation_id: uuid, summary_id: first.uuid };
      assert.deepEqual((await store.mentions.waiting(workspace_id, 10)).summaries, [], 'its turns come first');
      await link(store, await turnAt(store, uuid, 0), []);
      assert.deepEqual((await store.mentions.waiting(workspace_id, 10)).summaries, [{ ...summary, names }]);
      const higher = await store.summaries.add(
        makeSummary(uuid, { level: 2, source_type: 'SUMMARY', parent_summaries: [first.uuid] }),
      );
      await store.mentions.linkSummary(summary, {
        files: ['src/upload.ts'],
        scopes: [scopeIn('src/upload.ts', 'retry')],
      });
      assert.deepEqual(
        (await store.mentions.waiting(workspace_id, 10)).summaries.map(({ summary_id }) => summary_id),
        [higher.uuid],
      );
      for (const { uuid: summary_id } of [first, higher]) {
        assert.deepEqual(paths((await linksOf(store, summary_id)).files), ['src/upload.ts']);
        assert.deepEqual(
          (await linksOf(store, summary_id)).scopes.map(({ name, content_hash }) => [name, content_hash]),
          [['retry', 'abc']],
        );
      }
      assert.equal((await store.files.scopesIn(workspace_id, 'src/upload.ts')).length, 1);
      await store.summaries.rewrite(first.uuid, makeSummary(uuid), { names });
      assert.equal((await store.mentions.waiting(workspace_id, 10)).summaries.length, 2, 'new texts, new names');
    });
  });

  describe('from a file to what was said about it', () => {
    const session = useStore(open);

    test('the conversations with their turns and summaries, the one that spoke of it last first', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const older = await converse(store, { workspace_id, title: 'Older' }, [
        makeTurn('one', 'x', '2026-03-01T10:00:00Z'),
        makeTurn('two', 'x', '2026-03-01T11:00:00Z'),
        makeTurn('three', 'x', '2026-03-01T12:00:00Z'),
      ]);
      const newer = await converse(store, { workspace_id, title: 'Newer' }, [
        makeTurn('four\nmore', 'x', '2026-03-02T10:00:00Z'),
      ]);
      const quiet = await converse(store, { workspace_id, title: 'Quiet' }, [makeTurn('five')]);
      for (const [talk, turn] of [
        [older, 0],
        [older, 2],
        [newer, 0],
      ] as const) {
        await link(store, await turnAt(store, talk.uuid, turn), [{ path: 'src/a.ts', line: turn + 1 }]);
      }
      await link(store, await turnAt(store, quiet.uuid, 0), [{ path: 'src/b.ts' }]);
      const first = await store.summaries.add(makeSummary(older.uuid, { end_turn: 2 }));
      await store.summaries.add(
        makeSummary(older.uuid, {
          level: 2,
          end_turn: 2,
          source_type: 'SUMMARY',
          parent_summaries: [first.uuid],
        }),
      );
      await store.summaries.add(makeSummary(newer.uuid, { end_turn: 0 }), { staged: true });
      const about = await store.files.about(workspace_id, 'src/a.ts', { limit: 10 });
      assert.deepEqual(told(about), [
        ['Newer', [0], []],
        ['Older', [2, 0], [2, 1]],
      ]);
      assert.deepEqual(
        about[0]?.turns.map(({ label, line, kind }) => [label, line, kind]),
        [['four', 1, 'code']],
      );
      assert.deepEqual(told(await store.files.about(workspace_id, 'src/a.ts', { limit: 1, offset: 1 })), [
        ['Older', [2, 0], [2, 1]],
      ]);
      assert.deepEqual(await store.files.about(workspace_id, 'src/none.ts', { limit: 10 }), []);
      assert.deepEqual(await store.files.about(unique('w'), 'src/a.ts', { limit: 10 }), []);
      await moveFile(store, workspace_id, 'src', 'lib');
      assert.equal((await store.files.about(workspace_id, 'lib/a.ts', { limit: 10 })).length, 2);
    });

    test('a symbol is found by its links, and by its name in turns about the file', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const talk = async (title: string, text: string, given: Partial<FileLink> = {}) => {
        const { uuid } = await converse(store, { workspace_id, title }, [makeTurn(text)]);
        await link(store, await turnAt(store, uuid, 0), [{ path: 'a.ts', ...given }]);
        return uuid;
      };
      await talk('Named', 'What does `retry()` do?');
      await talk('Longer name', 'What does retryLater do?');
      await talk('Linked', 'And this?', { symbol: 'Upload.retry' });
      await talk('Other class', 'And that?', { symbol: 'stall' });
      const summed = await talk('Summed up', 'Well?');
      const { uuid: summary_id } = await store.summaries.add(makeSummary(summed));
      await store.mentions.linkSummary(
        { conversation_id: summed, summary_id },
        { files: ['a.ts'], scopes: [scopeIn('a.ts', 'retry')] },
      );
      const titles = async (name: string) =>
        (await store.files.about(workspace_id, 'a.ts', { limit: 10, symbol: name }))
          .map(({ conversation }) => conversation.title)
          .sort();
      assert.deepEqual(await titles('retry'), ['Linked', 'Named', 'Summed up']);
      assert.deepEqual(await titles('Upload.retry'), ['Linked', 'Named', 'Summed up']);
      assert.deepEqual(await titles('nothing'), []);
      const discussed = await store.files.discussedScopes(workspace_id, 'a.ts');
      const listed = discussed.map(async ({ name }) => ({ name, conversations: (await titles(name)).length }));
      assert.deepEqual(discussed, await Promise.all(listed), 'as many as the list has');
      assert.deepEqual(discussed, [
        { name: 'Upload.retry', conversations: 3 },
        { name: 'retry', conversations: 3 },
        { name: 'stall', conversations: 2 },
      ]);
    });

    test('the busiest files are those that most turns mentioned lately', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const talk = await converse(store, { workspace_id }, [
        makeTurn('long ago', 'x', '2025-01-01T10:00:00Z'),
        makeTurn('a', 'x', '2026-03-01T10:00:00Z'),
        makeTurn('b', 'x', '2026-03-02T10:00:00Z'),
      ]);
      const [first, second, third] = [0, 1, 2].map(turn => turnAt(store, talk.uuid, turn));
      await link(store, await first!, [{ path: 'old.ts' }, { path: 'b.ts' }]);
      await link(store, await second!, [{ path: 'a.ts' }, { path: 'b.ts' }]);
      const last = await third!;
      await link(store, last, [{ path: 'b.ts' }, { path: 'b.ts', message_id: last.user.uuid }]);
      const busiest = await store.files.busiest(inWorkspaceOf(talk), new Date('2026-01-01').getTime(), 10);
      assert.deepEqual(
        busiest.map(({ file, turns, conversations, last }) => [file.path, turns, conversations, last]),
        [
          ['b.ts', 2, 1, at('2026-03-02T10:00:05Z')],
          ['a.ts', 1, 1, at('2026-03-01T10:00:05Z')],
        ],
      );
      assert.equal((await store.files.busiest(inWorkspaceOf(talk), 0, 1)).length, 1);
      assert.equal((await store.files.busiest('all', 0, 100)).filter(({ file }) => file.path === 'old.ts').length, 1);
    });

    test('a folder is renamed and deleted with all that is in it, and nothing beside it', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const there = ['src/a.ts', 'src/deep/b.ts', 'src.ts', 'src0/c.ts', 'srcs/d.ts'];
      await store.files.change(
        workspace_id,
        there.map(path => ({ kind: 'there', path })),
      );
      await moveFile(store, workspace_id, 'src', 'lib/core');
      const filesThat = async (areDeleted: boolean) =>
        (await store.files.known(workspace_id)).filter(({ deleted_at }) => (deleted_at !== null) === areDeleted);
      const known = async () => paths(await filesThat(false));
      assert.deepEqual(await known(), ['lib/core/a.ts', 'lib/core/deep/b.ts', 'src.ts', 'src0/c.ts', 'srcs/d.ts']);
      const gone = at('2026-03-05T10:00:00Z');
      await deleteFile(store, workspace_id, 'lib/core', gone);
      await deleteFile(store, workspace_id, 'lib/core/a.ts', at('2026-04-05T10:00:00Z'));
      assert.equal((await fileAt(store, workspace_id, 'lib/core/deep/b.ts'))?.deleted_at, gone);
      assert.equal((await fileAt(store, workspace_id, 'lib/core/a.ts'))?.deleted_at, gone, 'deleted once');
      assert.deepEqual(await known(), ['src.ts', 'src0/c.ts', 'srcs/d.ts']);
      await store.files.change(workspace_id, [{ kind: 'seen', path: 'lib/core/a.ts', content_hash: 'one' }]);
      assert.deepEqual(
        (await filesThat(true)).map(({ path, content_hash, deleted_at }) => ({ path, content_hash, deleted_at })),
        [
          { path: 'lib/core/a.ts', content_hash: 'one', deleted_at: gone },
          { path: 'lib/core/deep/b.ts', content_hash: null, deleted_at: gone },
        ],
      );
      await makeFile(store, workspace_id, 'lib/core/a.ts');
      assert.deepEqual(paths(await filesThat(true)), ['lib/core/deep/b.ts']);
    });

    test('a symbol is marked as changed since that time, until its code is the same again', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const { uuid: summary_id } = await store.summaries.add(makeSummary(uuid), {
        links: { scopes: [scopeIn('a.ts', 'retry'), scopeIn('a.ts', 'stall')] },
      });
      const [retry, stall] = await store.files.scopesIn(workspace_id, 'a.ts');
      const first = at('2026-03-05T10:00:00Z');
      await store.files.markScopes([{ uuid: retry!.uuid, changed_at: first }]);
      await store.files.markScopes([{ uuid: retry!.uuid, changed_at: at('2026-04-05T10:00:00Z') }]);
      assert.deepEqual((await linksOf(store, summary_id)).scopes, [{ ...retry, changed_at: first }, stall]);
      const [listed] = await store.summaries.list({ reach: { workspace_id }, level: 1, limit: 5 });
      assert.deepEqual(
        listed?.scopes.toSorted((a, b) => a.name.localeCompare(b.name)),
        [
          { path: 'a.ts', name: 'retry', changed: true },
          { path: 'a.ts', name: 'stall', changed: false },
        ],
      );
      await store.files.markScopes([{ uuid: retry!.uuid, changed_at: null }]);
      assert.deepEqual(await store.files.scopesIn(workspace_id, 'a.ts'), [retry, stall]);
      assert.deepEqual(await store.files.scopesIn(workspace_id, 'b.ts'), []);
    });

    test('the content of a file is noted, for it may come back under another name', async () => {
      const { files } = session.store;
      const workspace_id = unique('w');
      await files.change(workspace_id, [
        { kind: 'there', path: 'a.ts' },
        { kind: 'there', path: 'b.ts' },
        { kind: 'seen', path: 'b.ts', content_hash: 'one' },
        { kind: 'seen', path: 'unknown.ts', content_hash: 'two' },
      ]);
      assert.deepEqual(
        (await files.known(workspace_id)).map(({ path, content_hash }) => ({ path, content_hash })),
        [
          { path: 'a.ts', content_hash: null },
          { path: 'b.ts', content_hash: 'one' },
        ],
      );
    });
  });
}
