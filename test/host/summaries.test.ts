import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { ask, newChat } from './chat.ts';
import { suite, test } from './suite.ts';
import { activateHost, rememberHere, until, withSettings } from './support.ts';

const small = { [settings.summariesEveryTurns]: 2 };

suite('layers of summaries', () => {
  test('a conversation grows summaries by itself, and a summary of them', async () => {
    const host = await activateHost();
    await withSettings(small, async () => {
      await newChat();
      let id = '';
      for (const animal of ['lynx', 'stoat', 'marten', 'polecat']) {
        id = (await ask(host, `The ${animal} sleeps in the barn.`)).conversation.uuid;
      }
      const made = await until(async () => {
        const summaries = await host.store.summaries.ofConversation(id);
        return summaries.some(({ level }) => level === 2) && summaries;
      }, 'an L2');
      assert.deepEqual(
        made.map(({ level, start_turn, end_turn, made_by, provisional }) => [
          level,
          start_turn,
          end_turn,
          made_by,
          provisional,
        ]),
        [
          [1, 0, 1, 'offline', false],
          [1, 2, 3, 'offline', false],
          [2, 0, 3, 'offline', false],
        ],
      );
      assert.match(made[0]!.conversation_summary, /lynx/);
      await until(async () => (await host.work.jobs.list()).length === 0, 'the queue to be empty again');
      await host.store.conversations.delete(id);
    });
  });

  test('switched off, nothing is summarised', async () => {
    const host = await activateHost();
    await withSettings({ ...small, [settings.summariesEnabled]: false }, async () => {
      await newChat();
      await ask(host, 'where does the badger sleep?');
      const { conversation } = await ask(host, 'and where does it eat?');
      await host.summaries.jobs.noticeTurn(conversation.uuid);
      // Links are made all the same.
      await host.files.settled();
      assert.deepEqual(await host.work.jobs.list(), []);
      assert.deepEqual(await host.store.summaries.ofConversation(conversation.uuid), []);
      await host.store.conversations.delete(conversation.uuid);
    });
  });

  test('Summarise Now condenses the few turns that are there', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Three otters', [makeTurn('a otter?', 'An otter.'), makeTurn('b?', 'B.')]);
    await vscode.commands.executeCommand(commands.summarizeNow, id);
    const [summary] = await host.store.summaries.ofConversation(id);
    assert.deepEqual([summary?.level, summary?.start_turn, summary?.end_turn], [1, 0, 1]);
    await host.store.conversations.delete(id);
  });

  test('the statistics are a page of numbers', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Counted', [makeTurn('how many?', 'Two.')]);
    await vscode.commands.executeCommand(commands.summarizeNow, id);
    await vscode.commands.executeCommand(commands.statistics);
    const tab = await until(
      () => vscode.window.tabGroups.all.flatMap(group => group.tabs).find(({ label }) => /Statistics/.test(label)),
      'the page',
    );
    const uri = vscode.Uri.from({ scheme: 'strata-info', path: '/Statistics.md', query: 'test' });
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(text, /\| L1 \| \d+ \| 0 \|/);
    assert.match(text, /written by \*\*offline\*\*/);
    await vscode.window.tabGroups.close(tab);
    await host.store.conversations.delete(id);
  });
});
