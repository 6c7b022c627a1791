import assert from 'node:assert/strict';
import { settings } from '../../src/vscode/ids.ts';
import { ask, newChat } from './chat.ts';
import { FLASH, questions, withGemini } from './gemini.ts';
import { suite, test } from './suite.ts';
import { activateHost, until, withSettings } from './support.ts';

const TURNS = 60;
const FACT = 'please note that the ferret gate opens at 07:45 with badge 9913';

suite('a long conversation', () => {
  test(
    'grows L1s and L2s; a question about turn 3 is answered from its summary, and the receipt says why',
    async () => {
      const host = await activateHost();
      const small = { [settings.summariesEveryTurns]: 6, [settings.summariesModel]: 'offline' };
      await withSettings(small, async () => {
        await newChat();
        let conversation_id = '';
        for (let turn = 1; turn <= TURNS; turn++) {
          const text = turn === 3 ? FACT : `Keeper ${turn} looks after pen ${turn} of the zoo.`;
          conversation_id = (await ask(host, text)).conversation.uuid;
        }
        const summaries = await until(async () => {
          const made = await host.store.summaries.ofConversation(conversation_id);
          return made.filter(({ level }) => level === 1).length === TURNS / 6 && made.some(s => s.level === 2) && made;
        }, '10 L1s and an L2');
        const told = summaries.find(({ level, start_turn }) => level === 1 && start_turn === 0);
        assert.match(told!.conversation_summary, /ferret gate/);
        assert.ok(told!.evidence.some(({ sentence, turns }) => /ferret/.test(sentence) && turns.includes(2)));

        await withGemini(async server => {
          const { turn } = await ask(host, 'when does the ferret gate open?', { model: FLASH });
          const [request] = questions(server);
          const given = JSON.stringify(request?.body);
          assert.match(given, /\[L\d summary[^\]]*\][^[]*ferret gate opens at 07:45/);
          const receipt = await until(
            () => host.store.receipts.read({ conversation_id, turn_index: turn.turn_index }),
            'the receipt',
          );
          const item = receipt.given.find(({ level, start_turn }) => level > 0 && start_turn === 0);
          assert.ok(
            item,
            JSON.stringify(receipt.given.map(({ block, level, start_turn }) => [block, level, start_turn])),
          );
          assert.ok(item.tokens > 0);
          const recent = receipt.given.filter(({ block }) => block === 'recent');
          assert.ok(recent.length > 0 && recent.every(({ start_turn }) => start_turn >= TURNS - 10));
        });
        await host.store.conversations.delete(conversation_id);
      });
    },
    { timeoutMs: 240_000 },
  );
});
