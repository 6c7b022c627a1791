import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { turnsOf } from '../../src/store/turnStore.ts';
import { sayDate } from '../../src/util/dates.ts';
import { commands, settings } from '../../src/vscode/ids.ts';
import { at, makeTurn } from '../support/builders.ts';
import { fileAt } from '../support/files.ts';
import { makeStoredSummary } from '../support/summaries.ts';
import { ask, askInChat, newChat } from './chat.ts';
import { FLASH, questions, withGemini } from './gemini.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import {
  activateHost,
  allConversations,
  rememberHere,
  until,
  withFolder,
  withSettings,
  workspaceFolder,
} from './support.ts';

const textOf = ({ turn }: { turn: { assistant: { content: string } | undefined } }) => turn.assistant?.content ?? '';

suite('slash commands', () => {
  test('/help tells what there is, and is recorded as it was typed', async () => {
    const host = await activateHost();
    await newChat();
    const answered = await ask(host, '/help');
    for (const name of ['/search', '/file', '/why', '/summarize', '/forget']) {
      assert.ok(textOf(answered).includes(name), name);
    }
    assert.equal(answered.turn.assistant?.model, 'strata/offline');
    assert.equal(await host.store.receipts.read(answered.turn), undefined);
  });

  test('/search quotes the turn with its window and the summaries, and finds neither itself nor other quotes', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Flights of the pelican', [
      makeTurn('First question?', 'First answer.'),
      makeTurn('Second question?', 'Second answer.'),
      makeTurn('Third question?', 'Third answer.'),
      makeTurn('How high may a pelican fly?', 'A pelican may fly at 3000 m.'),
      makeTurn('Fifth question?', 'Fifth answer.'),
      makeTurn('Sixth question?', 'Sixth answer.'),
    ]);
    const { uuid: _, ...summary } = makeStoredSummary({
      conversation_id: id,
      conversation_summary: 'The user asked how high a pelican may fly.',
      end_turn: 5,
    });
    await host.store.summaries.add(summary);
    await newChat();
    for (let round = 0; round < 2; round++) {
      const text = textOf(await askInChat(host, '/search pelican'));
      assert.match(text, /^Found 1 turn and 1 summary\./);
      assert.match(text, /\*\*Flights of the pelican\*\* · .* · turn 4\n/);
      assert.match(text, /\n2 {2}Second question\? {2}\n3 {2}Third question\? {2}\n\*\*4 {2}Found\*\*/);
      assert.match(text, /> A pelican may fly at 3000 m\.\n\n+5 {2}Fifth question\?/);
      assert.match(text, /L1 \*\*Flights of the pelican\*\* · .* · turns 1–6\n\n> The user asked how high a pelican/);
      assert.doesNotMatch(text, /First question|Sixth question|command:/);
      await newChat();
    }
    await host.store.conversations.delete(id);
  });

  test('/search without words, and for what is not there, says so', async () => {
    const host = await activateHost();
    await newChat();
    assert.match(textOf(await ask(host, '/search')), /Say what to look for/);
    assert.match(textOf(await ask(host, '/search ptarmigans')), /nothing in memory about “ptarmigans”/);
  });

  test('a command asks no model, whichever is picked', async () => {
    await withGemini(async (server, host) => {
      await newChat();
      const { turn } = await askInChat(host, '/search cassowaries', { model: FLASH });
      assert.equal(turn.assistant?.model, 'strata/offline');
      assert.equal(questions(server).length, 0);
    });
  });

  test('/summarize shows what was made', async () => {
    const host = await activateHost();
    await newChat();
    assert.match(textOf(await askInChat(host, '/summarize')), /nothing to condense yet/);
    await newChat();
    const { conversation } = await ask(host, 'The capybara swims in the north pond.');
    const made = textOf(await askInChat(host, '/summarize'));
    assert.match(made, /^Made 1 summary\./);
    assert.match(made, /> .*capybara/);
    const summaries = await host.store.summaries.ofConversation(conversation.uuid);
    assert.deepEqual(
      summaries.map(({ level, start_turn, end_turn }) => [level, start_turn, end_turn]),
      [[1, 0, 0]],
    );
    assert.match(textOf(await askInChat(host, '/summarize')), /all turns of this conversation are in a summary/);
    assert.equal(
      (await host.store.summaries.ofConversation(conversation.uuid)).length,
      1,
      'commands are not condensed',
    );
  });

  test('/file tells what was said about the attached file, and about the open one', async () => {
    const host = await activateHost();
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'heron.ts');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('export const heron = 1;\n'));
    const turn = makeTurn('Why is the heron constant?', 'Because herons stand still.');
    turn.start.references = [{ path: 'heron.ts' }];
    const id = await rememberHere(host, 'Herons that stand', [turn]);
    const { id: workspace_id } = await host.workspaces.current();
    const { uuid: _, ...summary } = makeStoredSummary({
      conversation_id: id,
      conversation_summary: 'Herons stand still, so it is constant.',
      end_turn: 0,
      created_at: at('2026-05-11T14:30:00Z'),
    });
    await host.store.summaries.add(summary, { links: { files: ['heron.ts'] } });
    assert.ok(await fileAt(host.store, workspace_id, 'heron.ts'));
    await newChat();
    const attached = textOf(await ask(host, '/file', { attachFiles: [uri] }));
    assert.match(attached, /^1 turn and 1 summary about `heron\.ts`\./);
    assert.match(attached, /\*\*Herons that stand\*\* · .* · turn 1/);
    assert.match(attached, /> Herons stand still, so it is constant\./);
    assert.match(attached, /turn 1\n\n> Because herons stand still\./, 'what was answered, not what was asked');
    const said = sayDate(new Date(turn.start.timestamp), new Date());
    assert.ok(attached.includes(`L1 **Herons that stand** · ${said} · turns 1`), 'dated by its turns');
    await vscode.window.showTextDocument(uri);
    await newChat();
    assert.match(textOf(await ask(host, '/file heron')), /1 turn and 1 summary about `heron\.ts`\./);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await newChat();
    assert.match(textOf(await ask(host, '/file bittern')), /Open a file, or attach one/);
    await vscode.workspace.fs.delete(uri);
    await host.store.conversations.delete(id);
  });

  test('/file knows the turns that only name the file in words, and not those of its namesakes', async () => {
    const host = await activateHost();
    const uri = vscode.Uri.joinPath(workspaceFolder(), 'egret.ts');
    const namesake = vscode.Uri.joinPath(workspaceFolder(), 'lake', 'egret.ts');
    for (const each of [uri, namesake]) {
      await vscode.workspace.fs.writeFile(each, Buffer.from('export const egret = 1;\n'));
    }
    const { files } = host.files;
    await until(
      async () => (await files.index()).has('lake/egret.ts') && (await files.index()).has('egret.ts'),
      'them',
    );
    const id = await rememberHere(host, 'Egrets', [
      makeTurn('What stands in `lake/egret.ts`?', 'Another.'),
      makeTurn('And in `./egret.ts`?', 'It is white.'),
    ]);
    const { id: workspace_id } = await host.workspaces.current();
    const about = () => host.store.files.about(workspace_id, 'egret.ts', { limit: 5 });
    await until(async () => (await about()).length === 1, 'the link');
    await newChat();
    const attached = textOf(await ask(host, '/file egret', { attachFiles: [uri] }));
    assert.match(attached, /^1 turn about `egret\.ts`\./);
    assert.match(attached, /turn 2/);
    await vscode.workspace.fs.delete(uri);
    await vscode.workspace.fs.delete(namesake);
    await host.store.conversations.delete(id);
  });

  test('/forget lists what matches and deletes nothing; its button asks and then deletes', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'The albatross keys', [makeTurn('Where is the albatross key?', 'Under it.')]);
    await newChat();
    const text = textOf(await ask(host, '/forget albatross'));
    assert.match(text, /^1 conversation matches\. Nothing is deleted yet\./);
    assert.match(text, /\*\*The albatross keys\*\* · .* · 1 turn\n/);
    assert.ok(await host.store.conversations.get(id));
    await withPerson({ showWarningMessage: () => undefined }, async shown => {
      await vscode.commands.executeCommand(commands.forget, id);
      assert.match(shown[0]?.text ?? '', /Delete “The albatross keys”\?/);
    });
    assert.ok(await host.store.conversations.get(id), 'closed without agreeing');
    await withPerson({ showWarningMessage: () => 'Delete' }, async () => {
      await vscode.commands.executeCommand(commands.forget, id);
    });
    assert.equal(await host.store.conversations.get(id), undefined);
    assert.match(textOf(await ask(host, '/forget dodos')), /nothing in memory with “dodos”/);
  });

  test('private words of a command are neither looked for nor recorded', async () => {
    const host = await activateHost();
    await newChat();
    const text = '/search guillemot <private>hunter2</private>';
    await vscode.commands.executeCommand('workbench.action.chat.open', { query: `@memory ${text}` });
    const found = await until(async () => {
      for (const { uuid } of await allConversations(host.store, 3)) {
        const [turn] = await turnsOf(host.store, uuid, { limit: 1 });
        if (turn?.assistant && turn.user.content.startsWith('/search guillemot')) {
          return turn;
        }
      }
      return undefined;
    }, 'the search in the store');
    assert.doesNotMatch(`${found.user.content}\n${found.assistant?.content}`, /hunter2/);
  });
});

suite('the persona', () => {
  test('is given to the model as it stands, with the question', async () => {
    await withFolder(async folder => {
      const file = join(folder, 'calm.luciform');
      writeFileSync(file, '<luciform id="calm">🜁 Answer like a still lake ⟁</luciform>');
      await withGemini(async (server, host) => {
        await withSettings({ [settings.persona]: file }, async () => {
          await newChat();
          await askInChat(host, 'how do terns dive?', { model: FLASH });
          const sent = JSON.stringify(questions(server).at(-1)?.body.contents);
          assert.ok(sent.includes('🜁 Answer like a still lake ⟁'), sent);
        });
      });
    });
  });

  test('one that is missing or too large is told once, and the answer goes on', async () => {
    await withFolder(async folder => {
      const large = join(folder, 'large.luciform');
      writeFileSync(large, 'x'.repeat(64 * 1024 + 1));
      for (const [file, problem] of [
        [join(folder, 'gone.luciform'), /could not be read/],
        [large, /larger than 64 KB/],
        [join(folder, 'key.pem'), /must name a .luciform file/],
      ] as const) {
        await withGemini(async (server, host) => {
          server.reply({ text: 'Terns dive head first.' });
          await withSettings({ [settings.persona]: file }, async () => {
            await newChat();
            const first = textOf(
              await askInChat(host, `how do terns dive with ${problem.source.length}?`, { model: FLASH }),
            );
            assert.match(first, problem);
            assert.match(first, /Terns dive head first\.$/);
            const second = textOf(
              await askInChat(host, `and gannets with ${problem.source.length}?`, { model: FLASH }),
            );
            assert.doesNotMatch(second, /persona/);
          });
        });
      }
    });
  });
});
