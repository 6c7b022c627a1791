import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { gitFiles, gitRenames, notIgnored } from '../../src/vscode/files/gitFiles.ts';
import { openPath } from '../../src/vscode/files/openPath.ts';
import { pickPath } from '../../src/vscode/files/pickPath.ts';
import type { Host } from '../../src/vscode/host.ts';
import { commands } from '../../src/vscode/ids.ts';
import type { LayersNode } from '../../src/vscode/layers/layersNodes.ts';
import { LayersTree } from '../../src/vscode/layers/layersTree.ts';
import { makeSummary } from '../contract/suite/harness.ts';
import { at, makeEnd, makeStart, makeTool, makeTurn } from '../support/builders.ts';
import { fileAt, linksOf } from '../support/files.ts';
import { ask, newChat } from './chat.ts';
import { withPerson } from './person.ts';
import { suite, test } from './suite.ts';
import { activateHost, rememberHere, until, withFolder, withSettings, workspaceFolder } from './support.ts';

const upload = `import { pause } from './pause.ts';

export interface Part {
  size: number;
}

export async function retry(part: Part): Promise<number> {
  const attempts = part.size;
  return attempts;
}

export class Upload {
  start(): void {
    void retry({ size: 1 });
  }
}
`;
const pause = `export function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
`;

const inWorkspace = (path: string) => join(workspaceFolder().fsPath, path);

function write(path: string, text: string): void {
  mkdirSync(dirname(inWorkspace(path)), { recursive: true });
  writeFileSync(inWorkspace(path), text);
}

/** Until VS Code has told of it: of a file that goes before then it tells nothing at all. */
async function writeSeen(path: string, text: string): Promise<void> {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  let seen = false;
  const see = ({ fsPath }: vscode.Uri) => {
    seen ||= fsPath === inWorkspace(path);
  };
  watcher.onDidCreate(see);
  watcher.onDidChange(see);
  try {
    write(path, text);
    await until(() => seen, `VS Code to see ${path}`);
  } finally {
    watcher.dispose();
  }
}

/** The open editor as `path:line`, one-based. */
function whereIsThePerson(): string {
  const editor = vscode.window.activeTextEditor;
  return editor
    ? `${vscode.workspace.asRelativePath(editor.document.uri)}:${editor.selection.active.line + 1}`
    : 'no editor';
}

async function opened(where: string): Promise<void> {
  await until(
    () => whereIsThePerson() === where,
    () => `${where}, but it is ${whereIsThePerson()}`,
  );
}

/** What quick picks show, and what the person takes. */
async function withPick(
  choose: (labels: string[]) => string | undefined,
  body: () => Promise<void>,
): Promise<string[][]> {
  const shown: string[][] = [];
  const real = vscode.window.showQuickPick;
  const reply = async (given: unknown) => {
    const items = (await given) as (vscode.QuickPickItem | string)[];
    const textOf = (item: vscode.QuickPickItem | string) =>
      typeof item === 'string' ? item : [item.label, item.description].filter(Boolean).join(' | ');
    const texts = items.map(textOf);
    shown.push(texts);
    const choice = choose(texts);
    return items.find(item => choice !== undefined && textOf(item) === choice);
  };
  Reflect.set(vscode.window, 'showQuickPick', reply);
  try {
    await body();
  } finally {
    Reflect.set(vscode.window, 'showQuickPick', real);
  }
  return shown;
}

interface Talk {
  host: Host;
  id: string;
  summary_id: string;
  openSummary(): Promise<void>;
}

/** A conversation about files of the workspace, with a summary of it, linked. */
async function talkAbout(
  title: string,
  turns: Parameters<typeof rememberHere>[2],
  text: string,
  body: (talk: Talk) => Promise<void>,
): Promise<void> {
  const host = await activateHost();
  await host.files.settled();
  const id = await rememberHere(host, title, turns);
  const draft = makeSummary(id, {
    end_turn: turns.length - 1,
    conversation_summary: text,
    actions_summary: '',
    key_findings: [],
  });
  const summary = await host.store.summaries.add(draft, { links: { names: { files: [], scopes: [] } } });
  await host.files.settled();
  const openSummary = async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand(commands.itemOpenSummary, { kind: 'summary', summary });
  };
  try {
    await body({ host, id, summary_id: summary.uuid, openSummary });
  } finally {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await host.store.conversations.delete(id);
  }
}

suite('files', () => {
  test('a summary opens its file at the function, also after edits above it, a rename, and one made outside', async () => {
    write('src/upload.ts', upload);
    const turn = makeTurn('How does `retry()` in src/upload.ts count?', 'It counts the attempts.');
    await talkAbout(
      'Counting',
      [turn],
      'The user asked about `retry()`.',
      async ({ host, summary_id, openSummary }) => {
        const scopes = (await linksOf(host.store, summary_id)).scopes;
        assert.deepEqual(
          scopes.map(({ name, kind, start_line, end_line, changed_at }) => [
            name,
            kind,
            start_line,
            end_line,
            changed_at,
          ]),
          [['retry', 'function', 7, 10, null]],
        );
        await openSummary();
        await opened('src/upload.ts:7');

        write('src/upload.ts', `// one\n// two\n${upload}`);
        const uri = vscode.Uri.file(inWorkspace('src/upload.ts'));
        const seen = async () => (await vscode.workspace.openTextDocument(uri)).lineAt(0).text === '// one';
        await until(seen, 'VS Code to see the edit');
        await openSummary();
        await opened('src/upload.ts:9');

        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(vscode.Uri.file(inWorkspace('src/upload.ts')), vscode.Uri.file(inWorkspace('src/sending.ts')));
        assert.ok(await vscode.workspace.applyEdit(edit));
        await until(async () => {
          const [file] = (await linksOf(host.store, summary_id)).files;
          return file?.path === 'src/sending.ts';
        }, 'memory to follow the rename');
        await openSummary();
        await opened('src/sending.ts:9');

        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        mkdirSync(inWorkspace('lib'), { recursive: true });
        renameSync(inWorkspace('src/sending.ts'), inWorkspace('lib/moved.ts'));
        await until(async () => {
          const [file] = (await linksOf(host.store, summary_id)).files;
          return file?.path === 'lib/moved.ts';
        }, 'memory to follow the rename outside of VS Code');
        await openSummary();
        await opened('lib/moved.ts:9');
        rmSync(inWorkspace('lib/moved.ts'));
      },
    );
  });

  test('a function that was edited is marked as changed since, and no longer when it is as it was', async () => {
    write('src/part.ts', upload);
    const turn = makeTurn('Is `retry()` in src/part.ts right?', 'It is.');
    await talkAbout(
      'Changing',
      [turn],
      'The user asked whether `retry()` is right.',
      async ({ host, summary_id, openSummary }) => {
        const changed = async () => (await linksOf(host.store, summary_id)).scopes[0]?.changed_at;
        write('src/part.ts', upload.replace('= part.size', '= part.size + 1'));
        await until(changed, 'the mark');
        await openSummary();
        await opened('src/part.ts:7');
        write('src/part.ts', `\n${upload}`);
        await until(async () => (await changed()) === null, 'the mark to go');
      },
    );
  });

  test('several files are offered with the reason for each, symbols first', async () => {
    write('src/upload.ts', upload);
    write('src/pause.ts', pause);
    const first = makeStart({
      content: 'Why does `retry()` wait?',
      references: [{ path: 'src/pause.ts' }],
      timestamp: at(new Date()),
    });
    const tools = [makeTool({ arguments: { path: 'src/upload.ts' }, result: 'x' })];
    const turns = [{ start: first, end: makeEnd({ content: 'It does not.', tools }) }];
    await talkAbout('Waiting', turns, 'The user asked why `retry()` waits.', async ({ openSummary }) => {
      const shown = await withPick(labels => labels.find(label => label.includes('pause.ts')), openSummary);
      assert.deepEqual(shown, [
        [
          '$(layers) Show the summary | sentence by sentence',
          '$(symbol-method) src/upload.ts · retry | function retry() · used by a tool',
          '$(file-code) src/pause.ts | attached',
          '',
          '$(book) Open transcript',
        ],
      ]);
      await opened('src/pause.ts:1');
    });
  });

  test('a deleted file is told, with the way to what was said', async () => {
    // Not the words of another new file: that would be a rename.
    await writeSeen('src/gone.ts', `${pause}\n// Soon gone.\n`);
    await talkAbout(
      'Gone',
      [makeTurn('What is in src/gone.ts?')],
      'The user asked.',
      async ({ host, summary_id, openSummary }) => {
        rmSync(inWorkspace('src/gone.ts'));
        await until(async () => (await linksOf(host.store, summary_id)).files[0]?.deleted_at, 'the mark');
        await withPerson({}, async shown => {
          await openSummary();
          assert.match(shown[0]?.text ?? '', /^src\/gone\.ts was deleted \(.+\)\. What was said about it is kept\.$/);
        });
      },
    );
  });

  test('a file that is deleted as soon as it was made is told like any other', async () => {
    write('src/brief.ts', `${pause}\n// Hardly there.\n`);
    await talkAbout(
      'Brief',
      [makeTurn('What is in src/brief.ts?')],
      'The user asked.',
      async ({ host, summary_id, openSummary }) => {
        // VS Code may tell neither that it was made nor that it went.
        rmSync(inWorkspace('src/brief.ts'));
        const told = /^src\/brief\.ts was deleted \(.+\)\. What was said about it is kept\.$/;
        for (const look of [openSummary, () => openPath(host, { path: 'src/brief.ts' })]) {
          await withPerson({}, async shown => {
            await look();
            assert.match(shown[0]?.text ?? '', told);
          });
        }
        assert.ok((await linksOf(host.store, summary_id)).files[0]?.deleted_at);
        assert.ok(!(await host.files.files.index()).has('src/brief.ts'));
      },
    );
  });

  test('a path that the list of files still has is told when its file went unnoticed', async () => {
    const host = await activateHost();
    await host.files.settled();
    (await host.files.files.index()).add('src/unnoticed.ts');
    await withPerson({}, async shown => {
      await openPath(host, { path: 'src/unnoticed.ts' });
      assert.equal(shown[0]?.text, 'src/unnoticed.ts is not in this workspace.');
    });
    assert.ok(!(await host.files.files.index()).has('src/unnoticed.ts'));
  });

  test('a hostile file name is shown as text: no link in a notification, no icon in a pick', async () => {
    const [bad, worse] = ['src/[open](command:workbench.action.quit).ts', 'src/$(trash).ts'];
    const host = await activateHost();
    await withPerson({}, async shown => {
      await openPath(host, { path: bad });
      assert.match(shown[0]?.text ?? '', /\[open\]\u2060\(command:/);
    });
    const picks = await withPick(
      () => undefined,
      async () => void (await pickPath([worse, bad], worse)),
    );
    assert.deepEqual(picks, [['src/$ (trash).ts', bad]]);
  });

  test('a summary without files opens its page', async () => {
    await talkAbout('Nothing named', [makeTurn('Why?')], 'The user asked.', async ({ openSummary }) => {
      await openSummary();
      const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      await until(
        () => labels().some(label => label.includes('L1 The user asked')),
        () => labels().join(),
      );
    });
  });

  test('what was said about a file before it was made is found from it once it is there', async () => {
    const turn = makeTurn('What belongs into plans/backoff.ts?', 'The jitter, and nothing else.');
    await talkAbout('Planning', [turn], 'The user asked where the jitter belongs.', async ({ host, summary_id }) => {
      const { id } = await host.workspaces.current();
      const talks = () => host.store.files.about(id, 'plans/backoff.ts', { limit: 5 });
      assert.deepEqual(await talks(), []);
      write('plans/backoff.ts', 'export const jitter = 1;\n');
      const [talk] = await until(async () => {
        const found = await talks();
        return found.length > 0 && found;
      }, 'the turn to be linked to the new file');
      assert.equal(talk?.conversation.title, 'Planning');
      assert.deepEqual(
        (await linksOf(host.store, summary_id)).files.map(({ path }) => path),
        ['plans/backoff.ts'],
      );
      rmSync(inWorkspace('plans'), { recursive: true });
    });
  });

  test('which of two files is meant is asked once', async () => {
    write('one/same.ts', pause);
    write('two/same.ts', pause);
    const { files } = (await activateHost()).files;
    await until(async () => (await files.index()).has('two/same.ts'), 'the new files to be known');
    await talkAbout(
      'Same',
      [makeTurn('What does `same.ts` do?')],
      'The user asked.',
      async ({ host, id, openSummary }) => {
        const answers = ['$(question) same.ts | which one? 2 files have this name', 'two/same.ts'];
        const shown = await withPick(() => answers.shift(), openSummary);
        assert.deepEqual(shown[1], ['one/same.ts', 'two/same.ts']);
        await opened('two/same.ts:1');
        assert.deepEqual((await host.store.mentions.ofTurns({ conversation_id: id })).open, []);
        await openSummary();
        await opened('two/same.ts:1');
      },
    );
  });

  test('a turn’s files and its tools’ lead to what they were linked to: named in words only, renamed, deleted', async () => {
    write('src/parcel.ts', upload);
    write('config.ts', 'export const most = 3;\n');
    write('src/config.ts', 'export const least = 1;\n');
    const { files } = (await activateHost()).files;
    await until(async () => (await files.index()).has('src/config.ts'), 'the new files to be known');
    const tools = [makeTool({ arguments: { target_file: 'src/parcel.ts' }, result: 'x' })];
    const timestamp = at(new Date());
    const turns = [
      makeTurn('How does `retry()` in src/parcel.ts count?', 'It counts, as config.ts says.', timestamp),
      { start: makeStart({ content: 'Again.', timestamp }), end: makeEnd({ tools, timestamp }) },
    ];
    await talkAbout('Parcels', turns, 'The user asked.', async ({ host, id }) => {
      const tree = new LayersTree({ store: host.store, reach: async () => 'all', onState: () => {} });
      const parts = async (turn_index: number) => {
        const [turn] = await host.store.turns.headers(id, { from: turn_index, to: turn_index, limit: 1 });
        const conversation = await host.store.conversations.get(id);
        assert.ok(turn && conversation);
        const archive = { kind: 'archive' as const, id: 'archive', parent: undefined, count: 1, lookups: 0 };
        const parent = { kind: 'conversation' as const, id, parent: archive, conversation };
        assert.ok(turn.mentions_file);
        return await tree.getChildren({ kind: 'turn', id: `${id}:${turn_index}`, parent, turn, expandable: true });
      };
      const click = async (node: LayersNode | undefined) => {
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        const { command } = tree.getTreeItem(node!);
        await vscode.commands.executeCommand(command!.command, ...(command!.arguments ?? []));
      };
      const [parcel, config] = await parts(0);
      assert.deepEqual(
        [parcel, config].map(node => node?.kind === 'file' && node.path),
        ['src/parcel.ts', 'config.ts'],
      );
      await click(parcel);
      await opened('src/parcel.ts:7');

      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.file(inWorkspace('src/parcel.ts')), vscode.Uri.file(inWorkspace('src/packet.ts')));
      assert.ok(await vscode.workspace.applyEdit(edit));
      const { id: workspace_id } = await host.workspaces.current();
      await until(async () => await fileAt(host.store, workspace_id, 'src/packet.ts'), 'memory to follow');
      await click(parcel);
      await opened('src/packet.ts:7');
      const [tool, child] = await parts(1);
      assert.equal(child?.kind === 'file' && child.path, 'src/packet.ts');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand(commands.itemGoToFile, tool);
      // Without a place of its own, at the line where the person last was in it.
      await opened('src/packet.ts:7');

      rmSync(inWorkspace('config.ts'));
      await until(async () => (await fileAt(host.store, workspace_id, 'config.ts'))?.deleted_at, 'the deletion');
      for (const where of [undefined, { path: 'config.ts', known: true }]) {
        await withPerson({}, async shown => {
          await (where ? vscode.commands.executeCommand(commands.itemOpenFile, where) : click(config));
          assert.match(shown[0]?.text ?? '', /^config\.ts was deleted \(.+\)\. What was said about it is kept\.$/);
        });
      }
      assert.ok(!whereIsThePerson().includes('config.ts'), 'not its namesake');
      rmSync(inWorkspace('src/packet.ts'));
      rmSync(inWorkspace('src/config.ts'));
    });
  });

  test('a path that leads outside is opened only when a person agrees', async () => {
    await activateHost();
    for (const path of ['../../../../../../../../etc/hostname', '/etc/hostname']) {
      await withPerson({ showWarningMessage: () => undefined }, async shown => {
        await vscode.commands.executeCommand(commands.itemOpenFile, { path });
        assert.equal(shown[0]?.text, 'Open a file outside of this workspace?');
        assert.deepEqual(Reflect.get(Object(shown[0]?.args[1]), 'modal'), true);
      });
      assert.ok(!whereIsThePerson().includes('hostname'));
    }
  });

  test('a question in chat is linked, and the file’s own commands and view find it', async () => {
    write('src/chat.ts', upload);
    const host = await activateHost();
    await newChat();
    const { conversation } = await ask(host, 'The `retry()` in src/chat.ts waits twice.');
    const { id } = await host.workspaces.current();
    const about = () => host.store.files.about(id, 'src/chat.ts', { limit: 5 });
    await until(async () => (await about()).length === 1, 'the link');
    const uri = vscode.Uri.file(inWorkspace('src/chat.ts'));
    const shown = await withPick(
      () => undefined,
      async () => {
        await vscode.commands.executeCommand(commands.aboutThisFile, uri);
      },
    );
    assert.match(shown[0]?.join('\n') ?? '', /1 {2}The `retry\(\)` in src\/chat\.ts waits twice\./);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(7, 4, 7, 4);
    const symbol = await withPick(
      () => undefined,
      async () => {
        await vscode.commands.executeCommand(commands.aboutThisSymbol);
      },
    );
    assert.equal(symbol.length, 1);
    editor.selection = new vscode.Selection(3, 3, 3, 3);
    await withPerson({}, async told => {
      await vscode.commands.executeCommand(commands.aboutThisSymbol);
      assert.match(told[0]?.text ?? '', /^Nothing was said about Part(\.size)? in src\/chat\.ts yet\.$/);
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await host.store.conversations.delete(conversation.uuid);
  });

  test('with CodeLens switched on, a symbol says in how many conversations it was discussed', async () => {
    write('src/lens.ts', upload);
    const turn = makeTurn('Explain `retry()` in src/lens.ts', 'It counts.');
    await talkAbout('Lens', [turn], 'The user asked about `retry()`.', async () => {
      const uri = vscode.Uri.file(inWorkspace('src/lens.ts'));
      await vscode.window.showTextDocument(uri);
      const lenses = async () => {
        const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          uri,
          50,
        );
        return found.flatMap(({ command, range }) =>
          command?.title.startsWith('discussed') ? `${range.start.line + 1}: ${command.title}` : [],
        );
      };
      assert.deepEqual(await lenses(), []);
      await withSettings({ 'strata.codeLens': true }, async () => {
        await until(async () => (await lenses()).includes('7: discussed in 1 conversation'), 'the lens');
      });
    });
  });

  test('git tells the files of a folder without what it ignores, and renames made while nobody looked', async () => {
    await withFolder(async folder => {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
      git('init', '-q');
      writeFileSync(join(folder, '.gitignore'), 'out/\n');
      mkdirSync(join(folder, 'out'));
      writeFileSync(join(folder, 'out', 'made.js'), 'x');
      writeFileSync(join(folder, 'old name.ts'), pause);
      git('add', '.');
      git('commit', '-qm', 'One');
      git('mv', 'old name.ts', 'été.ts');
      writeFileSync(join(folder, 'new.ts'), 'x');
      const uri = vscode.Uri.file(folder);
      const found: string[] = [];
      assert.ok(
        await gitFiles(uri, async paths => {
          found.push(...paths);
        }),
      );
      assert.deepEqual(found.sort(), ['.gitignore', 'new.ts', 'été.ts']);
      assert.deepEqual(await notIgnored(uri, ['out/a.js', 'src/b.ts']), ['src/b.ts']);
      assert.deepEqual(await gitRenames(uri), [{ from: 'old name.ts', to: 'été.ts' }]);
    });
  });
});
