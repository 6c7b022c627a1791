import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALL_TIME, countAll } from '../../../src/store/conversationStore.ts';
import { turnAt, turnsOf } from '../../../src/store/turnStore.ts';
import { instantOf } from '../../../src/util/dates.ts';
import { at, makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../support/builders.ts';
import { linksOf, mentionFiles, mentionIn } from '../../support/files.ts';
import { readSummary } from '../../support/keptSummaries.ts';
import { appendTurns, beginTurn, endTurn, ensureConversation } from '../../support/storing.ts';
import { because, converse, inWorkspaceOf, makeSummary, type Open, unique, useStore } from './harness.ts';

const day = (date: string) => instantOf(`${date}T00:00:00Z`);
const titles = (conversations: { title: string }[]) => conversations.map(({ title }) => title);

export function conversationsSuite(open: Open): void {
  describe('conversations', () => {
    const session = useStore(open);

    test('a new conversation is what its draft says, with nothing in it', async () => {
      const { store } = session;
      const draft = makeConversation({
        external_id: unique('s'),
        parent_id: 'p',
        root_id: 'r',
        tags: ['infra', 'été'],
      });
      const made = await ensureConversation(store, draft);
      assert.deepEqual(made, {
        ...draft,
        uuid: made.uuid,
        status: 'active',
        updated_at: draft.created_at,
        message_count: 0,
        turn_count: 0,
        lookup_count: 0,
        total_chars: 0,
      });
      assert.deepEqual(await store.conversations.get(made.uuid), made);
      assert.deepEqual(await store.conversations.get({ source: draft.source, external_id: draft.external_id }), made);
    });

    test('one that is not there is undefined', async () => {
      assert.equal(await session.store.conversations.get('nobody'), undefined);
      assert.equal(await session.store.conversations.get({ source: 'memory', external_id: 'nobody' }), undefined);
    });

    test('ensuring again gives the first one, unchanged', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s') });
      const first = await ensureConversation(store, draft);
      assert.deepEqual(await ensureConversation(store, { ...draft, title: 'Another title', tags: ['late'] }), first);
    });

    test('the same external id of another source is another conversation', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s') });
      const other = await ensureConversation(store, { ...draft, source: 'roo' });
      assert.notEqual((await ensureConversation(store, draft)).uuid, other.uuid);
    });

    test('two windows that race make one conversation', async () => {
      const windows = [session.store, await session.other()];
      const draft = makeConversation({ external_id: unique('s') });
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ensureConversation(windows[i % 2]!, { ...draft, title: `From ${i}` })),
      );
      assert.equal(new Set(made.map(conversation => JSON.stringify(conversation))).size, 1);
    });

    test('lists the newest change first, by instant whatever the offset', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      // As texts these sort the other way round.
      await converse(store, { workspace_id, title: 'middle' }, [turnAtTime('2026-03-04T23:30:00.000+01:00')]);
      await converse(store, { workspace_id, title: 'newest' }, [turnAtTime('2026-03-04T20:00:00.000-05:00')]);
      await converse(store, { workspace_id, title: 'oldest' }, [turnAtTime('2026-03-05T01:00:00.000+09:00')]);
      const listed = await store.conversations.list({ reach: { workspace_id }, limit: 10 });
      assert.deepEqual(titles(listed), ['newest', 'middle', 'oldest']);
    });

    test('a turn moves its conversation to the top, an older one appended later does not move it back', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const first = await converse(store, { workspace_id, title: 'first' }, [
        makeTurn('a', 'b', '2026-01-01T10:00:00Z'),
      ]);
      await converse(store, { workspace_id, title: 'second' }, [makeTurn('a', 'b', '2026-01-02T10:00:00Z')]);
      const newest = at('2026-01-03T10:00:05Z');
      await appendTurns(store, first.uuid, [makeTurn('a', 'b', '2026-01-03T10:00:00Z')]);
      await appendTurns(store, first.uuid, [makeTurn('a', 'b', '2025-06-01T10:00:00Z')]);
      const listed = await store.conversations.list({ reach: { workspace_id }, limit: 10 });
      assert.deepEqual(titles(listed), ['first', 'second']);
      assert.equal(listed[0]?.updated_at, newest);
    });

    test('an imported conversation has the time of its turns, not of its import', async () => {
      const { store } = session;
      const draft = { created_at: at('2026-05-05T12:00:00Z') };
      const imported = await converse(store, draft, [makeTurn('a', 'b', '2024-01-01T10:00:00Z')]);
      assert.equal(instantOf(imported.updated_at), instantOf('2024-01-01T10:00:05Z'));
    });

    test('a workspace sees its own, and all sees everything', async () => {
      const { store } = session;
      const mine = await converse(store, {}, [makeTurn('a')]);
      const theirs = await converse(store, {}, [makeTurn('a')]);
      const listed = await store.conversations.list({ reach: inWorkspaceOf(mine), limit: 10 });
      assert.deepEqual(
        listed.map(({ uuid }) => uuid),
        [mine.uuid],
      );
      const everything = await store.conversations.list({ reach: 'all', limit: 1000 });
      const known = new Set(everything.map(({ uuid }) => uuid));
      assert.ok(known.has(mine.uuid) && known.has(theirs.uuid));
    });

    test('lists within a period: from included, to not', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      for (const date of ['2026-02-01', '2026-02-02', '2026-02-03']) {
        await converse(store, { workspace_id, title: date }, [
          { start: makeStart({ timestamp: `${date}T00:00:00.000+00:00` }), end: undefined },
        ]);
      }
      const query = { reach: { workspace_id }, limit: 10 };
      const listed = await store.conversations.list({ ...query, from: day('2026-02-01'), to: day('2026-02-03') });
      assert.deepEqual(titles(listed), ['2026-02-02', '2026-02-01']);
      assert.deepEqual(titles(await store.conversations.list({ ...query, from: day('2026-02-03') })), ['2026-02-03']);
    });

    test('lists those of a source and those whose title has all the parts, whatever the capitals', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const reach = { workspace_id };
      for (const [title, source] of [
        ['Retry policy of 100% uploads', 'memory'],
        ['Uploads and their checksums', 'Claude'],
        ['Retry once more', 'Claude'],
      ] as const) {
        await converse(store, { title, source, workspace_id }, [makeTurn('Why?')]);
      }
      const found = async (query: { source?: string; titleWith?: string[] }) =>
        titles(await store.conversations.list({ reach, limit: 10, ...query })).sort();
      assert.deepEqual(await found({ source: 'claude' }), ['Retry once more', 'Uploads and their checksums']);
      assert.deepEqual(await found({ titleWith: ['RETRY'] }), ['Retry once more', 'Retry policy of 100% uploads']);
      assert.deepEqual(await found({ titleWith: ['uploads', 'retry'] }), ['Retry policy of 100% uploads']);
      assert.deepEqual(await found({ titleWith: ['100%'] }), ['Retry policy of 100% uploads']);
      assert.deepEqual(await found({ titleWith: ['%'], source: 'claude' }), []);
      assert.deepEqual(await found({ titleWith: [] }), await found({}));
    });

    test('pages meet without gap or overlap, also among equal times', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      for (let i = 0; i < 7; i++) {
        await converse(store, { workspace_id, title: `c${i}` }, [makeTurn('same time')]);
      }
      const all = titles(await store.conversations.list({ reach: { workspace_id }, limit: 10 }));
      const paged: string[] = [];
      for (let offset = 0; offset < 9; offset += 3) {
        paged.push(...titles(await store.conversations.list({ reach: { workspace_id }, limit: 3, offset })));
      }
      assert.deepEqual(paged, all);
      assert.equal(new Set(paged).size, 7);
    });

    test('counts conversations per period, in the order asked', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      for (const date of ['2026-02-01', '2026-02-01', '2026-02-03']) {
        await converse(store, { workspace_id }, [makeTurn('a', 'b', `${date}T12:00:00Z`)]);
      }
      const periods = [
        { from: day('2026-02-03'), to: day('2026-02-04') },
        { from: day('2026-02-01'), to: day('2026-02-02') },
        { from: day('2026-02-02'), to: day('2026-02-03') },
      ];
      const count = async (status: 'active' | 'archived') =>
        (await store.conversations.count({ workspace_id }, periods, status)).map(({ conversations }) => conversations);
      assert.deepEqual(await count('active'), [1, 2, 0]);
      assert.deepEqual(await count('archived'), [0, 0, 0]);
    });

    test('what was only looked up is counted apart, and listed when asked for', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const lookup = () => ({ start: makeStart({ kind: 'lookup' as const }), end: makeEnd() });
      await converse(store, { workspace_id, title: 'Talk' }, [lookup(), makeTurn('a'), makeTurn('b')]);
      await converse(store, { workspace_id, title: 'Lookups' }, [lookup(), lookup()]);
      const reach = { workspace_id };
      const [counted] = await store.conversations.count(reach, [ALL_TIME], 'active');
      assert.deepEqual([counted?.conversations, counted?.lookups], [1, 2]);
      assert.deepEqual(titles(await store.conversations.list({ reach, limit: 9 })), ['Talk']);
      assert.deepEqual(titles(await store.conversations.list({ reach, limit: 9, lookups: 'only' })), ['Lookups']);
      assert.equal((await store.conversations.list({ reach, limit: 9, lookups: 'too' })).length, 2);
      const { conversations, turns } = await countAll(store, reach);
      assert.deepEqual({ conversations, turns }, { conversations: 1, turns: 2 });
    });

    test('totals tell conversations, turns and when anything was last recorded', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const none = { conversations: 0, turns: 0, lookups: 0, last_recorded: null };
      assert.deepEqual(await countAll(store, { workspace_id }), none);
      await converse(store, { workspace_id }, [makeTurn('a'), makeTurn('b')]);
      await converse(store, { workspace_id }, [makeTurn('c', 'd', '2026-04-01T10:00:00Z')]);
      const totals = await countAll(store, { workspace_id });
      assert.deepEqual([totals.conversations, totals.turns], [2, 3]);
      assert.equal(instantOf(totals.last_recorded!), instantOf('2026-04-01T10:00:05Z'));
      assert.ok((await countAll(store, 'all')).turns >= 3);
    });

    test('a conversation in which nothing was said yet is not listed and not counted', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store);
      assert.deepEqual(await store.conversations.list({ reach: { workspace_id }, limit: 10 }), []);
      assert.equal((await countAll(store, { workspace_id })).conversations, 0);
    });

    test('a new title stays, and leaves the order alone', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const older = await converse(store, { workspace_id }, [makeTurn('a', 'b', '2026-01-01T10:00:00Z')]);
      await converse(store, { workspace_id, title: 'newer' }, [makeTurn('a', 'b', '2026-01-02T10:00:00Z')]);
      await store.conversations.update(older.uuid, { title: 'Ce que “nous” avons décidé 🎉' });
      const listed = await (await session.other()).conversations.list({ reach: { workspace_id }, limit: 10 });
      assert.deepEqual(titles(listed), ['newer', 'Ce que “nous” avons décidé 🎉']);
    });

    test('an archived conversation is listed among the archived only, and can come back', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const listed = async (status?: 'active' | 'archived') =>
        (await store.conversations.list({ reach: { workspace_id }, limit: 10, ...(status ? { status } : {}) })).length;
      await store.conversations.update(uuid, { status: 'archived' });
      assert.deepEqual([await listed(), await listed('active'), await listed('archived')], [0, 0, 1]);
      await store.conversations.update(uuid, { status: 'active' });
      assert.deepEqual([await listed(), await listed('active'), await listed('archived')], [1, 1, 0]);
    });

    test('a change to a conversation that is gone says so', async () => {
      const { conversations } = session.store;
      await assert.rejects(conversations.update('nobody', { title: 'x' }), because('not-found'));
      await assert.rejects(conversations.update('nobody', { status: 'archived' }), because('not-found'));
      await assert.rejects(conversations.delete('nobody'), because('not-found'));
    });

    test('deleting takes all that hangs on a conversation, and nothing else', async () => {
      const { store } = session;
      const turn = { start: makeStart(), end: makeEnd({ tools: [makeTool()] }) };
      const workspace_id = unique('w');
      const gone = await converse(store, { workspace_id }, [turn]);
      const kept = await converse(store, { workspace_id }, [turn]);
      const summaries = [];
      for (const { uuid } of [gone, kept]) {
        const summary = await store.summaries.add(makeSummary(uuid));
        await mentionFiles(store, (await turnAt(store, { conversation_id: uuid, turn_index: 0 }))!, 'src/upload.ts');
        await mentionIn(store, summary, ['src/upload.ts']);
        summaries.push(summary.uuid);
      }
      await store.conversations.delete(gone.uuid);

      assert.equal(await store.conversations.get(gone.uuid), undefined);
      assert.deepEqual(await turnsOf(store, gone.uuid, { limit: 10 }), []);
      assert.deepEqual(await store.turns.headers(gone.uuid, { limit: 10 }), []);
      assert.deepEqual(await store.summaries.ofConversation(gone.uuid), []);
      assert.equal(await readSummary(store, summaries[0]!), undefined);
      assert.deepEqual((await linksOf(store, summaries[0]!)).topics, []);
      const [mentions] = await store.files.mentionsOf(workspace_id, ['src/upload.ts']);
      assert.deepEqual([mentions?.turns.length, mentions?.summaries.length], [1, 1]);
      assert.equal((await countAll(store, { workspace_id })).turns, 1);
      assert.equal((await turnsOf(store, kept.uuid, { limit: 10 }))[0]?.tools.length, 1);
      assert.equal((await store.summaries.ofConversation(kept.uuid)).length, 1);
    });

    test('a deleted conversation that is seen again begins empty', async () => {
      const { store } = session;
      const draft = makeConversation({ external_id: unique('s') });
      const first = await ensureConversation(store, draft);
      const start = makeStart();
      const begun = await beginTurn(store, first.uuid, start);
      await store.conversations.delete(first.uuid);
      await assert.rejects(beginTurn(store, first.uuid, start), because('not-found'));
      await assert.rejects(endTurn(store, begun, makeEnd()), because('not-found'));
      const second = await ensureConversation(store, draft);
      assert.notEqual(second.uuid, first.uuid);
      assert.equal(second.turn_count, 0);
      assert.equal((await beginTurn(store, second.uuid, start)).began, true);
    });
  });
}

function turnAtTime(timestamp: string) {
  return { start: makeStart({ timestamp }), end: undefined };
}
