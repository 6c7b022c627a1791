import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { withGemini } from './gemini.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { rememberHere, until, withSettings } from './support.ts';

const two = [makeTurn('why does the kiosk stall?', 'The kiosk stalls at 12:30.'), makeTurn('fixed?', 'Yes, in 2.1.')];

suite('summaries by Gemini', () => {
  test('while Gemini fails they are made offline and provisional; one quiet state, no message', async () => {
    await withGemini(async (server, host) => {
      await withSettings({ [settings.summariesEveryTurns]: 1 }, async () => {
        await withPerson({}, async shown => {
          server.fail('internal');
          const id = await rememberHere(host, 'Kiosk', two);
          await host.summaries.jobs.noticeTurn(id);
          const made = await until(async () => {
            const summaries = await host.store.summaries.list(id);
            return summaries.filter(({ level }) => level === 1).length === 2 && summaries;
          }, 'both L1s');
          assert.ok(made.every(({ made_by, provisional }) => made_by === 'offline' && provisional));
          const { state } = host.summaries.maker;
          assert.equal(state.kind, 'away');
          assert.match(state.message ?? '', /Summaries are made offline; they will be redone when Gemini is back\./);
          assert.ok(server.requests.length <= 2, `${server.requests.length} requests`);
          assert.deepEqual(shown, []);
          const queued = async () => (await host.store.jobs.list()).map(({ kind }) => kind);
          await until(async () => (await queued()).join() === 'redo', 'the work to be done again later');
          await host.store.conversations.delete(id);
          await vscode.commands.executeCommand('notifications.clearAll');
        });
      });
    });
  });

  test('set to offline, nothing is sent although there is a key', async () => {
    await withGemini(async (server, host) => {
      await withSettings({ [settings.summariesEveryTurns]: 1, [settings.summariesModel]: 'offline' }, async () => {
        const id = await rememberHere(host, 'Kiosk again', two);
        await host.summaries.jobs.noticeTurn(id);
        const [first] = await until(async () => {
          const summaries = await host.store.summaries.list(id);
          return summaries.length >= 2 && summaries;
        }, 'the L1s');
        assert.deepEqual([first?.made_by, first?.provisional], ['offline', false]);
        assert.deepEqual(server.requests, []);
        await host.store.conversations.delete(id);
      });
    });
  });
});
