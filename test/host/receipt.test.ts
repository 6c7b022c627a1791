import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { turnAt } from '../../src/store/turnStore.ts';
import { commands } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { ask, askInChat, newChat } from './chat.ts';
import { FLASH, questions, withGemini } from './gemini.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, forgetAll, rememberHere, until } from './support.ts';

const textOf = ({ turn }: { turn: { assistant: { content: string } | undefined } }) => turn.assistant?.content ?? '';
const receiptTabs = () =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === 'Why this answer');

async function closeReceipts(): Promise<void> {
  await vscode.window.tabGroups.close(receiptTabs());
}

suite('receipts', () => {
  test('/why shows what the last answer of this chat was made of', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Nests of the stork', [makeTurn('Where nests a stork?', 'On the chimney.')]);
    await newChat();
    assert.match(textOf(await askInChat(host, '/why')), /no answer in this chat yet/);
    await ask(host, 'where does the stork nest?');
    for (let round = 0; round < 2; round++) {
      const text = textOf(await askInChat(host, '/why'));
      assert.match(text, /^> where does the stork nest\?/);
      assert.match(
        text,
        /\| Past · turn 1 \| .*\*Nests of the stork\* \| \d\.\d\d \| \d+ \| leave out and ask again · always use \|/,
      );
    }
    await newChat();
    assert.match(
      textOf(await askInChat(host, '/why')),
      /no answer in this chat yet/,
      'another chat has its own answers',
    );
    await host.store.conversations.delete(id);
  });

  test('the palette opens the receipt of the last answer; twice is one page', async () => {
    const host = await activateHost();
    await newChat();
    const { turn } = await ask(host, 'where does the crane nest?');
    await vscode.commands.executeCommand(commands.showReceipt);
    await until(() => receiptTabs().length === 1, 'the receipt');
    await vscode.commands.executeCommand(commands.showReceipt, turn);
    assert.equal(receiptTabs().length, 1);
    await closeReceipts();
  });

  test('without any answer, or for one that is gone, it says so', async () => {
    const host = await activateHost();
    await forgetAll(host);
    await withPerson({}, async shown => {
      await vscode.commands.executeCommand(commands.showReceipt);
      await vscode.commands.executeCommand(commands.showReceipt, { conversation_id: 'gone', turn_index: 0 });
      assert.match(shown[0]?.text ?? '', /No answer of this workspace has a receipt yet/);
      assert.match(shown[1]?.text ?? '', /receipt of this answer is gone/);
    });
    assert.equal(receiptTabs().length, 0);
  });

  test('leave out and ask again: once, and what is left out next comes on top', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Songs of the wren', [
      makeTurn('How loud sings a wren?', 'A wren sings at 90 decibels.'),
      makeTurn('How long sings a wren?', 'A wren sings for 8 seconds.'),
    ]);
    const loud = { conversation_id: id, turn_index: 0 };
    const long = { conversation_id: id, turn_index: 1 };
    const question = 'what of the songs a wren sings?';
    await newChat();
    const { turn, conversation } = await ask(host, question);
    const answered = async (turn_index: number) =>
      await until(async () => {
        const found = await turnAt(host.store, { conversation_id: conversation.uuid, turn_index });
        return found?.assistant ? found : undefined;
      }, `turn ${turn_index}`);
    await vscode.commands.executeCommand(commands.itemReceiptAction, 'leaveOutAndAskAgain', refOf(turn), loud);
    const second = await answered(1);
    assert.equal(second.user.content, question);
    assert.doesNotMatch(second.assistant?.content ?? '', /90 decibels/);
    assert.match(second.assistant?.content ?? '', /8 seconds/);
    const receipt = await host.store.receipts.read(refOf(second));
    assert.deepEqual(
      receipt?.left_out.map(({ item, reason }) => [item, reason]),
      [[loud, 'left-out']],
    );
    await vscode.commands.executeCommand(commands.itemReceiptAction, 'leaveOutAndAskAgain', refOf(second), long);
    const third = await answered(2);
    assert.doesNotMatch(third.assistant?.content ?? '', /90 decibels|8 seconds/);
    await vscode.commands.executeCommand(commands.itemReceiptAction, 'useAgain', refOf(third), long);
    const fourth = await answered(3);
    assert.doesNotMatch(fourth.assistant?.content ?? '', /90 decibels/);
    assert.match(fourth.assistant?.content ?? '', /8 seconds/);
    const { turn: fifth } = await ask(host, `${question} `.trim().toUpperCase());
    assert.match(fifth.assistant?.content ?? '', /90 decibels/, 'only that question leaves it out, and once');
    await host.store.conversations.delete(id);
  });

  test('with a model, what is left out is not sent', async () => {
    await withGemini(async (server, host) => {
      const id = await rememberHere(host, 'Dives of the gannet', [
        makeTurn('How deep dives a gannet?', 'A gannet dives 22 metres deep.'),
      ]);
      await newChat();
      const { turn } = await askInChat(host, 'how deep does a gannet dive?', { model: FLASH });
      assert.match(JSON.stringify(questions(server).at(-1)?.body), /22 metres deep/);
      const line = { conversation_id: id, turn_index: 0 };
      await vscode.commands.executeCommand(commands.itemReceiptAction, 'leaveOutAndAskAgain', refOf(turn), line);
      await until(() => questions(server).length === 2, 'the question again');
      assert.doesNotMatch(JSON.stringify(questions(server).at(-1)?.body), /22 metres deep/);
      await server.settled();
      await host.store.conversations.delete(id);
    });
  });

  test('always use pins, with undo; no longer always use takes it back', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Beaks of the toucan', [makeTurn('How long is a toucan beak?', '20 cm.')]);
    await newChat();
    const { turn } = await ask(host, 'how long is the toucan beak?');
    const line = { conversation_id: id, turn_index: 0 };
    const act = (action: string) =>
      vscode.commands.executeCommand(commands.itemReceiptAction, action, refOf(turn), line);
    const pins = async () => (await host.store.rules.list('all')).filter(({ rule }) => rule === 'pin').length;
    await withPerson({}, async shown => {
      await act('alwaysUse');
      assert.match(shown[0]?.text ?? '', /is given with every question from now on/);
      assert.equal(await pins(), 1);
      assert.match(textOf(await askInChat(host, '/why')), /no longer always use/);
      const elsewhere = await ask(host, 'where do the lapwings winter?');
      assert.match(textOf(elsewhere), /\*\*Beaks of the toucan\*\* .* turn 1 · always used\n\n> 20 cm\./);
      const kept = await host.store.receipts.read(refOf(elsewhere.turn));
      assert.deepEqual(
        kept?.given.map(({ item, pinned }) => [item, pinned]),
        [[line, true]],
      );
      await act('noLongerAlwaysUse');
      assert.equal(await pins(), 0);
    });
    await host.store.conversations.delete(id);
  });

  test('a line that is on no receipt cannot be acted on', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Unrelated', [makeTurn('What is this?', 'Nothing.')]);
    await newChat();
    const { turn } = await ask(host, 'how do kiwis sleep?');
    const line = { conversation_id: id, turn_index: 0 };
    await withPerson({}, async shown => {
      await vscode.commands.executeCommand(commands.itemReceiptAction, 'alwaysUse', refOf(turn), line);
      await vscode.commands.executeCommand(commands.itemReceiptAction, 'nonsense');
      assert.match(shown[0]?.text ?? '', /no longer in memory/);
      assert.equal(shown.length, 2);
    });
    assert.deepEqual(await host.store.rules.list('all'), []);
    await host.store.conversations.delete(id);
  });

  test('titles and files that a model names are links in chat, and words in the record', async () => {
    await withGemini(async (server, host) => {
      const id = await rememberHere(host, 'The nightjar and its calls', [
        makeTurn('When calls a nightjar?', 'A nightjar calls at dusk.'),
      ]);
      server.reply({ chunks: ['As said in “The night', 'jar and its calls”, at', ' dusk.'] });
      await newChat();
      const { turn } = await askInChat(host, 'when does a nightjar call?', { model: FLASH });
      assert.equal(turn.assistant?.content, 'As said in “The nightjar and its calls”, at dusk.');
      await host.store.conversations.delete(id);
    });
  });
});

function refOf({ conversation_id, turn_index }: { conversation_id: string; turn_index: number }) {
  return { conversation_id, turn_index };
}
