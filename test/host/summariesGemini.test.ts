import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dayOf } from '../../src/util/dates.ts';
import type { Host } from '../../src/vscode/host.ts';
import { commands, settings } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { makeAnswer } from '../support/summaryAnswers.ts';
import { FLASH, withGemini } from './gemini.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { rememberHere, until, withSettings } from './support.ts';

const two = [makeTurn('why does the kiosk stall?', 'The kiosk stalls at 12:30.'), makeTurn('fixed?', 'Yes, in 2.1.')];
const PRO = 'gemini-2.5-pro';
const answer = makeAnswer({
  conversation_summary: [{ sentence: 'The user asked why the kiosk stalls, so I named 12:30.', turns: [0] }],
  actions_summary: [],
});

const agree = (_text: unknown, _options: unknown, first: unknown) => first;
const makers = async (host: Host, id: string) =>
  (await host.store.summaries.ofConversation(id)).map(({ made_by, provisional }) => [made_by, provisional] as const);

suite('summaries by Gemini', () => {
  test('while Gemini fails they are made offline and provisional; one quiet state, no message', async () => {
    await withGemini(async (server, host) => {
      await withSettings({ [settings.summariesEveryTurns]: 1 }, async () => {
        await withPerson({}, async shown => {
          server.fail('internal');
          const id = await rememberHere(host, 'Kiosk', two);
          await host.summaries.jobs.noticeTurn(id);
          const made = await until(async () => {
            const summaries = await host.store.summaries.ofConversation(id);
            return summaries.filter(({ level }) => level === 1).length === 2 && summaries;
          }, 'both L1s');
          assert.ok(made.every(({ made_by, provisional }) => made_by === 'offline' && provisional));
          const { state } = host.summaries.maker;
          assert.equal(state.kind, 'away');
          assert.match(state.message ?? '', /Summaries are made offline; they will be redone when Gemini is back\./);
          assert.ok(server.requests.length <= 2, `${server.requests.length} requests`);
          assert.deepEqual(shown, []);
          const queued = async () => (await host.work.jobs.list()).map(({ kind }) => kind);
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
          const summaries = await host.store.summaries.ofConversation(id);
          return summaries.length >= 2 && summaries;
        }, 'the L1s');
        assert.deepEqual([first?.made_by, first?.provisional], ['offline', false]);
        assert.deepEqual(server.requests, []);
        await host.store.conversations.delete(id);
      });
    });
  });

  test('made in the foreground while Gemini is away, they are redone when a setting brings it back', async () => {
    await withGemini(async (server, host) => {
      const id = await rememberHere(host, 'Kiosk in a hurry', two);
      server.fail('internal', { times: 100 });
      await withPerson({ showInformationMessage: agree }, async shown => {
        await vscode.commands.executeCommand(commands.summarizeNow, id);
        assert.deepEqual(await makers(host, id), [['offline', true]]);
        assert.match(
          shown.at(-1)?.text ?? '',
          /^Made 1 summary, provisional for now\. Gemini has a problem on its side/,
        );
        const waiting = (await host.work.jobs.list()).filter(({ key }) => key === id);
        assert.deepEqual(
          waiting.map(({ kind }) => kind),
          ['redo'],
        );
        server.reset();
        server.reply({ json: answer });
        await withSettings({ [settings.geminiSummaryModel]: PRO }, async () => {
          assert.equal(host.summaries.maker.awayUntil, undefined, 'what was known of the other model is forgotten');
          await until(async () => (await makers(host, id))[0]?.[1] === false, 'it to be redone');
        });
      });
      assert.deepEqual(await makers(host, id), [[`gemini/${PRO}`, false]]);
      await host.store.conversations.delete(id);
    });
  });

  test('a raised budget ends the offline day, and what was made in it is redone', async () => {
    await withGemini(async (server, host) => {
      server.reply({ json: answer });
      const today = dayOf(new Date());
      const { spending } = host.work;
      const id = await rememberHere(host, 'Kiosk on a budget', two);
      const spent = 200_000 - (await spending.spent(today));
      await spending.add(today, spent);
      try {
        await withPerson({ showInformationMessage: agree }, async () => {
          await vscode.commands.executeCommand(commands.summarizeNow, id);
        });
        assert.deepEqual(await makers(host, id), [['offline', true]]);
        assert.equal(host.summaries.maker.state.kind, 'budget-spent');
        await withSettings({ [settings.budgetDailyTokens]: 900_000 }, async () => {
          await until(async () => (await makers(host, id))[0]?.[1] === false, 'it to be redone');
          assert.equal(host.summaries.maker.state.kind, 'ready');
        });
        assert.deepEqual(await makers(host, id), [[`gemini/${FLASH}`, false]]);
      } finally {
        await spending.add(today, -spent);
        await host.store.conversations.delete(id);
      }
    });
  });

  test('made anew while Gemini is away, the present ones stay and the person is told', async () => {
    await withGemini(async (server, host) => {
      server.reply({ json: answer });
      const id = await rememberHere(host, 'Kiosk for good', two);
      await withPerson({ showInformationMessage: agree }, async shown => {
        await vscode.commands.executeCommand(commands.summarizeNow, id);
        const before = await host.store.summaries.ofConversation(id);
        server.fail('internal', { times: 100 });
        await vscode.commands.executeCommand(commands.regenerate, id);
        assert.deepEqual(await host.store.summaries.ofConversation(id), before);
        assert.match(shown.at(-1)?.text ?? '', /^Gemini has a problem.* The present summaries stay as they are/);
      });
      await host.store.conversations.delete(id);
    });
  });

  test('Summarise Now tells what it would cost before it asks Gemini', async () => {
    await withGemini(async (server, host) => {
      const id = await rememberHere(host, 'Kiosk at a price', two);
      await withPerson({}, async shown => {
        await vscode.commands.executeCommand(commands.summarizeNow, id);
        const [question] = shown;
        assert.equal(question?.text, 'Summarise “Kiosk at a price” now?');
        assert.match(JSON.stringify(question?.args[1]), /About 1 summary\. With gemini\/.* tokens/);
        assert.equal(shown.length, 1, 'closed, there is no more to say');
      });
      assert.deepEqual(server.requests, []);
      assert.deepEqual(await host.store.summaries.ofConversation(id), []);
      await host.store.conversations.delete(id);
    });
  });

  test('a summary model that does not exist is told with its own setting', async () => {
    await withGemini(async (_, host) => {
      const id = await rememberHere(host, 'Kiosk of nobody', two);
      await withSettings({ [settings.geminiSummaryModel]: 'gemini-0-nobody' }, async () => {
        await withPerson({ showInformationMessage: agree }, async () => {
          await vscode.commands.executeCommand(commands.summarizeNow, id);
        });
        assert.match(host.summaries.maker.state.message ?? '', /strata\.gemini\.summaryModel/);
      });
      await host.store.conversations.delete(id);
    });
  });
});
