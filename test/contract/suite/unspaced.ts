import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeEnd, makeStart, makeTurn } from '../../support/builders.ts';
import { unspacedTalk } from '../../support/unspacedTalk.ts';
import { converse, makeSummary, type Open, unique, useStore } from './harness.ts';
import { foundTurns, marked, searching } from './search.ts';

/** Scripts without blanks, by words that stand in the text: with a full-text index or without. */
export function unspacedSuite(open: Open): void {
  describe('search in scripts without blanks', () => {
    const session = useStore(open);
    const turns = [
      makeTurn('ステージングのデータベースはポート5433で動いています', '秘密鍵は別に置きます'),
      makeTurn('我们使用Postgres数据库，连接池大小是20', '明白'),
      makeTurn('데이터베이스는 매일 새벽에 백업합니다', '알겠습니다'),
      makeTurn('ฐานข้อมูลสำรองทุกคืนที่เซิร์ฟเวอร์หลัก', 'รับทราบ'),
      makeTurn('The staging server restarts at night', 'Noted.'),
      makeTurn('ຖານຂໍ້ມູນຢູ່ໃນເຊີບເວີ', 'ဒေတာဘေ့စ်ကိုနေ့စဉ်အရန်သိမ်းသည်'),
    ];

    test('a word or a part of one finds the turn and is marked, whatever stands around it', async () => {
      const { workspace_id } = await converse(session.store, {}, turns);
      const find = searching(session.store, workspace_id);
      const words: [string, number][] = [
        ['データベース', 0],
        ['5433', 0],
        ['鍵', 0],
        ['数据库', 1],
        ['postgres', 1],
        ['连接池', 1],
        ['池', 1],
        ['데이터베이스', 2],
        ['백업', 2],
        ['ฐานข้อมูล', 3],
        ['เซิร์ฟเวอร์', 3],
        ['ຖານຂໍ້ມູນ', 5],
        ['ဒေတာဘေ့စ်', 5],
        ['staging', 4],
      ];
      for (const [word, turn] of words) {
        const hits = await find(word);
        assert.deepEqual(foundTurns(hits), [turn], word);
        assert.deepEqual(
          marked(hits[0]!).map(text => text.toLowerCase()),
          [word],
        );
      }
      assert.deepEqual(await find('カメラ'), []);
      assert.deepEqual(await find('数库'), []);
    });

    test('several words, of several scripts too, and quoted ones', async () => {
      const { workspace_id } = await converse(session.store, {}, turns);
      const find = searching(session.store, workspace_id);
      assert.deepEqual(foundTurns(await find('ポート データベース')), [0]);
      assert.deepEqual(foundTurns(await find('Postgres连接池')), [1]);
      assert.deepEqual(foundTurns(await find('"データベースはポート5433"')), [0]);
      assert.deepEqual(await find('"ポートはデータベース"'), []);
    });

    test('as one types, each character finds it', async () => {
      const { workspace_id } = await converse(session.store, {}, turns);
      const find = searching(session.store, workspace_id);
      for (const word of ['ステージング', 'データベース', '数据库', '데이터베이스', 'ฐานข้อมูล']) {
        for (let length = 1; length <= word.length; length++) {
          const typed = word.slice(0, length);
          assert.ok((await find(typed, { prefix: true })).length >= 1, typed);
        }
      }
      assert.deepEqual(foundTurns(await find('ポート54', { prefix: true })), [0]);
    });

    test('titles, and one side only', async () => {
      const { store } = session;
      const { uuid, workspace_id } = await converse(store, { title: '画像圧縮の改善' }, [
        makeTurn('設定ファイル', 'はい'),
        makeTurn('はい', '設定ファイル'),
      ]);
      const find = searching(store, workspace_id);
      const [title] = await find('圧縮');
      assert.deepEqual([title?.conversation_id, title?.turn_index, marked(title!)], [uuid, undefined, ['圧縮']]);
      assert.deepEqual(foundTurns(await find('設定', { role: 'user' })), [0]);
      assert.deepEqual(foundTurns(await find('設定', { role: 'assistant' })), [1]);
    });

    test('by part of the path of a file with such a name', async () => {
      const start = makeStart({ content: '見て', references: [{ path: '設計/データモデル.md' }] });
      const { workspace_id } = await converse(session.store, {}, [{ start, end: makeEnd() }, ...turns]);
      const find = searching(session.store, workspace_id);
      for (const file of ['設計/データモデル.md', 'データ', 'モデル.md', '設']) {
        assert.deepEqual(foundTurns(await find('', { file })), [0], file);
      }
    });

    test('marks and snippets never cut a character in two', async () => {
      const text = `${'😀𠮷'.repeat(200)}𠮷野家${'𡈽😀'.repeat(200)}`;
      const { workspace_id } = await converse(session.store, {}, [makeTurn(text)]);
      const [hit] = await searching(session.store, workspace_id)('𠮷野家');
      assert.deepEqual(marked(hit!), ['𠮷野家']);
      assert.ok(hit!.snippet.isWellFormed());
    });
  });
}

/** Questions in other words, which need the full-text index. */
export function unspacedQuestionsSuite(open: Open): void {
  describe('questions in scripts without blanks', () => {
    const session = useStore(open);
    const everything = Object.values(unspacedTalk).flat();

    test('each finds first the turn in which it was told', async () => {
      const turns = everything.map(({ told, answered }) => makeTurn(told, answered));
      const { workspace_id } = await converse(session.store, {}, turns);
      const find = searching(session.store, workspace_id);
      for (const [index, { asked }] of everything.entries()) {
        const [hit] = await find(asked);
        assert.equal(hit?.turn_index, index, asked);
        assert.ok(hit.highlights.length > 0, asked);
      }
    });

    test('each finds first the summary that tells of it', async () => {
      const workspace_id = unique('workspace');
      const turns = everything.map(() => makeTurn('a', 'b'));
      const { uuid } = await converse(session.store, { workspace_id }, turns);
      for (const [turn, { told, answered }] of everything.entries()) {
        const text = { conversation_summary: told, actions_summary: '', key_findings: [answered] };
        await session.store.summaries.add(makeSummary(uuid, { ...text, start_turn: turn, end_turn: turn }));
      }
      const limits = [{ levels: [1], limit: 5 }];
      for (const { asked, told } of everything) {
        const [hit] = await session.store.search.summaries({ text: asked, reach: { workspace_id }, limits });
        assert.equal(hit?.summary.conversation_summary, told, asked);
        assert.ok(hit.similarity >= 0.3, asked);
      }
    });

    test('a long run is found whole first, then by its parts', async () => {
      const turns = [makeTurn('连接的池子'), makeTurn('池的大小和连接'), makeTurn('数据库连接池大小')];
      const { workspace_id } = await converse(session.store, {}, turns);
      const hits = await searching(session.store, workspace_id)('数据库连接池大小');
      assert.deepEqual([foundTurns(hits)[0], hits[0]?.complete], [2, true]);
      assert.deepEqual(foundTurns(hits).sort(), [0, 1, 2]);
    });

    test('width does not matter, in what is stored and in what is asked', async () => {
      const turns = [makeTurn('ﾃﾞｰﾀﾍﾞｰｽはＰｏｓｔｇｒｅｓです'), makeTurn('データベースはpostgresです')];
      const { workspace_id } = await converse(session.store, {}, turns);
      const find = searching(session.store, workspace_id);
      for (const text of ['データベース', 'ﾃﾞｰﾀﾍﾞｰｽ', 'postgres', 'ＰＯＳＴＧＲＥＳ']) {
        assert.deepEqual(foundTurns(await find(text)).sort(), [0, 1], text);
      }
    });
  });
}
