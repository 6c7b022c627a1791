import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { offlineAnswer, offlineAnswerText } from '../../../src/memory/context/answer/offlineAnswer.ts';
import { quoteMemory } from '../../../src/memory/context/answer/offlineQuotes.ts';
import { recall } from '../../../src/memory/recall/recall.ts';
import { makeConversation, makeTurn } from '../../support/builders.ts';
import { appendTurns, ensureConversation } from '../../support/storing.ts';
import { temporaryStore } from '../../support/temporaryStore.ts';
import { unspacedTalk } from '../../support/unspacedTalk.ts';

const everything = Object.values(unspacedTalk).flat();
const elsewhere = [
  makeTurn('The staging cache is on port 6380.', 'Noted.'),
  makeTurn('Où est le fichier de verrou ?', 'Il n’y en a pas.'),
];

suite('asking in a script without blanks', () => {
  for (const [language, talk] of Object.entries(unspacedTalk)) {
    test(`${language}: each question in other words is answered by what was told`, async context => {
      const store = temporaryStore(context);
      const { uuid } = await ensureConversation(store, makeConversation());
      await appendTurns(store, uuid, [
        ...everything.map(({ told, answered }) => makeTurn(told, answered)),
        ...elsewhere,
      ]);
      for (const { asked, told } of talk) {
        const { passages } = await recall(store, asked, { reach: 'all', limit: 5 });
        assert.equal(passages[0]?.turn.user.content, told, asked);
      }
    });
  }

  test('words of two languages in one question', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    const turns = [
      makeTurn('本番ではPostgresのレプリカを二台使います', 'わかりました'),
      makeTurn('Postgres runs in Docker here', 'Yes.'),
      makeTurn('レプリカの監視はまだです', 'はい'),
    ];
    await appendTurns(store, uuid, turns);
    for (const question of ['Postgres のレプリカは何台？', 'how many レプリカ does Postgres have?']) {
      const { passages } = await recall(store, question, { reach: 'all', limit: 5 });
      assert.equal(passages[0]?.turn.turn_index, 0, question);
    }
  });

  test('what is not there is named by whole runs, as they were typed', async context => {
    const store = temporaryStore(context);
    const { uuid } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('ステージングの設定です', 'はい'), makeTurn('生产环境', '好')]);
    const answer = async (question: string) =>
      offlineAnswerText(offlineAnswer(await quoteMemory(store, question, { reach: 'all', limit: 5 })), new Date());
    assert.match(await answer('ステージングのクラスターはどこですか'), /Nothing in memory mentions “クラスター”\./);
    assert.match(await answer('我们的负载均衡用什么？'), /There is nothing in memory about “负载均衡”\./);
    assert.match(await answer('쿠버네티스는 어디에 있나요?'), /There is nothing in memory about “쿠버네티스”\./);
  });
});
