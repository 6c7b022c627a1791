import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SearchHit } from '../../../src/model/search/hits.ts';
import type { SearchQuery, SummarySearch } from '../../../src/store/searchStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { instantOf } from '../../../src/util/dates.ts';
import { makeEnd, makeStart, makeTool, makeTurn } from '../../support/builders.ts';
import { moveFile } from '../../support/files.ts';
import { beginTurn, endTurn } from '../../support/storing.ts';
import { because, converse, makeSummary, type Open, turnAt, unique, useStore } from './harness.ts';

export function searching(store: Store, workspace_id: string) {
  return (text: string, more: Partial<SearchQuery> = {}): Promise<SearchHit[]> =>
    store.search.turns({ text, reach: { workspace_id }, limit: 20, ...more });
}

export const foundTurns = (hits: SearchHit[]) => hits.map(({ turn_index }) => turn_index);
export const marked = ({ snippet, highlights }: SearchHit) =>
  highlights.map(([start, end]) => snippet.slice(start, end));

/** What every store finds, with a full-text index or without. */
export function searchSuite(open: Open): void {
  describe('search', () => {
    const session = useStore(open);

    test('finds a turn by what was asked and by what was answered, and says where it is', async () => {
      const { store } = session;
      const start = makeStart({ content: 'Is the giraffe tall?', references: [{ path: 'src/zoo.ts' }] });
      const end = makeEnd({
        content: 'It reaches the acacia.',
        tools: [makeTool({ arguments: { path: 'src/tree.ts' } })],
      });
      const talk = await converse(store, { title: 'Animals', workspace_name: 'zoo' }, [{ start, end }]);
      const find = searching(store, talk.workspace_id);
      const [asked] = await find('giraffe');
      assert.deepEqual(
        { ...asked, score: 0 },
        {
          conversation_id: talk.uuid,
          conversation_title: 'Animals',
          source: 'memory',
          workspace_id: talk.workspace_id,
          workspace_name: 'zoo',
          turn_index: 0,
          role: 'user',
          timestamp: start.timestamp,
          snippet: 'Is the giraffe tall?',
          highlights: [[7, 14]],
          files: ['src/zoo.ts', 'src/tree.ts'],
          score: 0,
          complete: true,
        },
      );
      const [answered] = await find('acacia');
      assert.deepEqual([answered?.role, answered?.snippet, marked(answered!)], ['assistant', end.content, ['acacia']]);
      assert.deepEqual(await find('rhinoceros'), []);
    });

    test('a turn is found as soon as it began, and by its answer as soon as it ended', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store);
      const find = searching(store, workspace_id);
      const ref = await beginTurn(store, uuid, makeStart({ content: 'Where is the walrus?' }));
      assert.equal((await find('walrus')).length, 1);
      await endTurn(store, ref, makeEnd({ content: 'On the iceberg.' }));
      assert.deepEqual([(await find('walrus')).length, (await find('iceberg')).length], [1, 1]);
      assert.equal((await find('walrus iceberg'))[0]?.complete, true);
    });

    test('case does not matter', async () => {
      const { workspace_id } = await converse(session.store, {}, [makeTurn('The HTTP Server')]);
      assert.equal((await searching(session.store, workspace_id)('http SERVER')).length, 1);
    });

    test('little words do not decide, unless there is nothing else', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [makeTurn('upload retries'), makeTurn('to be or not to be')]);
      const find = searching(store, workspace_id);
      assert.deepEqual(foundTurns(await find('what is it about the upload')), [0]);
      assert.deepEqual(foundTurns(await find('to be or not')), [1]);
    });

    test('an unfinished last word finds what it may become', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [makeTurn('the exponential backoff')]);
      const find = searching(store, workspace_id);
      assert.deepEqual(foundTurns(await find('exponential ba', { prefix: true })), [0]);
      assert.deepEqual(foundTurns(await find('expo', { prefix: true })), [0]);
    });

    test('quoted words belong together', async () => {
      const { store } = session;
      const turns = [makeTurn('the retry policy of uploads'), makeTurn('the policy to retry')];
      const { workspace_id } = await converse(store, {}, turns);
      const find = searching(store, workspace_id);
      assert.equal((await find('retry policy')).length, 2);
      assert.deepEqual(foundTurns(await find('"retry policy"')), [0]);
      assert.deepEqual(foundTurns(await find('uploads "retry policy')), [0]);
    });

    test('one side only, when asked for', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [
        makeTurn('lemur here', 'fine'),
        makeTurn('fine', 'lemur there'),
      ]);
      const find = searching(store, workspace_id);
      const [user, ...moreUser] = await find('lemur', { role: 'user' });
      const [assistant, ...moreAssistant] = await find('lemur', { role: 'assistant' });
      assert.deepEqual([user?.turn_index, user?.role, moreUser], [0, 'user', []]);
      assert.deepEqual([assistant?.turn_index, assistant?.role, moreAssistant], [1, 'assistant', []]);
    });

    test('one source only, when asked for', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      await converse(store, { workspace_id, source: 'roo' }, [makeTurn('the okapi')]);
      await converse(store, { workspace_id }, [makeTurn('the okapi')]);
      const find = searching(store, workspace_id);
      assert.equal((await find('okapi')).length, 2);
      assert.deepEqual(
        (await find('okapi', { source: 'roo' })).map(({ source }) => source),
        ['roo'],
      );
    });

    test('by part of the path of an attached file or of one that a tool used, with words or without', async () => {
      const { store } = session;
      const attached = makeStart({ content: 'yak', references: [{ path: 'src/upload/retryQueue.ts' }] });
      const used = makeEnd({ tools: [makeTool({ arguments: { path: 'src/download/resume.ts' } })] });
      const { workspace_id } = await converse(store, {}, [
        { start: attached, end: makeEnd() },
        { start: makeStart({ content: 'yak' }), end: used },
        makeTurn('yak'),
      ]);
      const find = searching(store, workspace_id);
      assert.equal((await find('yak')).length, 3);
      for (const file of ['src/upload/retryQueue.ts', 'retryQueue.ts', 'upload', 'upload/retryQ']) {
        assert.deepEqual(foundTurns(await find('yak', { file })), [0], file);
        assert.deepEqual(foundTurns(await find('', { file })), [0], file);
      }
      assert.deepEqual(foundTurns(await find('yak', { file: 'download/resume.ts' })), [1]);
      assert.deepEqual(await find('yak', { file: 'nowhere.ts' }), []);
      assert.deepEqual(await find('absent', { file: 'upload' }), []);
    });

    test('by part of the present path of a file that the words of a turn were linked to', async () => {
      const { store } = session;
      const old = makeTurn('yak in the queue', 'It waits.', '2024-01-01T00:00:00Z');
      const attached = makeStart({
        content: 'yak',
        references: [{ path: 'src/queue.ts' }],
        timestamp: '2024-02-01T00:00:00Z',
      });
      const turns = [old, { start: attached, end: makeEnd() }, makeTurn('the queue', 'yak', '2024-03-01T00:00:00Z')];
      const { uuid, workspace_id } = await converse(store, {}, [...turns, makeTurn('yak elsewhere')]);
      for (const turn_index of [0, 1, 2]) {
        const { user, assistant } = await turnAt(store, uuid, turn_index);
        const message_id = turn_index === 2 ? assistant!.uuid : user.uuid;
        const link = { message_id, path: 'src/queue.ts', kind: 'prose' as const, line: null, symbol: null };
        const links = { message_ids: [user.uuid], files: [link], open: [] };
        await store.mentions.linkTurns([{ ref: { conversation_id: uuid, turn_index }, links }]);
      }
      const find = searching(store, workspace_id);
      for (const file of ['src/queue.ts', 'queue.ts', 'QUEUE', './src/queue.ts', 'src\\queue.ts']) {
        assert.deepEqual(foundTurns(await find('', { file })), [2, 1, 0], `${file}, newest first`);
        assert.deepEqual(foundTurns(await find('yak', { file })).sort(), [0, 1, 2], file);
      }
      assert.deepEqual(foundTurns(await find('', { file: 'queue', limit: 2 })), [2, 1]);
      assert.deepEqual(foundTurns(await find('yak', { file: 'queue', role: 'assistant' })), [2]);
      assert.deepEqual(foundTurns(await find('waits', { file: 'queue.ts' })), [0]);
      assert.deepEqual(await find('absent', { file: 'queue.ts' }), []);
      assert.deepEqual(await searching(store, unique('w'))('', { file: 'queue.ts' }), []);
      await moveFile(store, workspace_id, 'src/queue.ts', 'lib/line.ts');
      const renamed = await find('', { file: 'lib/line.ts' });
      assert.deepEqual(foundTurns(renamed), [2, 1, 0]);
      assert.deepEqual(
        renamed.map(({ files }) => files),
        [['lib/line.ts'], ['lib/line.ts'], ['lib/line.ts']],
      );
    });

    test('within a period: from included, to not', async () => {
      const { store } = session;
      const times = ['2026-01-01T00:00:00.000+00:00', '2026-01-02T01:00:00.000+02:00', '2026-01-02T00:00:00.000+00:00'];
      const turns = times.map(timestamp => ({ start: makeStart({ content: 'ibex', timestamp }), end: undefined }));
      const { workspace_id } = await converse(store, {}, turns);
      const [from, to] = [instantOf(times[0]!), instantOf(times[2]!)];
      const find = searching(store, workspace_id);
      assert.deepEqual(foundTurns(await find('ibex', { from, to })).sort(), [0, 1]);
      assert.deepEqual(foundTurns(await find('ibex', { from: to })), [2]);
    });

    test('archived conversations only when asked for', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, { title: 'Tapir' }, [makeTurn('the tapir')]);
      await store.conversations.update(uuid, { status: 'archived' });
      const find = searching(store, workspace_id);
      assert.deepEqual(await find('tapir'), []);
      assert.equal((await find('tapir', { includeArchived: true })).length, 2);
    });

    test('what was only looked up is found by those who want to delete it, and by nobody else', async () => {
      const { store } = session;
      const asked = { start: makeStart({ content: 'koala', kind: 'lookup' }), end: makeEnd({ content: 'a koala' }) };
      const pending = { start: makeStart({ content: 'koala', kind: 'lookup' }), end: undefined };
      const { workspace_id } = await converse(store, {}, [asked, makeTurn('koala'), pending]);
      const find = searching(store, workspace_id);
      assert.deepEqual(foundTurns(await find('koala')), [1]);
      assert.deepEqual(foundTurns(await find('koala', { lookups: true })).sort(), [0, 1, 2]);
    });

    test('of what was told to memory the words are found, not the reply', async () => {
      const { store } = session;
      const start = makeStart({ content: 'the echidna listens on port 5433', kind: 'note' });
      const turns = [{ start, end: makeEnd({ content: 'Noted. Somebody quoted the numbat.' }) }];
      const { workspace_id } = await converse(store, {}, turns);
      const find = searching(store, workspace_id);
      assert.deepEqual(foundTurns(await find('echidna')), [0]);
      assert.deepEqual(await find('numbat'), []);
      assert.deepEqual(await find('numbat', { role: 'assistant' }), []);
    });

    test('a conversation in which something was only looked up is not found by its title', async () => {
      const { store } = session;
      const lookup = { start: makeStart({ content: 'a', kind: 'lookup' }), end: makeEnd() };
      const { workspace_id } = await converse(store, { title: 'wombat' }, [lookup]);
      assert.deepEqual(await searching(store, workspace_id)('wombat'), []);
    });

    test('where age counts, a new summary with most of the words comes before many old ones with all of them', async () => {
      const { store } = session;
      const workspace_id = unique('w');
      const now = instantOf('2026-03-01T12:00:00Z');
      const said = (timestamp: string) => ({
        start: makeStart({ content: 'a', timestamp }),
        end: makeEnd({ timestamp }),
      });
      const old = Array.from({ length: 40 }, () => said('2026-01-01T12:00:00.000+00:00'));
      const before = await converse(store, { workspace_id }, old);
      for (const turn of old.keys()) {
        const text = `numbat quokka bilby potoroo ${turn}`;
        const range = { start_turn: turn, end_turn: turn };
        await store.summaries.add(makeSummary(before.uuid, { conversation_summary: text, ...range }));
      }
      const today = await converse(store, { workspace_id }, [said('2026-03-01T11:00:00.000+00:00')]);
      const text = 'numbat quokka bilby today';
      await store.summaries.add(makeSummary(today.uuid, { conversation_summary: text, start_turn: 0, end_turn: 0 }));
      const search = {
        text: 'numbat quokka bilby potoroo',
        reach: { workspace_id },
        limits: [{ levels: [1], limit: 10 }],
      };
      const firsts = async (given: Partial<SummarySearch>) =>
        (await store.search.summaries({ ...search, ...given }))[0]?.summary.conversation_id;
      assert.equal(await firsts({ recency: { now, days: 7 } }), today.uuid);
      assert.equal(await firsts({}), before.uuid);
    });

    test('a summary of nothing but lookups is not found', async () => {
      const { store } = session;
      const lookup = () => ({ start: makeStart({ content: 'a', kind: 'lookup' }), end: makeEnd() });
      const { uuid, workspace_id } = await converse(store, {}, [lookup(), lookup(), makeTurn('b')]);
      for (const [start_turn, end_turn, level] of [
        [0, 1, 1],
        [2, 2, 1],
        [0, 2, 2],
      ] as const) {
        await store.summaries.add(makeSummary(uuid, { level, conversation_summary: 'wallaby', start_turn, end_turn }));
      }
      const limits = [{ levels: [1, 2], limit: 9 }];
      const hits = await store.search.summaries({ text: 'wallaby', reach: { workspace_id }, limits });
      assert.deepEqual(hits.map(({ summary }) => summary.start_turn).sort(), [0, 2]);
    });

    test('filters reach behind the many that match elsewhere', async () => {
      const { store } = session;
      const word = unique('marmot').replaceAll('-', '');
      const many = Array.from({ length: 250 }, () => makeTurn(`${word} ${word} ${word}`, word));
      await converse(store, {}, many);
      const mine = await converse(store, {}, [makeTurn(`a long text in which the ${word} comes last of all words`)]);
      assert.equal((await searching(store, mine.workspace_id)(word)).length, 1);
    });

    test('a workspace finds its own, and all finds everything', async () => {
      const { store } = session;
      const word = unique('quokka').replaceAll('-', '');
      const mine = await converse(store, {}, [makeTurn(word)]);
      await converse(store, {}, [makeTurn(word)]);
      assert.equal((await searching(store, mine.workspace_id)(word)).length, 1);
      assert.equal((await store.search.turns({ text: word, reach: 'all', limit: 20 })).length, 2);
    });

    test('no more hits than asked for, the best ones first', async () => {
      const { store } = session;
      const { workspace_id } = await converse(
        store,
        {},
        Array.from({ length: 30 }, (_, i) => makeTurn(`bison ${i}`)),
      );
      const hits = await searching(store, workspace_id)('bison', { limit: 7 });
      assert.equal(hits.length, 7);
      assert.deepEqual(
        hits.map(({ score }) => score),
        hits.map(({ score }) => score).sort((a, b) => b - a),
      );
    });

    test('a title is found, follows its renaming, and has no turn', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, { title: 'Pangolin care' }, [makeTurn('a')]);
      const find = searching(store, workspace_id);
      const [hit] = await find('pangolin');
      assert.deepEqual([hit?.conversation_id, hit?.turn_index, hit?.snippet], [uuid, undefined, 'Pangolin care']);
      assert.deepEqual(marked(hit!), ['Pangolin']);
      await store.conversations.update(uuid, { title: 'Axolotl care' });
      assert.deepEqual(await find('pangolin'), []);
      assert.equal((await find('axolotl'))[0]?.conversation_title, 'Axolotl care');
      assert.equal((await find('axol', { prefix: true })).length, 1);
    });

    test('a deleted conversation is not found any more', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, { title: 'Dodo' }, [makeTurn('a dodo', 'the dodo')]);
      const find = searching(store, workspace_id);
      assert.equal((await find('dodo')).length, 2);
      await store.conversations.delete(uuid);
      assert.deepEqual(await find('dodo'), []);
      // Whatever takes its place must not answer to its words.
      await converse(store, { workspace_id, title: 'Finch' }, [makeTurn('a finch')]);
      assert.deepEqual(await find('dodo'), []);
      assert.equal((await find('finch')).length, 2);
    });

    test('what one window records, another finds at once', async () => {
      const { store } = session;
      const other = await session.other();
      const { workspace_id } = await converse(store, {}, [makeTurn('the numbat')]);
      assert.equal((await searching(other, workspace_id)('numbat')).length, 1);
    });

    test('an empty question finds nothing', async () => {
      const { workspace_id } = await converse(session.store, {}, [makeTurn('something')]);
      const find = searching(session.store, workspace_id);
      for (const text of ['', '   ', '""', '?!', '"', '" "']) {
        assert.deepEqual(await find(text), [], text);
        assert.deepEqual(await find(text, { prefix: true }), [], text);
      }
    });
  });
}

/** What a full-text index adds. */
export function fullTextSuite(open: Open): void {
  describe('full text', () => {
    const session = useStore(open);

    test('a turn with all the words comes before one with some of them, however often', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [
        makeTurn('socket socket socket socket', 'socket socket'),
        makeTurn(`${'much else is said here '.repeat(40)} socket`, 'and then a timeout'),
        makeTurn('timeout'),
      ]);
      const hits = await searching(store, workspace_id)('socket timeout');
      assert.equal(hits[0]?.turn_index, 1);
      assert.deepEqual(
        hits.map(({ complete }) => complete),
        [true, false, false],
      );
    });

    test('words of one family meet', async () => {
      const { store } = session;
      const turns = ['we retried it', 'two retries', 'a retry', 'retrying now', 'the connection'].map(text =>
        makeTurn(text),
      );
      const { workspace_id } = await converse(store, {}, turns);
      const find = searching(store, workspace_id);
      for (const word of ['retry', 'retries', 'retried', 'RETRYING']) {
        const hits = await find(word);
        assert.deepEqual(foundTurns(hits).sort(), [0, 1, 2, 3], word);
        assert.ok(
          hits.every(hit => marked(hit).length === 1),
          `${word} is marked`,
        );
      }
      assert.deepEqual(foundTurns(await find('connections')), [4]);
    });

    test('a word being typed is found at each letter, also beyond its stem', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [makeTurn('the configuration of retries')]);
      const find = searching(store, workspace_id);
      for (const word of ['configuration', 'retries']) {
        for (let length = 3; length <= word.length; length++) {
          const typed = word.slice(0, length);
          assert.deepEqual(foundTurns(await find(typed, { prefix: true })), [0], typed);
        }
      }
    });

    test('identifiers answer to their parts and to their whole', async () => {
      const { store } = session;
      const names = 'retryWithBackoff parseHTTPHeader max_retry_count kebab-cased-name UploadQueue';
      const { workspace_id } = await converse(store, {}, [makeTurn('see', names)]);
      const find = searching(store, workspace_id);
      for (const text of [
        'backoff',
        'HTTP header',
        'max_retry_count',
        'retry count',
        'cased',
        'retryWithBackoff',
        'upload queue',
      ]) {
        assert.equal((await find(text))[0]?.complete, true, text);
      }
    });

    test('accents do not matter, in either direction or form', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [
        makeTurn('la stratégie décidée'),
        makeTurn('la strategie decidee'),
      ]);
      const find = searching(store, workspace_id);
      for (const text of ['stratégie', 'strategie', 'STRATÉGIE', 'strate\u0301gie', 'décidée stratégie']) {
        assert.deepEqual(foundTurns(await find(text)).sort(), [0, 1], text);
      }
    });

    test('the highlights of an accented text are the words that were found', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [makeTurn('voilà la stratégie, strate\u0301gie!')]);
      const [hit] = await searching(store, workspace_id)('strategie');
      assert.deepEqual(marked(hit!), ['stratégie', 'strate\u0301gie']);
    });

    test('of equal matches the recent one comes first', async () => {
      const { store } = session;
      const recent = new Date(Date.now() - 3_600_000).toISOString();
      const turns = [
        makeTurn('gecko', 'x', '2020-01-01T00:00:00Z'),
        makeTurn('gecko', 'x', recent),
        makeTurn('gecko', 'x', '2021-01-01T00:00:00Z'),
      ];
      const { workspace_id } = await converse(store, {}, turns);
      assert.equal((await searching(store, workspace_id)('gecko'))[0]?.turn_index, 1);
    });
  });
}

/** A search that nobody waits for any more. */
export function cancelSuite(open: Open): void {
  describe('cancelled search', () => {
    const session = useStore(open);

    test('a signal that is already aborted rejects at once', async () => {
      const { search } = session.store;
      await assert.rejects(
        search.turns({ text: 'a', reach: 'all', limit: 1 }, AbortSignal.abort()),
        because('cancelled'),
      );
    });

    test('an aborted search rejects, and the others and later ones still answer', async () => {
      const { store } = session;
      const { workspace_id } = await converse(store, {}, [makeTurn('the civet')]);
      const query: SearchQuery = { text: 'civet', reach: { workspace_id }, limit: 5 };
      const controllers = Array.from({ length: 10 }, () => new AbortController());
      const answers = controllers.map(({ signal }) => store.search.turns(query, signal));
      for (const controller of controllers.slice(0, 9)) {
        controller.abort();
      }
      const settled = await Promise.allSettled(answers);
      for (const outcome of settled.slice(0, 9)) {
        assert.ok(outcome.status === 'rejected' && because('cancelled')(outcome.reason));
      }
      assert.equal(settled[9]?.status, 'fulfilled');
      assert.equal((await store.search.turns(query, new AbortController().signal)).length, 1);
    });
  });
}
