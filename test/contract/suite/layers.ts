import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SummaryDraft } from '../../../src/model/summary/summary.ts';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { instantOf } from '../../../src/util/dates.ts';
import { at, makeConversation, makeEnd, makeStart, makeTurn } from '../../support/builders.ts';
import { linksOf, mentionFiles, mentionIn } from '../../support/files.ts';
import { readSummary, trimOnly } from '../../support/keptSummaries.ts';
import { beginTurn, endTurn, ensureConversation } from '../../support/storing.ts';
import { because, converse, makeSummary, type Open, unique, useStore } from './harness.ts';

const range = (start_turn: number, end_turn: number, given: Partial<SummaryDraft> = {}) => ({
  start_turn,
  end_turn,
  char_range_start: start_turn * 100,
  char_range_end: (end_turn + 1) * 100,
  ...given,
});

export function layersSuite(open: Open): void {
  describe('layers', () => {
    const session = useStore(open);

    test('a mark tells per level how far the summaries reach, and never goes back', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      assert.deepEqual(await store.summaries.marks(uuid), []);
      await store.summaries.add(makeSummary(uuid, range(0, 4)));
      const last = await store.summaries.add(makeSummary(uuid, range(5, 9)));
      await store.summaries.add(makeSummary(uuid, range(0, 9, { level: 2 })));
      const marks = [
        { level: 1, next_turn: 10, next_char: 1000 },
        { level: 2, next_turn: 10, next_char: 1000 },
      ];
      assert.deepEqual(await store.summaries.marks(uuid), marks);
      await trimOnly(store, last.uuid);
      assert.deepEqual(await store.summaries.marks(uuid), marks);
    });

    test('an L1 is outdated while an answer is missing that came after it was made', async () => {
      const { store } = session;
      const { uuid: conversation_id } = await ensureConversation(store, makeConversation());
      const outdated = async () =>
        (await store.summaries.ofConversation(conversation_id, { outdated: true })).map(({ uuid }) => uuid);
      for (const _ of [0, 1]) {
        await beginTurn(store, conversation_id, makeStart());
      }
      await endTurn(store, { conversation_id, turn_index: 0 }, makeEnd());
      const draft = makeSummary(conversation_id, range(0, 1, { answers: 1 }));
      const { uuid } = await store.summaries.add(draft);
      assert.deepEqual(await outdated(), []);
      await endTurn(store, { conversation_id, turn_index: 1 }, makeEnd());
      assert.deepEqual(await outdated(), [uuid]);
      assert.equal((await readSummary(store, uuid))?.answers, 1);
      await store.summaries.rewrite(uuid, { ...draft, answers: 2 });
      assert.deepEqual(await outdated(), []);
    });

    test('an L1 goes on at its mark; one planned before others moved it is refused, and nothing changes', async () => {
      const { store } = session;
      const other = await session.other();
      for (const staged of [false, true]) {
        const { uuid } = await converse(store);
        await other.summaries.add(makeSummary(uuid, range(0, 2)), { staged });
        const marks = await store.summaries.marks(uuid, staged);
        for (const [start, end] of [
          [0, 1],
          [0, 4],
          [1, 2],
          [2, 3],
          [4, 5],
        ] as const) {
          const late = makeSummary(uuid, range(start, end));
          await assert.rejects(
            store.summaries.add(late, { staged, links: { topics: ['Late'] } }),
            because('overtaken'),
          );
        }
        assert.equal((await store.summaries.ofConversation(uuid, { staged })).length, 1);
        assert.deepEqual(await store.summaries.marks(uuid, staged), marks);
        await store.summaries.add(makeSummary(uuid, range(3, 3)), { staged });
      }
    });

    test('a higher one condenses the first summaries that wait below it, all of them still there', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const below: string[] = [];
      for (let turn = 0; turn < 6; turn++) {
        below.push((await store.summaries.add(makeSummary(uuid, range(turn, turn)))).uuid);
      }
      const over = (start: number, end: number, parent_summaries: string[]) =>
        store.summaries.add(
          makeSummary(uuid, range(start, end, { level: 2, source_type: 'SUMMARY', parent_summaries })),
        );
      await over(0, 1, below.slice(0, 2));
      await assert.rejects(over(0, 2, below.slice(0, 3)), because('overtaken'), 'two of them are in an L2');
      await assert.rejects(over(3, 4, below.slice(3, 5)), because('overtaken'), 'one is left out');
      await assert.rejects(over(2, 3, [below[2]!, 'gone']), because('overtaken'));
      await trimOnly(store, below[2]!);
      await assert.rejects(over(2, 3, below.slice(2, 4)), because('overtaken'), 'one was trimmed');
      const next = await over(3, 4, below.slice(3, 5));
      assert.deepEqual(next.parent_summaries, below.slice(3, 5), 'what was trimmed is passed over');
    });

    test('staged summaries that do not reach as far as the others do not take their place', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const old = await store.summaries.add(makeSummary(uuid, range(0, 1)));
      await store.summaries.add(makeSummary(uuid, range(0, 2)), { staged: true });
      const meanwhile = await store.summaries.add(makeSummary(uuid, range(2, 4)));
      assert.equal(await store.summaries.publish(uuid), false);
      assert.deepEqual(await store.summaries.ofConversation(uuid), [old, meanwhile]);
      assert.equal((await store.summaries.ofConversation(uuid, { staged: true })).length, 1);
      await store.summaries.add(makeSummary(uuid, range(3, 4)), { staged: true });
      assert.equal(await store.summaries.publish(uuid), true);
      const starts = (await store.summaries.ofConversation(uuid)).map(({ start_turn }) => start_turn);
      assert.deepEqual(starts, [0, 3]);
    });

    test('staged summaries are seen by nobody until they take the place of the others, at once', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, {}, [makeTurn('a')]);
      const old = await store.summaries.add(makeSummary(uuid, range(0, 4)));
      const fresh = await store.summaries.add(
        makeSummary(uuid, range(0, 4, { conversation_summary: 'Fresh quokka.' })),
        { staged: true },
      );
      const parent = makeSummary(uuid, range(0, 4, { level: 2, parent_summaries: [fresh.uuid] }));
      await store.summaries.add(parent, { staged: true });
      assert.deepEqual(await store.summaries.ofConversation(uuid), [old]);
      assert.equal((await store.summaries.ofConversation(uuid, { staged: true })).length, 2);
      assert.deepEqual(await store.summaries.marks(uuid, true), [
        { level: 1, next_turn: 5, next_char: 500 },
        { level: 2, next_turn: 5, next_char: 500 },
      ]);
      assert.equal((await store.summaries.statistics({ workspace_id }))[0]?.count, 1);
      const search = { text: 'quokka', reach: { workspace_id }, limits: [{ levels: [1, 2], limit: 5 }] };
      assert.deepEqual(await store.search.summaries(search), []);
      await store.summaries.publish(uuid);
      assert.deepEqual(
        (await store.summaries.ofConversation(uuid)).map(({ level, conversation_summary }) => [
          level,
          conversation_summary,
        ]),
        [
          [1, 'Fresh quokka.'],
          [2, parent.conversation_summary],
        ],
      );
      assert.deepEqual(await store.summaries.ofConversation(uuid, { staged: true }), []);
      assert.equal(await readSummary(store, old.uuid), undefined);
      assert.equal((await store.summaries.marks(uuid)).length, 2);
      assert.equal((await store.search.summaries(search))[0]?.summary.uuid, fresh.uuid);
      await store.summaries.publish(uuid);
      assert.equal((await store.summaries.ofConversation(uuid)).length, 2, 'publishing nothing changes nothing');
    });

    test('what a person said about a summary holds for the one that takes its place', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const old = [range(0, 2), range(3, 5), range(6, 6), range(0, 5, { level: 2 })];
      const ids: string[] = [];
      for (const given of old) {
        ids.push((await store.summaries.add(makeSummary(uuid, given))).uuid);
      }
      const ruled = async () => {
        const rules = await store.rules.list({ workspace_id });
        const of = async ({ item, rule }: (typeof rules)[number]) => {
          const summary = await readSummary(store, 'summary_id' in item ? item.summary_id : '');
          return `${rule} L${summary?.level} ${summary?.start_turn}-${summary?.end_turn}`;
        };
        return (await Promise.all(rules.map(of))).sort();
      };
      for (const [index, rule] of (['pin', 'leave-out', 'pin', 'pin'] as const).entries()) {
        await store.rules.set({ summary_id: ids[index]! }, rule);
      }
      for (const given of [range(0, 2), range(3, 3), range(4, 6), range(0, 3, { level: 2 })]) {
        await store.summaries.add(makeSummary(uuid, given), { staged: true });
      }
      await store.summaries.publish(uuid);
      // 3-5 and 6-6 come together in 4-6.
      assert.deepEqual(await ruled(), ['leave-out L1 4-6', 'pin L1 0-2', 'pin L2 0-3']);
    });

    test('what is staged can be forgotten', async () => {
      const { store } = session;
      const { uuid } = await converse(store);
      const old = await store.summaries.add(makeSummary(uuid));
      await store.summaries.add(makeSummary(uuid), { staged: true });
      await store.summaries.unstage(uuid);
      await store.summaries.publish(uuid);
      assert.deepEqual(await store.summaries.ofConversation(uuid), [old]);
      assert.deepEqual(await store.summaries.marks(uuid, true), []);
    });

    test('a summary is rewritten in its place, and found by its new words only', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const first = await store.summaries.add(
        makeSummary(uuid, { conversation_summary: 'A heron.', provisional: true }),
      );
      const { uuid: id, ...draft } = first;
      const better = { ...draft, conversation_summary: 'An ibis.', made_by: 'gemini/x', provisional: false };
      assert.equal(await store.summaries.rewrite(id, better), true);
      assert.deepEqual(await readSummary(store, id), { ...better, uuid: id });
      const find = (text: string) =>
        store.search.summaries({ text, reach: { workspace_id }, limits: [{ levels: [1], limit: 5 }] });
      assert.equal((await find('heron')).length, 0);
      assert.equal((await find('ibis')).length, 1);
      assert.equal(await store.summaries.rewrite('nobody', better), false);
    });

    test('a summary rewritten without a word on links keeps them, and those that still wait', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const links = { topics: ['Estuaries'], names: { files: ['weir.ts'], scopes: ['open'] } };
      const { uuid: id, ...draft } = await store.summaries.add(makeSummary(uuid, { provisional: true }), { links });
      await store.summaries.rewrite(id, { ...draft, provisional: false });
      assert.deepEqual((await linksOf(store, id)).topics, ['Estuaries']);
      assert.deepEqual((await store.mentions.waiting(workspace_id, 5)).summaries[0]?.names, links.names);
    });

    test('a summary mentions the files of its turns, what was named besides, and all of the summaries below', async () => {
      const { store } = session;
      const { uuid } = await converse(store, {}, [makeTurn('a'), makeTurn('b'), makeTurn('c')]);
      const turns = await turnsOf(store, uuid, { limit: 3 });
      for (const [index, path] of ['a.ts', 'b.ts', 'c.ts'].entries()) {
        await mentionFiles(store, turns[index]!, path);
      }
      const links = { files: ['named.ts', 'a.ts'], topics: ['Uploads', 'uploads', 'Retries'] };
      const first = await store.summaries.add(makeSummary(uuid, range(0, 0)), { links });
      const second = await store.summaries.add(makeSummary(uuid, range(1, 1)));
      const parent = await store.summaries.add(
        makeSummary(uuid, {
          ...range(0, 1, { level: 2 }),
          source_type: 'SUMMARY',
          parent_summaries: [first.uuid, second.uuid],
        }),
      );
      const filesOf = async (summary_id: string) => (await linksOf(store, summary_id)).files.map(f => f.path);
      assert.deepEqual(await filesOf(first.uuid), ['a.ts', 'named.ts']);
      assert.deepEqual(await filesOf(second.uuid), ['b.ts']);
      assert.deepEqual(await filesOf(parent.uuid), ['a.ts', 'b.ts', 'named.ts']);
      const topics = (await linksOf(store, parent.uuid)).topics;
      assert.deepEqual(topics.sort(), ['Retries', 'Uploads']);
    });

    test('those asked for come in that order, are dated by their last turn, and name files and symbols', async () => {
      const { store } = session;
      const times = ['2026-03-02T10:00:00+01:00', '2026-03-03T10:00:00-05:00'];
      const turns = times.map(time => makeTurn('q', 'a', time));
      const { uuid } = await converse(store, { title: 'Uploads' }, turns);
      const links = { files: ['src/b.ts', 'src/a.ts'] };
      const first = await store.summaries.add(makeSummary(uuid, range(0, 0)));
      const second = await store.summaries.add(makeSummary(uuid, range(1, 1)), { links });
      const ahead = await store.summaries.add(makeSummary(uuid, range(2, 3)));
      for (const name of ['send', 'retry']) {
        const symbol = { path: 'src/a.ts', name, kind: 'function', start_line: 1, end_line: 2, content_hash: 'h' };
        await mentionIn(store, second, [], [symbol]);
      }
      const found = await store.summaries.read([ahead.uuid, first.uuid, 'nobody', second.uuid]);
      assert.deepEqual(
        found.map(({ summary, timestamp }) => [summary, timestamp]),
        [
          [ahead, ahead.created_at],
          [first, at(times[0]!)],
          [second, at(times[1]!)],
        ],
      );
      const { conversation_title, files, scopes } = found[2]!;
      assert.deepEqual([conversation_title, files], ['Uploads', ['src/a.ts', 'src/b.ts']]);
      const symbolOf = (name: string) => ({ path: 'src/a.ts', name, changed: false });
      assert.deepEqual(scopes, [symbolOf('retry'), symbolOf('send')]);
      assert.deepEqual(await store.summaries.read([]), []);
    });

    test('lists a level over conversations, the newest turns first, with title and files', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const days = ['2026-03-02', '2026-03-04', '2026-03-03'];
      for (const day of days) {
        const { uuid } = await converse(store, { workspace_id, title: day }, [makeTurn('q', 'a', `${day}T10:00:00Z`)]);
        await store.summaries.add(makeSummary(uuid, { ...range(0, 0), provisional: day === days[0] }));
      }
      const [newest] = await store.summaries.list({ reach: { workspace_id }, level: 1, limit: 1 });
      await mentionIn(store, newest!.summary, ['src/upload.ts']);
      const listed = await store.summaries.list({ reach: { workspace_id }, level: 1, limit: 10 });
      assert.deepEqual(
        listed.map(({ conversation_title, files }) => [conversation_title, files]),
        [
          ['2026-03-04', ['src/upload.ts']],
          ['2026-03-03', []],
          ['2026-03-02', []],
        ],
      );
      const page = { reach: { workspace_id }, level: 1, limit: 1, offset: 1 };
      assert.deepEqual(await store.summaries.list(page), [listed[1]]);
      assert.deepEqual(await store.summaries.list({ ...page, offset: 0, provisional: true }), [listed[2]]);
      await store.conversations.update(listed[0]!.summary.conversation_id, { status: 'archived' });
      assert.equal((await store.summaries.list({ ...page, limit: 10, offset: 0 })).length, 2);
    });

    test('tells what no L1 covers yet', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const turns = Array.from({ length: 6 }, (_, i) => makeTurn(`${i}`.repeat(60), 'a'.repeat(40)));
      const { uuid } = await converse(store, { workspace_id }, turns);
      assert.deepEqual(await store.summaries.uncovered({ workspace_id }), [
        { conversation_id: uuid, turns: 6, chars: 600 },
      ]);
      await store.summaries.add(makeSummary(uuid, range(0, 3)));
      assert.deepEqual(await store.summaries.uncovered({ workspace_id }), [
        { conversation_id: uuid, turns: 2, chars: 200 },
      ]);
      await store.summaries.add(makeSummary(uuid, range(4, 5)));
      assert.deepEqual(await store.summaries.uncovered({ workspace_id }), []);
    });

    test('trims by level and by the age of the turns; what was trimmed is not to be made again', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const { uuid } = await converse(store, { workspace_id }, [
        makeTurn('old', 'a', '2026-01-01T10:00:00Z'),
        makeTurn('new', 'a', '2026-03-01T10:00:00Z'),
      ]);
      await store.summaries.add(makeSummary(uuid, range(0, 0)));
      await store.summaries.add(makeSummary(uuid, range(1, 1)));
      await store.summaries.add(makeSummary(uuid, range(0, 1, { level: 2 })));
      const marks = await store.summaries.marks(uuid);
      const rules = [
        { level: 1, before: Date.UTC(2026, 1, 1) },
        { level: 2, before: Date.UTC(2026, 1, 1) },
      ];
      const reach = { workspace_id };
      assert.equal(await store.summaries.trim(reach, rules, true), 1);
      assert.equal((await store.summaries.ofConversation(uuid)).length, 3);
      assert.equal(await store.summaries.trim(reach, rules, false), 1);
      assert.deepEqual(
        (await store.summaries.ofConversation(uuid)).map(({ level, start_turn }) => [level, start_turn]),
        [
          [1, 1],
          [2, 0],
        ],
      );
      assert.deepEqual(await store.summaries.marks(uuid), marks);
      assert.equal((await turnsOf(store, uuid, { limit: 9 })).length, 2, 'turns are never trimmed');
    });

    test('what is pinned is not trimmed', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const { uuid } = await converse(store, { workspace_id }, [makeTurn('old', 'a', '2026-01-01T10:00:00Z')]);
      const { uuid: summary_id } = await store.summaries.add(makeSummary(uuid, range(0, 0)));
      await store.rules.set({ summary_id }, 'pin');
      const rules = [{ level: 1, before: Date.UTC(2026, 1, 1) }];
      assert.equal(await store.summaries.trim({ workspace_id }, rules, false), 0);
      assert.equal((await store.summaries.ofConversation(uuid)).length, 1);
      await store.rules.set({ summary_id }, 'leave-out');
      assert.equal(await store.summaries.trim({ workspace_id }, rules, false), 1);
    });

    test('statistics of a stretch of time count what was made in it', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const times = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z'].map(at);
      for (const [start, created_at] of times.entries()) {
        await store.summaries.add(makeSummary(uuid, range(start, start, { created_at, provisional: start > 0 })));
      }
      const [level] = await store.summaries.statistics({ workspace_id }, instantOf(times[1]!), instantOf(times[2]!));
      assert.deepEqual(level, { level: 1, count: 1, provisional: 1, oldest: times[1], newest: times[1] });
    });
  });
}

export function summarySearchSuite(open: Open): void {
  describe('search over summaries', () => {
    const session = useStore(open);
    const limits = [
      { levels: [1], limit: 5 },
      { levels: [2, 3], limit: 3 },
    ];

    test('the more of the question’s words a summary has, the more similar it is, from 0 to 1', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, { title: 'Birds' }, [
        makeTurn('a', 'b', '2026-03-04T10:00:00Z'),
      ]);
      const texts = ['The heron nests by the weir.', 'The heron flies.', 'Nothing of that kind.'];
      for (const [start, conversation_summary] of texts.entries()) {
        await store.summaries.add(
          makeSummary(uuid, range(start, start, { conversation_summary, actions_summary: '', key_findings: [] })),
        );
      }
      const hits = await store.search.summaries({
        text: 'where does the heron nest, at which weir?',
        reach: { workspace_id },
        limits,
      });
      assert.deepEqual(
        hits.map(({ summary }) => summary.conversation_summary),
        texts.slice(0, 2),
      );
      const [best, second] = hits;
      assert.equal(best!.similarity, 1);
      assert.equal(best!.words, best!.similarity);
      assert.ok(second!.similarity > 0 && second!.similarity < 1);
      assert.equal(best!.conversation_title, 'Birds');
    });

    test('each group of levels has its own limit, and staged or foreign summaries are not found', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const other = await converse(store);
      const text = { conversation_summary: 'About the capybara.' };
      for (let turn = 0; turn < 8; turn++) {
        await store.summaries.add(makeSummary(uuid, range(turn, turn, text)));
        await store.summaries.add(makeSummary(uuid, range(turn, turn, { ...text, level: 2 + (turn % 2) })));
      }
      await store.summaries.add(makeSummary(uuid, range(0, 21, text)), { staged: true });
      await store.summaries.add(makeSummary(other.uuid, text));
      const find = async (reach: 'all' | { workspace_id: string }) =>
        (await store.search.summaries({ text: 'capybara', reach, limits })).map(({ summary }) => summary);
      const found = await find({ workspace_id });
      assert.equal(found.filter(({ level }) => level === 1).length, 5);
      assert.equal(found.filter(({ level }) => level > 1).length, 3);
      assert.ok(found.every(({ conversation_id }) => conversation_id === uuid));
      assert.ok((await find('all')).length >= found.length);
    });

    test('a trimmed summary, a deleted or archived conversation is not found', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const make = async () => {
        const { uuid } = await converse(store, { workspace_id });
        const summary = await store.summaries.add(makeSummary(uuid, { conversation_summary: 'A dugong.' }));
        return { uuid, summary };
      };
      const [first, second, third] = [await make(), await make(), await make()];
      await trimOnly(store, first.summary.uuid);
      await store.conversations.delete(second.uuid);
      await store.conversations.update(third.uuid, { status: 'archived' });
      const search = { text: 'dugong', reach: { workspace_id }, limits };
      assert.deepEqual(await store.search.summaries(search), []);
      assert.equal((await store.search.summaries({ ...search, includeArchived: true })).length, 1);
    });

    test('odd questions find nothing and break nothing', async () => {
      for (const text of ['', '   ', '"', '***', 'NEAR(', '\0', 'AND OR NOT', '“”', '-:^']) {
        assert.ok(Array.isArray(await session.store.search.summaries({ text, reach: 'all', limits })), text);
      }
    });
  });
}
