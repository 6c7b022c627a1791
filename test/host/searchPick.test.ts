import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/ids.ts';
import { makeTurn } from '../support/builders.ts';
import { suite, test } from './suite.ts';
import { activateHost, remember, rememberHere, until } from './support.ts';

type Pick = vscode.QuickPick<vscode.QuickPickItem>;

/** Opens the search and hands over the quick pick that is on screen; hides it at the end. */
async function withSearch(text: string, body: (pick: Pick) => Promise<void>): Promise<void> {
  const real = vscode.window.createQuickPick;
  let pick: Pick | undefined;
  const keeping = () => {
    pick = Reflect.apply(real, vscode.window, []) as Pick;
    return pick;
  };
  Reflect.set(vscode.window, 'createQuickPick', keeping);
  try {
    await vscode.commands.executeCommand(commands.search, text);
  } finally {
    Reflect.set(vscode.window, 'createQuickPick', real);
  }
  assert.ok(pick, 'the command opens a quick pick');
  try {
    await body(pick);
  } finally {
    pick.dispose();
  }
}

/** Without the invisible joiner that keeps VS Code from ranking anew. */
const plain = (text: string | undefined) => (text ?? '').replaceAll('\u2060', '');
const labels = (pick: Pick) => pick.items.map(({ label }) => plain(label));

async function untilItem(pick: Pick, label: RegExp): Promise<vscode.QuickPickItem> {
  const found = () => pick.items.find(item => label.test(plain(item.label)));
  return await until(found, () => `${label} among: ${labels(pick).join(' | ')}`);
}

suite('search past sessions', () => {
  test('finds while one types, marks the words, and says when, where and from what', async () => {
    const host = await activateHost();
    const turn = makeTurn('Which valve feeds the okapi trough?', 'The okapi trough is fed by valve seven.');
    turn.start.references = [{ path: 'src/trough.ts' }];
    const id = await rememberHere(host, 'Water for the okapi', [turn]);
    await withSearch('', async pick => {
      await untilItem(pick, /^Water for the okapi$/);
      pick.value = 'ok';
      pick.value = 'okapi tr';
      const hit = await untilItem(pick, /‹okapi› ‹trough›/);
      assert.match(plain(hit.label), /^1 {2}/);
      assert.match(plain(hit.detail), /^Water for the okapi · .+ · workspace · @memory · src\/trough\.ts$/);
      assert.equal(hit.alwaysShow, true);
    });
    await host.store.conversations.delete(id);
  });

  test('Enter opens the transcript of the hit', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Where the tapir hides', [makeTurn('Where is the tapir?', 'In the reeds.')]);
    const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    await withSearch('tapir reeds', async pick => {
      await until(() => /‹tapir›/.test(plain(pick.activeItems[0]?.label)), 'the first hit to be the active one');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const opened = () => tabs().some(label => label.includes('Where the tapir hides'));
      await until(opened, () => `the transcript among ${tabs().join()}`);
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await host.store.conversations.delete(id);
  });

  test('Escape closes it, however soon', async () => {
    await activateHost();
    await withSearch('', async pick => {
      const done: string[] = [];
      for (const step of ['show', 'dispose'] as const) {
        const real = pick[step].bind(pick);
        pick[step] = () => {
          done.push(step);
          real();
        };
      }
      await vscode.commands.executeCommand(commands.closeSearch);
      await until(() => done.length > 0, 'the search to close');
      assert.deepEqual(done, ['dispose'], 'not shown again');
    });
  });

  test('what is not here is offered to be looked for everywhere', async () => {
    const host = await activateHost();
    const elsewhere = { title: 'Elsewhere', workspace_id: 'git:example.org/elsewhere', workspace_name: 'elsewhere' };
    const id = await remember(host.store, elsewhere, [makeTurn('Who saw the saola?', 'Nobody saw the saola.')]);
    await withSearch('saola', async pick => {
      await untilItem(pick, /^Nothing in this workspace matches “saola”$/);
      await untilItem(pick, /Search all workspaces$/);
      assert.equal(pick.items.length, 2, 'nothing of the other workspace is shown unasked');
    });
    await host.store.conversations.delete(id);
  });

  test('a filter that cannot be read is told, and the words are still looked for', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Dates', [makeTurn('When does the kea wake?', 'The kea wakes at dawn.')]);
    await withSearch('kea after:someday', async pick => {
      await untilItem(pick, /^\$\(info\) .*someday/);
      await untilItem(pick, /‹kea›/);
    });
    await host.store.conversations.delete(id);
  });

  test('a source alone narrows the recent ones, written as the list writes it; role alone says what it needs', async () => {
    const host = await activateHost();
    const here = (await host.workspaces.current()).id;
    const ours = await rememberHere(host, 'Said to us', [makeTurn('Who feeds the emu?')]);
    const foreign = { title: 'Said elsewhere', source: 'Claude', workspace_id: here };
    const theirs = await remember(host.store, foreign, [makeTurn('Who feeds the rhea?')]);
    await withSearch('source:@memory', async pick => {
      await untilItem(pick, /^Said to us$/);
      assert.ok(!labels(pick).includes('Said elsewhere'), labels(pick).join());
      pick.value = 'source:claude';
      await until(
        () => labels(pick).join() === 'Said elsewhere',
        () => labels(pick).join(),
      );
      pick.value = 'feeds source:claude';
      await untilItem(pick, /‹feeds› the rhea/);
      pick.value = 'source:nobody';
      await untilItem(pick, /^Nothing in this workspace matches “source:nobody”$/);
      pick.value = 'role:me';
      await untilItem(pick, /role: narrows words/);
    });
    await host.store.conversations.delete(ours);
    await host.store.conversations.delete(theirs);
  });

  test('remembered text cannot draw icons', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Icons', [makeTurn('Show me $(trash) for the dodo', 'No icon for it.')]);
    await withSearch('dodo', async pick => {
      const hit = await untilItem(pick, /‹dodo›/);
      assert.ok(plain(hit.label).includes('$ (trash)'), hit.label);
    });
    await host.store.conversations.delete(id);
  });
});
