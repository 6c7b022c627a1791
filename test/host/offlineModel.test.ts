import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { suite, test } from './suite.ts';
import { activateHost, remember, rememberHere, withSettings } from './support.ts';

async function offlineModel(): Promise<vscode.LanguageModelChat> {
  const [model] = await vscode.lm.selectChatModels({ vendor: 'strata', id: 'offline' });
  assert.ok(model, 'the offline model cannot be selected');
  return model;
}

async function answerTo(question: string): Promise<string> {
  const message = vscode.LanguageModelChatMessage.User(question);
  const response = await (await offlineModel()).sendRequest([message]);
  let text = '';
  for await (const part of response.text) {
    text += part;
  }
  return text;
}

suite('the offline model', () => {
  test('can be selected without a key, and calls itself able to use tools, as agent mode demands', async () => {
    await activateHost();
    const models = await vscode.lm.selectChatModels({ vendor: 'strata' });
    assert.deepEqual(
      models.map(({ id }) => id),
      ['offline'],
    );
    const model = await offlineModel();
    assert.equal(model.name, 'Memory only (offline)');
    assert.ok(model.maxInputTokens >= 100_000);
    const capabilities: unknown = Reflect.get(model, 'capabilities');
    assert.equal((capabilities as { supportsToolCalling?: boolean }).supportsToolCalling, true);
  });

  test('answers from recorded turns, naming conversation and file', async () => {
    const host = await activateHost();
    const turn = makeTurn('Which lock guards the pangolin cache?', 'The pangolin cache is guarded by a ticket lock.');
    turn.start.references = [{ path: 'src/pangolin.ts' }];
    const id = await rememberHere(host, 'Locks of the pangolin', [turn]);
    const answer = await answerTo('what guards the pangolin cache?');
    assert.match(answer, /^\*From memory alone, without a language model\./);
    assert.match(answer, /\*\*Locks of the pangolin\*\* .* turn 1/);
    assert.match(answer, /> The pangolin cache is guarded by a ticket lock\./);
    assert.match(answer, /Files: `src\/pangolin\.ts`/);
    await host.store.conversations.delete(id);
  });

  test('takes the question out of what agent mode wraps around it', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Numbat', [makeTurn('Who feeds the numbat?', 'The numbat is fed by cron.')]);
    const answer = await answerTo(
      '<context>walrus zebra lots of rules</context><userRequest>\nwho feeds the numbat?\n</userRequest>',
    );
    assert.match(answer, /> The numbat is fed by cron\./);
    assert.doesNotMatch(answer, /zebra/);
    await host.store.conversations.delete(id);
  });

  test('says honestly when nothing is there', async () => {
    await activateHost();
    const answer = await answerTo('what about the thylacine?');
    assert.match(answer, /There is nothing in memory about “thylacine”\./);
    assert.doesNotMatch(answer, /^>/m);
  });

  test('looks into this workspace only, unless told to look everywhere', async () => {
    const host = await activateHost();
    const elsewhere = { title: 'Elsewhere', workspace_id: 'git:example.org/elsewhere', workspace_name: 'elsewhere' };
    const id = await remember(host.store, elsewhere, [makeTurn('Where is the dugong?', 'The dugong is in the bay.')]);
    assert.match(await answerTo('where is the dugong?'), /There is nothing in memory/);
    await withSettings({ [settings.recallScope]: 'all' }, async () => {
      assert.match(await answerTo('where is the dugong?'), /> The dugong is in the bay\./);
    });
    await host.store.conversations.delete(id);
  });

  test('counts tokens by itself, of texts and of messages', async () => {
    await activateHost();
    const model = await offlineModel();
    const text = 'How are uploads retried when the network is away? '.repeat(8);
    const counted = await model.countTokens(text);
    assert.ok(counted > 50 && counted < 200, `${counted} tokens for ${text.length} characters`);
    assert.equal(await model.countTokens(vscode.LanguageModelChatMessage.User(text)), counted);
    assert.equal(await model.countTokens(''), 0);
  });
});
