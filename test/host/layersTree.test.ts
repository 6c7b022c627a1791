import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import type { Store } from '../../src/store/store.ts';
import { commands } from '../../src/vscode/ids.ts';
import type { ConversationNode, MoreNode } from '../../src/vscode/layers/layersNodes.ts';
import { LayersTree } from '../../src/vscode/layers/layersTree.ts';
import { at, makeEnd, makeStart, makeTool, makeTurn } from '../support/builders.ts';
import { drawn } from './drawnTree.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, remember, rememberHere, withStore } from './support.ts';

interface Call {
  method: string;
  rows: number;
}

/** The store, with a note of every call and how many rows it gave. */
function noting(store: Store): { store: Store; calls: Call[] } {
  const calls: Call[] = [];
  const watched = <T extends object>(name: string, entity: T): T =>
    new Proxy(entity, {
      get: (target, method) => {
        const own: unknown = Reflect.get(target, method);
        if (typeof own !== 'function') {
          return own;
        }
        return async (...args: unknown[]) => {
          const result: unknown = await Reflect.apply(own, target, args);
          calls.push({ method: `${name}.${String(method)}`, rows: Array.isArray(result) ? result.length : 1 });
          return result;
        };
      },
    });
  const { conversations, turns } = store;
  return {
    store: { ...store, conversations: watched('conversations', conversations), turns: watched('turns', turns) },
    calls,
  };
}

function treeOf(store: Store, states: string[] = []): LayersTree {
  return new LayersTree({ store, reach: async () => 'all', onState: state => states.push(state) });
}

/** Writes the conversation's row until there are so many; recording each would take minutes on a slow disk. */
function multiply(file: string, uuid: string, times: number): void {
  const db = new DatabaseSync(file);
  const names = db.prepare('SELECT name FROM pragma_table_info(?)').all('conversation');
  const columns = names.map(({ name }) => String(name)).filter(name => name !== 'id');
  const values = columns.map(name => (name === 'uuid' || name === 'external_id' ? `${name} || '-' || n` : name));
  db.prepare(
    `WITH RECURSIVE count (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
     INSERT INTO conversation (${columns}) SELECT ${values} FROM conversation, count WHERE uuid = ?`,
  ).run(times, uuid);
  db.close();
}

async function nodeOf(store: Store, id: string): Promise<ConversationNode> {
  const conversation = await store.conversations.get(id);
  assert.ok(conversation);
  const parent = { kind: 'archive' as const, id: 'archive', parent: undefined, count: 1, lookups: 0 };
  return { kind: 'conversation', id: `conversation:${id}`, parent, conversation };
}

suite('the tree of layers', () => {
  test('shows periods, conversations, turns, tools and files', async () => {
    await withStore(async store => {
      const noon = new Date(new Date().setHours(12, 0, 0, 0));
      const now = noon > new Date() ? new Date() : noon;
      const end = makeEnd({ timestamp: at(now), tools: [makeTool({ arguments: { path: 'src/bat.ts' } })] });
      await remember(store, { title: 'Bats', created_at: at(now) }, [
        {
          start: makeStart({
            content: 'Where do bats sleep?',
            timestamp: at(now),
            references: [{ path: 'docs/cave.md' }],
          }),
          end,
        },
        {
          start: makeStart({ content: 'And owls?', timestamp: at(now) }),
          end: makeEnd({ timestamp: at(now), status: 'failed' }),
        },
      ]);
      await remember(store, { title: 'Long ago', created_at: at('2019-05-05T12:00:00Z') }, [
        makeTurn('What was it?', 'Nothing.', '2019-05-05T12:00:00Z'),
      ]);
      const lines = await drawn(treeOf(store), ({ kind }) => kind !== 'more');
      assert.deepEqual(
        lines.filter(line => !/Bats|Long ago/.test(line)),
        [
          'Today | 1',
          '    1  Where do bats sleep? | 1 tool',
          '      readFile src/bat.ts | ✓ 12 ms',
          '      docs/cave.md',
          '      src/bat.ts',
          '    2  And owls? | failed',
          '2019 | 1',
          '    1  What was it?',
        ],
      );
    });
  });

  test('of 10 000 conversations is read page by page, as it is opened', async () => {
    await withStore(async (real, file) => {
      multiply(file, await remember(real, { title: 'One of many' }, [makeTurn('How many?')]), 10_000);
      const { store, calls } = noting(real);
      const tree = treeOf(store);
      const [period, ...others] = await tree.getChildren();
      assert.deepEqual(others, []);
      assert.equal(period && tree.getTreeItem(period).description, '10 k');
      assert.deepEqual(
        calls.map(({ method }) => method),
        ['conversations.count', 'conversations.count'],
        'the roots cost two counts, and no conversation is read',
      );
      calls.length = 0;
      const first = await tree.getChildren(period);
      assert.deepEqual(calls, [{ method: 'conversations.list', rows: 100 }]);
      assert.equal(first.length, 101);
      const more = first.at(-1) as MoreNode;
      assert.equal(more.kind, 'more');
      assert.equal(more.left, 9900);
      for (const node of first) {
        tree.getTreeItem(node);
      }
      assert.equal(calls.length, 1, 'drawing what is on screen reads nothing');
      calls.length = 0;
      tree.showMore(more.parent);
      assert.equal((await tree.getChildren(period)).length, 201);
      assert.deepEqual(calls, [{ method: 'conversations.list', rows: 200 }]);
    });
  });

  test('a conversation of 1 000 turns shows its first hundred, as headers', async () => {
    await withStore(async real => {
      const turns = Array.from({ length: 1000 }, (_, i) => makeTurn(`question ${i}`, 'x'.repeat(1000)));
      const id = await remember(real, { title: 'Long' }, turns);
      const { store, calls } = noting(real);
      const children = await treeOf(store).getChildren(await nodeOf(real, id));
      assert.equal(children.length, 101);
      assert.deepEqual(calls, [
        { method: 'conversations.get', rows: 1 },
        { method: 'turns.headers', rows: 100 },
      ]);
    });
  });

  test('tells the welcome view whether it is empty here, everywhere, or failed', async () => {
    await withStore(async store => {
      const states: string[] = [];
      await treeOf(store, states).getChildren();
      const reach = async () => ({ workspace_id: 'git:example.org/nowhere' });
      await remember(store, { title: 'Somewhere else' }, [makeTurn('Where?')]);
      const here = new LayersTree({ store, reach, onState: state => states.push(state) });
      await here.getChildren();
      await store.close();
      assert.deepEqual(await here.getChildren(), []);
      assert.deepEqual(states, ['emptyEverywhere', 'empty', 'failed']);
    });
  });

  test('Rename asks with the old title and trims the new one', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Before', [makeTurn('What is the name?')]);
    await withPerson({ showInputBox: () => '  After  ' }, async shown => {
      await vscode.commands.executeCommand(commands.itemRename, await nodeOf(host.store, id));
      assert.equal(Reflect.get(Object(shown[0]?.args[0]), 'value'), 'Before');
    });
    assert.equal((await host.store.conversations.get(id))?.title, 'After');
    await withPerson({}, async () => {
      await vscode.commands.executeCommand(commands.itemRename, await nodeOf(host.store, id));
    });
    assert.equal((await host.store.conversations.get(id))?.title, 'After', 'Escape renames nothing');
    await host.store.conversations.delete(id);
  });

  test('Archive moves a conversation under Archived, and back', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'To archive', [makeTurn('Where does it go?')]);
    const labels = async () => (await drawn(treeOf(host.store), () => true)).join('\n');
    const node = await nodeOf(host.store, id);
    await vscode.commands.executeCommand(commands.itemArchive, node);
    assert.match(await labels(), /^Archived \| 1\n {2}To archive/m);
    await vscode.commands.executeCommand(commands.itemUnarchive, node);
    assert.doesNotMatch(await labels(), /Archived/);
    assert.match(await labels(), /To archive/);
    await host.store.conversations.delete(id);
  });

  test('Delete asks first, names what goes, and deletes only then', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'To delete', [makeTurn('Is the platypus safe?'), makeTurn('Is it?')]);
    const node = await nodeOf(host.store, id);
    await withPerson({}, async shown => {
      await vscode.commands.executeCommand(commands.itemDelete, node);
      assert.equal(shown[0]?.text, 'Delete “To delete”?');
      assert.equal(Reflect.get(Object(shown[0]?.args[1]), 'modal'), true);
      assert.match(String(Reflect.get(Object(shown[0]?.args[1]), 'detail')), /^Its 2 turns .* cannot be undone\.$/);
    });
    assert.ok(await host.store.conversations.get(id), 'still there');
    await withPerson({ showWarningMessage: () => 'Delete' }, async () => {
      await vscode.commands.executeCommand(commands.itemDelete, node);
    });
    assert.equal(await host.store.conversations.get(id), undefined);
    assert.deepEqual(await host.store.search.turns({ text: 'platypus', reach: 'all', limit: 5 }), []);
  });

  test('Copy puts the transcript into the clipboard', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'To copy', [makeTurn('What does the lynx see?', 'Everything.')]);
    await vscode.commands.executeCommand(commands.itemCopy, await nodeOf(host.store, id));
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^# To copy\n[\s\S]*> What does the lynx see\?[\s\S]*Everything\./);
    await host.store.conversations.delete(id);
  });
});
