import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Summary } from '../../src/model/summary/summary.ts';
import type { SqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../../src/store/store.ts';
import { DAY_MS } from '../../src/util/dates.ts';
import { commands } from '../../src/vscode/ids.ts';
import type { Arrangement, LayersNode, MoreNode, SummaryNode } from '../../src/vscode/layers/layersNodes.ts';
import { LayersTree } from '../../src/vscode/layers/layersTree.ts';
import { LayersWork } from '../../src/vscode/layers/layersWork.ts';
import { at, makeEnd, makeStart, makeTool, makeTurn } from '../support/builders.ts';
import { mentionIn } from '../support/files.ts';
import { appendTurns } from '../support/storing.ts';
import { makeStoredSummary } from '../support/summaries.ts';
import { drawn } from './drawnTree.ts';
import { suite, test } from './suite.ts';
import { activateHost, remember, rememberHere, until, withStore } from './support.ts';

const longAgo = at(new Date(Date.now() - 5 * DAY_MS));

interface Grown {
  tree: LayersTree;
  work: LayersWork;
  /** What was fired, by id; `all` for everything. */
  fired: string[];
  by: (arrangement: Arrangement) => LayersTree;
}

function grow(store: SqliteStore): Grown {
  const fired: string[] = [];
  const work = new LayersWork(store.work.jobs);
  let arrangement: Arrangement = 'conversation';
  const tree = new LayersTree({
    store,
    reach: async () => 'all',
    onState: () => {},
    arrangement: () => arrangement,
    workOn: id => work.stateOf(id),
  });
  tree.onDidChangeTreeData(node => fired.push(node?.id ?? 'all'));
  work.onDidChange(ids => tree.refreshMarks(ids));
  const by = (wanted: Arrangement) => {
    arrangement = wanted;
    return tree;
  };
  return { tree, work, fired, by };
}

function add(store: Store, conversation_id: string, given: Partial<Summary>, files: string[] = []): Promise<Summary> {
  const draft = makeStoredSummary({ conversation_id, created_at: at(new Date()), ...given });
  return store.summaries.add(draft, { links: { files } });
}

/** Seven turns: two L1s under an L2, an L1 that is in none, and a turn that no summary covers. */
async function layered(store: Store, title = 'Uploads'): Promise<{ id: string; summaries: Summary[] }> {
  const turns = ['Why?', 'How?', 'Where?', 'When?', 'Who?', 'Which?', 'Whose?'].map(words =>
    makeTurn(words, 'So.', longAgo),
  );
  turns[1] = {
    start: makeStart({ content: 'How?', timestamp: longAgo }),
    end: makeEnd({ timestamp: longAgo, tools: [makeTool()] }),
  };
  const id = await remember(store, { title, created_at: longAgo }, turns);
  const first = await add(store, id, { end_turn: 1, conversation_summary: 'Sockets are reused, so it stalls.' }, [
    'src/http.ts',
  ]);
  const second = await add(store, id, {
    start_turn: 2,
    end_turn: 3,
    conversation_summary: 'The user asked where it is.',
  });
  const both = await add(store, id, {
    level: 2,
    end_turn: 3,
    source_type: 'SUMMARY',
    parent_summaries: [first.uuid, second.uuid],
    conversation_summary: 'Uploads made robust. Then more.',
  });
  const third = await add(store, id, {
    start_turn: 4,
    end_turn: 5,
    conversation_summary: 'Who did it, and with which tool.',
  });
  return { id, summaries: [first, second, both, third] };
}

async function summaryNamed(tree: LayersTree, label: string, node?: LayersNode): Promise<SummaryNode> {
  for (const child of await tree.getChildren(node)) {
    if (child.kind === 'summary' && String(tree.getTreeItem(child).label).includes(label)) {
      return child;
    }
    if (['period', 'level', 'conversation', 'summary'].includes(child.kind)) {
      const below = await summaryNamed(tree, label, child).catch(() => undefined);
      if (below) {
        return below;
      }
    }
  }
  throw new Error(`No summary is called ${label}`);
}

const iconOf = (item: vscode.TreeItem) => (item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : '');

suite('summaries in the tree', () => {
  test('by conversation: the highest summaries, what they condense, then the turns that none covers', async () => {
    await withStore(async store => {
      await layered(store);
      const [period, conversation, ...lines] = await drawn(grow(store).tree, () => true);
      assert.match(`${period}\n${conversation}`, /\| 1\n {2}Uploads \| /);
      assert.deepEqual(lines, [
        '    L2  Uploads made robust | 1–4 · 1 file · 5 days ago',
        '      L1  Sockets are reused | 1–2 · 1 file · 5 days ago',
        '        1  Why?',
        '        2  How? | 1 tool',
        '          readFile src/upload.ts | ✓ 12 ms',
        '          src/upload.ts',
        '      L1  Where it is | 3–4 · 5 days ago',
        '        3  Where?',
        '        4  When?',
        '    L1  Who did it, and with which tool | 5–6 · 5 days ago',
        '      5  Who?',
        '      6  Which?',
        '    7  Whose?',
      ]);
    });
  });

  test('by level: the broadest first, the newest on top, down to files and turns', async () => {
    await withStore(async store => {
      await layered(store);
      const { by } = grow(store);
      assert.deepEqual(await drawn(by('level'), () => true), [
        'L2 · long term | 1',
        '  Uploads made robust | 1–4 · 1 file · 5 days ago',
        '    L1  Sockets are reused | 1–2 · 1 file · 5 days ago',
        '      src/http.ts',
        '      1  Why?',
        '      2  How? | 1 tool',
        '        readFile src/upload.ts | ✓ 12 ms',
        '        src/upload.ts',
        '    L1  Where it is | 3–4 · 5 days ago',
        '      3  Where?',
        '      4  When?',
        'L1 · short term | 3',
        '  Who did it, and with which tool | 5–6 · 5 days ago',
        '    5  Who?',
        '    6  Which?',
        '  Where it is | 3–4 · 5 days ago',
        '    3  Where?',
        '    4  When?',
        '  Sockets are reused | 1–2 · 1 file · 5 days ago',
        '    src/http.ts',
        '    1  Why?',
        '    2  How? | 1 tool',
        '      readFile src/upload.ts | ✓ 12 ms',
        '      src/upload.ts',
      ]);
    });
  });

  test('in both arrangements every node has an id of its own', async () => {
    await withStore(async store => {
      await layered(store, 'One');
      await layered(store, 'Two');
      const { by } = grow(store);
      for (const arrangement of ['conversation', 'level'] as const) {
        const ids: string[] = [];
        const collect = async (node?: LayersNode): Promise<void> => {
          for (const child of await by(arrangement).getChildren(node)) {
            ids.push(child.id);
            await collect(child);
          }
        };
        await collect();
        assert.equal(new Set(ids).size, ids.length, arrangement);
      }
    });
  });

  test('a level of many shows a hundred, then a hundred more', async () => {
    await withStore(async store => {
      const id = await remember(
        store,
        { title: 'Long' },
        Array.from({ length: 230 }, (_, i) => makeTurn(`${i}`)),
      );
      for (let turn = 0; turn < 230; turn++) {
        await add(store, id, { start_turn: turn, end_turn: turn, conversation_summary: `Number ${turn}.` });
      }
      const { by } = grow(store);
      for (const arrangement of ['level', 'conversation'] as const) {
        const tree = by(arrangement);
        const [root] = await tree.getChildren();
        const parent = arrangement === 'level' ? root : (await tree.getChildren(root))[0];
        const first = await tree.getChildren(parent);
        const more = first.at(-1) as MoreNode;
        assert.deepEqual([first.length, more.kind, more.left], [101, 'more', 130], arrangement);
        assert.equal(tree.getTreeItem(more).label, 'Show 100 more');
        tree.showMore(more.parent);
        tree.showMore(more.parent);
        const all = await tree.getChildren(parent);
        assert.deepEqual([all.length, all.at(-1)?.kind], [230, 'summary'], arrangement);
      }
    });
  });

  test('provisional, pinned and left-out summaries are marked by their icon', async () => {
    await withStore(async store => {
      const { id, summaries } = await layered(store);
      const { by } = grow(store);
      const look = async (label: string) => {
        const item = by('level').getTreeItem(await summaryNamed(by('level'), label));
        return [iconOf(item), item.contextValue];
      };
      const [, second, both, third] = summaries;
      await store.summaries.rewrite(third!.uuid, { ...third!, provisional: true });
      assert.deepEqual(await look('Who did it'), ['circle-outline', 'summary']);
      assert.deepEqual(await look('Sockets'), ['layers', 'summary']);
      await store.rules.set({ summary_id: both!.uuid }, 'pin');
      await store.rules.set({ summary_id: second!.uuid }, 'leave-out');
      await store.rules.set({ summary_id: third!.uuid }, 'pin');
      assert.deepEqual(await look('Uploads'), ['pin', 'summary.pinned']);
      assert.deepEqual(await look('Where it is'), ['eye-closed', 'summary.leftOut']);
      assert.deepEqual(await look('Who did it'), ['pin', 'summary.pinned']);
      const node = await summaryNamed(by('level'), 'Who did it');
      assert.match(String(by('level').getTreeItem(node).accessibilityInformation?.label), /, pinned, provisional$/);
      assert.equal(node.summary.conversation_id, id);
    });
  });

  test('a tooltip tells both texts, findings, files, range, level, model and time', async () => {
    await withStore(async store => {
      const id = await remember(store, { title: 'Uploads' }, [makeTurn('Why?'), makeTurn('How?')]);
      const given: Partial<Summary> = {
        end_turn: 1,
        conversation_summary: 'It stalls. [Click](command:workbench.action.quit)',
        actions_summary: 'I used readFile.',
        key_findings: ['The pool is shared'],
        made_by: 'gemini-x',
        provisional: true,
      };
      await add(store, id, given, ['src/http.ts']);
      const { tree } = grow(store);
      const node = await summaryNamed(tree, 'It stalls');
      const item = tree.getTreeItem(node);
      assert.equal(item.tooltip, undefined, 'made when a person rests on it');
      const { tooltip } = tree.resolveTreeItem(item, node);
      assert.ok(tooltip instanceof vscode.MarkdownString);
      for (const part of ['> It stalls.', '> I used readFile.', '- The pool is shared', '`src/http.ts`', 'turns 1–2']) {
        assert.ok(tooltip.value.includes(part), tooltip.value);
      }
      assert.match(tooltip.value, /Uploads · L1 · turns 1–2 · by gemini-x · [^\n]*4 Mar[^\n]*\n/);
      assert.match(tooltip.value, /Made offline for now\./);
      assert.doesNotMatch(tooltip.value, /workbench\.action\.quit/);
      assert.deepEqual(tooltip.isTrusted, { enabledCommands: [commands.itemShowSummary] });
    });
  });

  test('a conversation in work spins, one that failed warns, and only it is drawn again', async () => {
    await withStore(async store => {
      const { id } = await layered(store, 'Watched');
      await layered(store, 'Other');
      const { tree, work, fired } = grow(store);
      await drawn(tree, ({ kind }) => kind === 'period');
      const icon = async () => {
        const [period] = await tree.getChildren();
        const nodes = await tree.getChildren(period);
        const node = nodes.find(child => child.kind === 'conversation' && child.conversation.uuid === id);
        return iconOf(tree.getTreeItem(node!));
      };
      assert.equal(await icon(), 'comment-discussion');
      const now = Date.now();
      await store.work.jobs.enqueue({ kind: 'summarize', key: id, payload: null, run_after: now });
      const { job } = await store.work.jobs.claim({ of: [{ kind: 'summarize' }], owner: 'me', now, lease_ms: 60_000 });
      await Promise.all([work.look(), work.look()]);
      assert.equal(await icon(), 'sync~spin');
      await store.work.jobs.finish(job!.uuid, 'me', {
        is: 'failed',
        error: 'The model is away.',
        run_after: undefined,
      });
      await work.look();
      assert.equal(await icon(), 'warning');
      await store.work.jobs.retry(job!.uuid, now);
      await work.look();
      assert.equal(await icon(), 'comment-discussion');
      assert.deepEqual(fired, Array(3).fill(`conversation:${id}`));
    });
  });

  test('a new summary draws only its conversation again, or only its level', async () => {
    await withStore(async store => {
      const { id } = await layered(store, 'Grows');
      await layered(store, 'Rests');
      const { tree, fired, by } = grow(store);
      await drawn(tree, ({ kind }) => kind === 'period');
      await add(store, id, { start_turn: 6, end_turn: 6, conversation_summary: 'Whose it is.' });
      await tree.refresh({ conversation_id: id });
      assert.deepEqual(fired.splice(0), [`conversation:${id}`]);
      await drawn(by('level'), () => true);
      await tree.refresh({ conversation_id: id });
      assert.deepEqual(fired.splice(0), [], 'nothing is new');
      // One that no higher summary condenses: that would mention the file too.
      const summary = (await store.summaries.ofConversation(id)).find(({ start_turn }) => start_turn === 6);
      await mentionIn(store, summary ?? assert.fail(), ['src/late.ts']);
      await tree.refresh({ conversation_id: id });
      assert.deepEqual(fired.splice(0), ['level:1'], 'a file that was found later');
      await add(store, id, { start_turn: 7, end_turn: 7, conversation_summary: 'One more.' });
      await tree.refresh({ conversation_id: id });
      assert.deepEqual(fired.splice(0), ['level:1']);
      const [, level] = await tree.getChildren();
      assert.equal(tree.getTreeItem(level!).description, '8');
      await add(store, id, { level: 3, end_turn: 3, source_type: 'SUMMARY', conversation_summary: 'All of it.' });
      await tree.refresh({ conversation_id: id });
      assert.deepEqual(fired.splice(0), ['all'], 'a level that was not there');
    });
  });

  test('a turn in a conversation further down draws its group again, on top only itself', async () => {
    await withStore(async store => {
      const now = at(new Date());
      const below = await remember(store, { title: 'Below' }, [makeTurn('a', 'b', now)]);
      const top = await remember(store, { title: 'Top' }, [makeTurn('a', 'b', at(new Date(Date.now() + 1000)))]);
      const { tree, fired } = grow(store);
      await drawn(tree, ({ kind }) => kind === 'period');
      const later = (seconds: number) => at(new Date(Date.now() + seconds * 1000));
      await appendTurns(store, top, [makeTurn('c', 'd', later(20))]);
      await tree.refresh({ conversation_id: top });
      assert.deepEqual(fired.splice(0), [`conversation:${top}`]);
      await appendTurns(store, below, [makeTurn('c', 'd', later(40))]);
      await tree.refresh({ conversation_id: below });
      assert.deepEqual(fired.splice(0), ['period:Today']);
    });
  });

  test('a summary is found in its conversation, however far down', async () => {
    await withStore(async store => {
      const { summaries } = await layered(store, 'Deep');
      for (let i = 0; i < 120; i++) {
        await remember(store, { title: `Newer ${i}` }, [makeTurn('a', 'b', at(new Date(Date.now() - 4 * DAY_MS)))]);
      }
      const { tree } = grow(store);
      const node = await tree.locate(summaries[0]!.uuid);
      const path: string[] = [];
      for (let each: LayersNode | undefined = node; each; each = tree.getParent(each)) {
        path.unshift(String(tree.getTreeItem(each).label));
      }
      assert.deepEqual(path.slice(1), ['Deep', 'L2  Uploads made robust', 'L1  Sockets are reused']);
      assert.equal(await tree.locate('no-such-summary'), undefined);
    });
  });

  test('pin, leave out and back again are remembered; copy gives its texts', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Ruled', [makeTurn('Who rules?')]);
    const summary = await add(host.store, id, {
      end_turn: 0,
      conversation_summary: 'The otter rules.',
      key_findings: ['It does'],
    });
    const node = { kind: 'summary', summary };
    const rule = async () => (await host.store.rules.list('all')).find(({ item }) => 'summary_id' in item)?.rule;
    for (const [command, expected] of [
      [commands.itemPin, 'pin'],
      [commands.itemLeaveOut, 'leave-out'],
      [commands.itemUseAgain, undefined],
      [commands.itemPin, 'pin'],
      [commands.itemUnpin, undefined],
    ] as const) {
      await vscode.commands.executeCommand(command, node);
      assert.equal(await rule(), expected, command);
    }
    await vscode.commands.executeCommand(commands.itemCopy, node);
    assert.equal(await vscode.env.clipboard.readText(), 'The otter rules.\n\n- It does');
    await host.store.conversations.delete(id);
  });

  test('a click on a summary without files opens its page, a link its page too', async () => {
    const host = await activateHost();
    const id = await rememberHere(host, 'Opened by its summary', [makeTurn('Who opens?')]);
    const summary = await add(host.store, id, { end_turn: 0, conversation_summary: 'The badger opens it.' });
    const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label)).join();
    await vscode.commands.executeCommand(commands.itemOpenSummary, { kind: 'summary', summary });
    await until(() => tabs().includes('L1 The badger opens it'), tabs);
    assert.doesNotMatch(tabs(), /Opened by its summary/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand(commands.itemShowSummary, summary.uuid);
    await until(() => tabs().includes('L1 The badger opens it'), tabs);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await host.store.conversations.delete(id);
  });
});
