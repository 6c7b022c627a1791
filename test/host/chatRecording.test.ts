import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { ask, findTurn, newChat, recorded, say } from './chat.ts';
import { suite, test } from './suite.ts';
import { activateHost, rememberHere, until, withSettings, workspaceFolder } from './support.ts';

suite('recording of chat', () => {
  test('a question to @memory and its answer are stored with the model that answered', async () => {
    const host = await activateHost();
    await newChat();
    const { conversation, turn } = await ask(host, 'where do the zeppelins land?');
    const here = await host.workspaces.current();
    assert.equal(conversation.title, 'where do the zeppelins land?');
    assert.equal(conversation.source, 'memory');
    assert.equal(conversation.workspace_id, here.id);
    assert.equal(turn.turn_index, 0);
    assert.equal(turn.assistant?.status, 'complete');
    assert.equal(turn.assistant?.model, 'strata/offline');
    assert.match(turn.assistant?.content ?? '', /There is nothing in memory about .*zeppelins/);
  });
  test('a', async () => {
    console.log(vscode.version, settings.enabled, makeTurn, findTurn, recorded, say, rememberHere, until, withSettings, workspaceFolder);
  });
});
