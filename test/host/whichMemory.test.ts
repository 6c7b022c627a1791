import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { countAll } from '../../src/store/conversationStore.ts';
import { showWhichMemory } from '../../src/vscode/workspace/whichMemory.ts';
import { makeTurn } from '../support/builders.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, forgetAll, remember, rememberHere } from './support.ts';

type Item = vscode.QuickPickItem;

suite('which memory is this', () => {
  test('a person sees whose memory a workspace uses, lets it use another, and undoes that', async () => {
    const host = await activateHost();
    await forgetAll(host);
    const here = await host.workspaces.current();
    await rememberHere(host, 'Puffins', [makeTurn('Who counts the puffins?')]);
    await remember(host.store, { workspace_id: 'git:example.org/team/terns', workspace_name: 'terns' }, [
      makeTurn('Who?'),
    ]);
    const lists: string[][] = [];
    const choose = (...wanted: string[]) =>
      withPerson(
        {
          showQuickPick: items => {
            const shown = items as Item[];
            lists.push(shown.map(({ label, description = '' }) => `${label} ${description}`.trim()));
            const next = wanted.shift();
            return next && shown.find(({ label }) => label.includes(next));
          },
        },
        () => showWhichMemory(host),
      );
    const counts = async () => {
      const { id } = await host.workspaces.current();
      return [id, (await countAll(host.store, { workspace_id: id })).conversations];
    };
    await choose('team/terns', 'Use it here');
    assert.match(
      lists[0]!.join('\n'),
      /In use here\n\$\(check\) Its own memory 1 conversation, .*\nOther memories\n.*team\/terns/s,
    );
    assert.deepEqual(await counts(), ['git:example.org/team/terns', 2]);
    assert.equal((await host.workspaces.current()).own, here.own);
    await choose('Keep this workspace apart');
    assert.match(lists.at(-1)!.join('\n'), /\$\(check\) The memory of team\/terns 2 conversations/);
    assert.deepEqual(await counts(), [here.own, 1]);
    await forgetAll(host);
    await host.store.workspaces.choose(here.own, 'git:example.org/team/terns', undefined);
  });
});
