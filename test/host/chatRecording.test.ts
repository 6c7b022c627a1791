import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { turnAt, turnsOf } from '../../src/store/turnStore.ts';
import { commands, settings } from '../../src/vscode/ids.ts';
import { chatReader } from '../../src/vscode/recording/lostQuestions.ts';
import { makeStart, makeTurn } from '../support/builders.ts';
import { beginTurn } from '../support/storing.ts';
import { ask, askInChat, findTurn, newChat, recorded, say, sayAndWait } from './chat.ts';
import { FLASH, questions, withGemini } from './gemini.ts';
import { suite, test } from './suite.ts';
import { activateHost, rememberHere, setSetting, until, withSettings, workspaceFolder } from './support.ts';

suite('recording of chat', () => {
  test('a question to @memory and its answer are stored with the model that answered', async () => {
    const host = await activateHost();
    await newChat();
    const { conversation, turn } = await ask(host, 'where do the zeppelins land?');
    const here = await host.workspaces.current();
    assert.equal(conversation.title, 'where do the zeppelins land?');
    assert.equal(conversation.source, 'memory');
    assert.equal(conversation.workspace_id, here.id);
    assert.equal(conversation.workspace_name, here.name);
    assert.equal(turn.turn_index, 0);
    assert.equal(turn.assistant?.status, 'complete');
    assert.equal(turn.assistant?.model, 'strata/offline');
    assert.match(turn.assistant?.content ?? '', /There is nothing in memory about .*zeppelins/);
  });

  test('what chat shows is what is stored: the quoted passage, its conversation and its file', async () => {
    const host = await activateHost();
    const turn = makeTurn('How long may a walrus upload take?', 'A walrus upload is cut off after 30 seconds.');
    turn.start.references = [{ path: 'src/walrus.ts' }];
    const id = await rememberHere(host, 'Limits of walrus uploads', [turn]);
    await newChat();
    const { turn: answered } = await ask(host, 'what cuts off a walrus upload?');
    const text = answered.assistant?.content ?? '';
    assert.match(text, /> A walrus upload is cut off after 30 seconds\./);
    assert.match(text, /\*\*Limits of walrus uploads\*\*/);
    assert.match(text, /`src\/walrus\.ts`/);
    const receipt = await host.store.receipts.read(answered);
    assert.deepEqual(receipt?.given[0]?.item, { conversation_id: id, turn_index: 0 });
    await host.store.conversations.delete(id);
  });

  test('one chat session is one conversation, its turns counted from 0; a new chat is another', async () => {
    const host = await activateHost();
    await newChat();
    const first = await ask(host, 'is this the first quokka?');
    const second = await ask(host, 'is this the second quokka?');
    const third = await ask(host, 'is this the third quokka?');
    assert.deepEqual(
      [first, second, third].map(({ turn }) => turn.turn_index),
      [0, 1, 2],
    );
    assert.equal(second.conversation.uuid, first.conversation.uuid);
    assert.equal(third.conversation.uuid, first.conversation.uuid);
    assert.equal(third.conversation.title, 'is this the first quokka?');
    assert.equal(third.conversation.turn_count, 3);
    await newChat();
    const other = await ask(host, 'is this another quokka?');
    assert.notEqual(other.conversation.uuid, first.conversation.uuid);
    assert.equal(other.turn.turn_index, 0);
  });

  test('the same question asked twice is two turns', async () => {
    const host = await activateHost();
    await newChat();
    const first = await ask(host, 'and the axolotl?');
    await say('and the axolotl?');
    const { uuid } = first.conversation;
    const turns = await until(async () => {
      const found = await turnsOf(host.store, uuid, { limit: 10 });
      return found.length > 1 && found.every(({ assistant }) => assistant) && found;
    }, 'both turns');
    assert.deepEqual(
      turns.map(({ user }) => user.content),
      ['and the axolotl?', 'and the axolotl?'],
    );
  });

  test('a question asked again with Retry stands once, and the model is not given what it replaced', async () => {
    await withGemini(async (server, host) => {
      const given = () => JSON.stringify(questions(server).at(-1)?.body);
      await newChat();
      server.replyOnce({ text: 'The quoll is a marsupial.' });
      const { conversation } = await askInChat(host, 'what is a quoll?', { model: FLASH });
      server.replyOnce({ text: 'It eats thumbtacks.' });
      await askInChat(host, 'what does it eat?', { model: FLASH });
      server.replyOnce({ text: 'It eats insects.' });
      const path = `/${Buffer.from(conversation.external_id).toString('base64')}`;
      const sessionResource = vscode.Uri.from({ scheme: 'vscode-chat-session', authority: 'local', path });
      await vscode.commands.executeCommand('workbench.action.chat.retry', { sessionResource });
      const read = () => turnsOf(host.store, conversation.uuid, { limit: 10 });
      await until(async () => (await read())[2]?.assistant, 'the answer to the second try');
      assert.doesNotMatch(given(), /thumbtacks/);
      await askInChat(host, 'and what else?', { model: FLASH });
      assert.doesNotMatch(given(), /thumbtacks/);
      assert.match(given(), /The quoll is a marsupial.*It eats insects/);
      assert.deepEqual(
        (await read()).map(({ withdrawn }) => withdrawn === true),
        [false, true, false, false],
      );
      const hits = await host.store.search.turns({ text: 'thumbtacks', reach: 'all', limit: 5 });
      assert.deepEqual(hits, []);
    });
  });

  test('a question that a reload cut off, and its chat does not show, is no memory', async () => {
    const host = await activateHost();
    await newChat();
    const { conversation } = await ask(host, 'is the bilby awake?');
    // As a window leaves it that is reloaded before VS Code has written its chat.
    await beginTurn(host.store, conversation.uuid, makeStart({ content: 'is the bandicoot awake?' }));
    const next = await ask(host, 'is the potoroo awake?');
    assert.equal(next.conversation.uuid, conversation.uuid);
    const turns = await turnsOf(host.store, conversation.uuid, { limit: 10 });
    assert.deepEqual(
      turns.map(({ user, withdrawn }) => [user.content, withdrawn === true]),
      [
        ['is the bilby awake?', false],
        ['is the bandicoot awake?', true],
        ['is the potoroo awake?', false],
      ],
    );
  });

  test('VS Code writes its chats where lost questions are looked for, with the names of requests', async () => {
    const host = await activateHost();
    await newChat();
    const { conversation } = await ask(host, 'is the numbat awake?');
    const [turn] = await host.store.turns.asked(conversation.uuid, 0);
    const read = async () => chatReader(host.context.storageUri?.fsPath)?.(conversation.external_id);
    await until(
      async () => (await read())?.includes(turn?.request_id ?? '?'),
      'the request in the chat that is written',
    );
  });

  test('while paused nothing is recorded, and the answer still comes from memory', async () => {
    const host = await activateHost();
    await newChat();
    const before = await ask(host, 'a question before the pause');
    await withSettings({ [settings.enabled]: false }, async () => {
      await say('a secret narwhal question while paused');
      // Chat answers one message after the other: when it has answered this one, the paused one is long done.
      await say('another narwhal question while paused');
    });
    const after = await ask(host, 'a question after the pause');
    assert.equal(after.conversation.uuid, before.conversation.uuid);
    assert.equal(after.turn.turn_index, 1, 'no turn in between');
    assert.equal(await findTurn(host, 'a secret narwhal question while paused'), undefined);
    const hits = await host.store.search.turns({ text: 'narwhal', reach: 'all', limit: 5 });
    assert.deepEqual(hits, []);
  });

  test('while paused a model is still told of this chat, recorded or not, without private words', async () => {
    await withGemini(async (server, host) => {
      const given = () => JSON.stringify(questions(server).at(-1)?.body);
      await newChat();
      const { conversation } = await askInChat(host, 'the manatee weighs 400 kilos, mind that', { model: FLASH });
      await withSettings({ [settings.enabled]: false }, async () => {
        server.reply({ chunks: ['It eats seagrass in Palau.'] });
        await sayAndWait('what does it eat <private>in Palau</private> at noon?', { model: FLASH });
        assert.match(given(), /\[Turn 1 [^\]]*\]\\nUser: the manatee weighs 400 kilos/);
        await sayAndWait('and why?', { model: FLASH });
        assert.match(given(), /the manatee weighs 400 kilos.*\[Turn that is not recorded\]/);
        assert.match(given(), /User: what does it eat at noon\?\\nAssistant: It eats seagrass \[private\]\./);
        assert.doesNotMatch(given(), /Palau/);
        await sayAndWait('/summarize');
        const [summary] = await host.store.summaries.ofConversation(conversation.uuid);
        assert.match(summary?.conversation_summary ?? '', /manatee/);
      });
      const { turn } = await askInChat(host, 'and after the pause?', { model: FLASH });
      assert.equal(turn.turn_index, 1);
      assert.doesNotMatch(given(), /seagrass/, 'a recorded answer knows nothing of what is not');
    });
  });

  test('Pause and Resume are the setting, also against a value of the workspace', async () => {
    await activateHost();
    const enabled = () => vscode.workspace.getConfiguration().get(settings.enabled);
    await vscode.commands.executeCommand(commands.pause);
    await until(() => enabled() === false, 'recording to be paused');
    await vscode.commands.executeCommand(commands.resume);
    await until(() => enabled() === true, 'recording to be on');
    const config = vscode.workspace.getConfiguration();
    await config.update(settings.enabled, false, vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand(commands.resume);
    await until(() => enabled() === true, 'recording to be on against the workspace');
    await config.update(settings.enabled, undefined, vscode.ConfigurationTarget.Workspace);
    await setSetting(settings.enabled, undefined);
  });

  test('private text and secrets never reach the memory file', async () => {
    const host = await activateHost();
    await newChat();
    await say('what about <private>my okapi in Geneva</private> and password=hunter2hunter2 of the ibex?');
    const { turn, conversation } = await until(async () => {
      const [hit] = await host.store.search.turns({ text: 'ibex', reach: 'all', limit: 1, lookups: true });
      const found = hit?.turn_index !== undefined && (await turnAt(host.store, { ...hit, turn_index: hit.turn_index }));
      const of = hit && (await host.store.conversations.get(hit.conversation_id));
      return found && of && found.assistant ? { turn: found, conversation: of } : undefined;
    }, 'the turn about the ibex');
    const everything = JSON.stringify([turn, conversation]);
    assert.doesNotMatch(everything, /okapi|Geneva|hunter2/);
    assert.match(turn.user.content, /what about .*of the ibex\?/);
    await turnsOf(host.store, conversation.uuid, { limit: 1 });
    const folder = host.context.globalStorageUri.fsPath;
    for (const name of ['memory.db', 'memory.db-wal']) {
      const bytes = readFileSync(join(folder, name)).toString('latin1');
      assert.doesNotMatch(bytes, /okapi|hunter2/, name);
    }
  });

  test('an attached file and an attached range are recorded as references, not their contents', async () => {
    const host = await activateHost();
    const file = vscode.Uri.joinPath(workspaceFolder(), 'src', 'tapir.ts');
    await vscode.workspace.fs.writeFile(file, Buffer.from('const tapir = 1;\nconst malayan = 2;\n// capybara\n'));
    await newChat();
    const whole = await ask(host, 'what is in this file?', { attachFiles: [file] });
    assert.deepEqual(whole.turn.user.references, [{ path: 'src/tapir.ts' }]);
    await newChat();
    // The workbench's own form of a range, counted from 1.
    const range = { startLineNumber: 2, startColumn: 1, endLineNumber: 3, endColumn: 4 };
    const part = await ask(host, 'and in these lines?', { attachFiles: [{ uri: file, range }] });
    assert.deepEqual(part.turn.user.references, [{ path: 'src/tapir.ts', start_line: 2, end_line: 3 }]);
    assert.doesNotMatch(JSON.stringify([whole.turn, part.turn]), /capybara|malayan/);
  });

  test('an empty question is answered with how to ask, and recorded as one without words', async () => {
    const host = await activateHost();
    await newChat();
    await say('');
    const { turn, conversation } = await recorded(host, '');
    assert.match(turn.assistant?.content ?? '', /^Ask me something about earlier sessions/);
    assert.equal(conversation.title, 'Untitled conversation');
  });

  test('a question of 1 MB is recorded whole', async () => {
    const host = await activateHost();
    await newChat();
    const text = `kiwi ${'x'.repeat(1_000_000)} end`;
    const { turn } = await ask(host, text);
    assert.equal(turn.user.char_count, text.length);
    assert.equal(turn.assistant?.status, 'complete');
  });
});
