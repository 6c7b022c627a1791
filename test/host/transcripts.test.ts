import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { turnsOf } from '../../src/store/turnStore.ts';
import { commands, transcriptScheme } from '../../src/vscode/ids.ts';
import { makeEnd, makeStart, makeTool, makeTurn } from '../support/builders.ts';
import { trimOnly } from '../support/keptSummaries.ts';
import { appendTurns, beginTurn } from '../support/storing.ts';
import { makeStoredSummary, supportedBy } from '../support/summaries.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, messageOfFailure, rememberHere, until } from './support.ts';

function transcriptOf(conversation_id: string, title = 'Any name'): vscode.Uri {
  return vscode.Uri.from({ scheme: transcriptScheme, path: `/${conversation_id}/${title}.md` });
}

async function read(uri: vscode.Uri): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
}

suite('transcripts', () => {
  test('hold what was said, with tools folded and failures named', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Feeding the marmot', [
      {
        start: makeStart({ content: 'What does the marmot eat?' }),
        end: makeEnd({ content: 'Grass.', tools: [makeTool()] }),
      },
      {
        start: makeStart({ content: 'And in winter?' }),
        end: makeEnd({ content: '', status: 'failed', error: 'Gemini is overloaded.' }),
      },
    ]);
    await beginTurn(host.store, id, makeStart({ content: 'Is it still awake?' }));
    const text = await read(transcriptOf(id));
    assert.match(text, /^# Feeding the marmot\n/);
    assert.match(
      text,
      /## Turn 1\n[\s\S]*> What does the marmot eat\?[\s\S]*<details><summary>✓ readFile[\s\S]*Grass\./,
    );
    assert.match(text, /## Turn 2\n[\s\S]*> And in winter\?[\s\S]*\*The answer failed: Gemini is overloaded\\?\.\*/);
    assert.match(text, /## Turn 3\n[\s\S]*\*No answer was recorded/);
    await host.store.conversations.delete(id);
  });

  test('show where summaries begin and end; the page of one leads from its sentences to the turns', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Where (and when) it naps?', [makeTurn('Where?', 'Here.'), makeTurn('When?')]);
    const summary = await host.store.summaries.add(
      makeStoredSummary({
        conversation_id: id,
        end_turn: 0,
        conversation_summary: 'The user asked where the dormouse naps.',
        evidence: [supportedBy('The user asked where the dormouse naps.', 0)],
      }),
    );
    const page = 'L1 Where the dormouse naps.md';
    const link = `summary/${summary.uuid}/${page.replaceAll(' ', '%20')}`;
    const text = await read(transcriptOf(id));
    assert.ok(text.includes(`## Turn 1\n\n▛ **L1** · turn 1 · [Where the dormouse naps](${link})\n`), text);
    assert.match(text, /▙ \*\*L1\*\* · turn 1\n\n---\n\n## Turn 2\n/);
    const uri = vscode.Uri.from({ scheme: transcriptScheme, path: `/${id}/summary/${summary.uuid}/${page}` });
    const back = '../../Where%20%28and%20when%29%20it%20naps.md#turn-1';
    assert.ok((await read(uri)).includes(`- [The user asked where the dormouse naps.](${back})`), await read(uri));
    await trimOnly(host.store, summary.uuid);
    await until(async () => (await read(uri)).startsWith('# No longer in memory'), 'the page to say that it is gone');
    await host.store.conversations.delete(id);
  });

  test('cannot be written, renamed or deleted', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Only to read', [makeTurn('Who reads this?', 'Everybody.')]);
    const uri = transcriptOf(id);
    const { fs } = vscode.workspace;
    assert.equal(fs.isWritableFileSystem(transcriptScheme), false);
    assert.equal((await fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    await messageOfFailure(() => fs.writeFile(uri, Buffer.from('something else')));
    await messageOfFailure(() => fs.delete(uri));
    await messageOfFailure(() => fs.rename(uri, transcriptOf(id, 'Another name')));
    assert.match(await read(uri), /> Who reads this\?/);
    assert.equal((await turnsOf(host.store, id, { limit: 5 })).length, 1);
    await host.store.conversations.delete(id);
  });

  test('an open one follows what is recorded, and says so when its conversation is deleted', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Growing', [makeTurn('First question about the newt', 'First answer.')]);
    const document = await vscode.workspace.openTextDocument(transcriptOf(id));
    await vscode.window.showTextDocument(document);
    assert.match(document.getText(), /First question about the newt/);
    await appendTurns(host.store, id, [makeTurn('Second question about the newt', 'Second answer.')]);
    await until(() => document.getText().includes('Second question about the newt'), 'the second turn in the editor');
    await host.store.conversations.delete(id);
    await until(() => document.getText().startsWith('# No longer in memory'), 'the editor to say that it is gone');
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('a conversation of more turns than one page holds is whole', async () => {
    const host = await activateHost();
    const turns = Array.from({ length: 1203 }, (_, i) => makeTurn(`question ${i} of many`, `answer ${i}`));
    const id = await rememberHere(host, 'A long one', turns);
    const text = await read(transcriptOf(id));
    assert.equal(text.match(/^## Turn \d+$/gm)?.length, 1203);
    assert.match(text, /## Turn 1203\n[\s\S]*> question 1202 of many/);
    await host.store.conversations.delete(id);
  });

  test('the command opens a preview, also for a title full of odd characters', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'a/b: "c"? #1 <100%>', [makeTurn('Which odd title?', 'This one.')]);
    const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    await withPerson({}, async shown => {
      await vscode.commands.executeCommand(commands.openTranscript, id, 0);
      await until(
        () => tabs().some(label => /a b c 1 100/.test(label)),
        () => `the preview among ${tabs().join()}`,
      );
      assert.deepEqual(shown, []);
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await host.store.conversations.delete(id);
  });

  test('a conversation that is gone is told, not opened', async () => {
    await activateHost();
    await withPerson({}, async shown => {
      await vscode.commands.executeCommand(commands.openTranscript, 'no-such-conversation');
      assert.deepEqual(
        shown.map(({ text }) => text),
        ['That conversation is no longer in memory.'],
      );
    });
    assert.match(await read(transcriptOf('no-such-conversation')), /^# No longer in memory/);
  });
});
