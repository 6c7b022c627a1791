import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { countAll } from '../../src/store/conversationStore.ts';
import type { Store } from '../../src/store/store.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { folderAt } from '../../src/vscode/workspace/folderReader.ts';
import { askAboutMemory } from '../../src/vscode/workspace/forks.ts';
import { carryOverIdentity } from '../../src/vscode/workspace/olderIdentity.ts';
import { Workspaces } from '../../src/vscode/workspace/workspaces.ts';
import { addressOf } from '../../src/workspace/folders/address.ts';
import { folderOnDisk } from '../../src/workspace/folders/diskReader.ts';
import { identify } from '../../src/workspace/identity/identify.ts';
import { Owners } from '../../src/workspace/identity/owners.ts';
import { makeTurn } from '../support/builders.ts';
import { git, kindsOfFolder, makeEachKind, makeRepository } from '../support/repositories.ts';
import { suite, test } from './suite.ts';
import { remember, withFolder, withFolders, withStore, workspaceFolder } from './support.ts';

function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as undefined,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
}

const workspaceIdOf = async (folder: vscode.Uri) => (await identify(folderAt(folder))).id;
const idOf = (folder: string) => workspaceIdOf(vscode.Uri.file(folder));

/** As windows that come one after the other, on one memory. */
function windowsOn(store: Store, state = memento()) {
  const owners = new Owners({
    ...{ store: { ...store, exists: async () => true }, log: silentLogger },
    carryOver: () => carryOverIdentity(state, store.workspaces),
  });
  return {
    owners,
    /** What the folder is known by, and whose memory that is. */
    open: async (folder: string) => {
      const here = folderAt(vscode.Uri.file(folder));
      const own = await owners.keep(here, await identify(here));
      return [own, await owners.memoryOf(own)] as const;
    },
    /** The questions that are asked when the folder has been open for a while, all answered alike. */
    ask: async (folder: string, reply?: string) => {
      const shown: string[] = [];
      const real = vscode.window.showInformationMessage;
      Reflect.set(vscode.window, 'showInformationMessage', async (text: string) => {
        shown.push(text);
        return reply;
      });
      try {
        await askAboutMemory({ store, owners }, vscode.Uri.file(folder));
      } finally {
        Reflect.set(vscode.window, 'showInformationMessage', real);
      }
      return shown;
    },
  };
}

suite('which memory belongs to a folder', () => {
  test('the remote decides, however it is written and wherever the clone lies', async () => {
    await withFolder(async folder => {
      const [one, two] = ['one', 'deep/two'].map(name => makeRepository(join(folder, name)));
      git(one!, 'remote', 'add', 'origin', 'https://somebody:token@Example.org/team/parcel.git');
      git(two!, 'remote', 'add', 'upstream', 'git@example.org:team/parcel');
      assert.equal(await idOf(one!), 'git:example.org/team/parcel');
      assert.equal(await idOf(two!), 'git:example.org/team/parcel');
      mkdirSync(join(one!, 'packages', 'web'), { recursive: true });
      assert.equal(await idOf(join(one!, 'packages', 'web')), 'git:example.org/team/parcel', 'a folder inside');
    });
  });

  test('a server that only knows a path knows the same workspace as a window', async () => {
    await withFolder(async folder => {
      const folders = makeEachKind(join(folder, "a+b, (c) 'd' é 漢 100% #1"));
      for (const kind of kindsOfFolder) {
        const window = folderAt(vscode.Uri.file(folders[kind]));
        const server = folderOnDisk(folders[kind], true);
        assert.equal(server.address, window.address);
        assert.deepEqual(await identify(server), await identify(window), kind);
      }
    });
    for (const path of [
      '/',
      '/a/b',
      '/A:b/c',
      '/c\\d',
      '/~x/-._',
      '/[a]/{b}/^c|d`e"f<g>',
      '/&=+$,;:@!*()',
      '/\u0001\u007f',
    ]) {
      assert.equal(addressOf(path), vscode.Uri.file(path).toString(), path);
    }
    assert.equal(addressOf(workspaceFolder().fsPath), workspaceFolder().toString());
  });

  test('a work tree has the memory of its repository', async () => {
    await withFolder(async folder => {
      const main = makeRepository(join(folder, 'main'));
      git(main, 'worktree', 'add', '-q', join(folder, 'side'), '-b', 'side');
      assert.equal(await idOf(join(folder, 'side')), await idOf(main));
      git(main, 'remote', 'add', 'origin', 'ssh://git@example.org:2222/team/parcel.git');
      assert.equal(await idOf(join(folder, 'side')), 'git:example.org/team/parcel');
    });
  });

  test('without a remote, the first commit decides, so that a copy and a moved folder keep it', async () => {
    await withFolder(async folder => {
      const here = makeRepository(join(folder, 'here'), 3);
      const first = git(here, 'rev-list', '--max-parents=0', 'HEAD').trim();
      const id = await idOf(here);
      assert.equal(id, `commit:${first}`);
      git(here, 'commit', '-q', '--allow-empty', '-m', 'one more');
      renameSync(here, join(folder, 'there'));
      assert.equal(await idOf(join(folder, 'there')), id);
      assert.notEqual(await idOf(makeRepository(join(folder, 'other'))), id);
    });
  });

  test('a moved repository finds what was said before the move', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const here = makeRepository(join(folder, 'here'));
        await remember(store, { workspace_id: await idOf(here) }, [makeTurn('Who counts the puffins?', 'The warden.')]);
        renameSync(here, join(folder, 'moved'));
        const reach = { workspace_id: await idOf(join(folder, 'moved')) };
        const [hit] = await store.search.turns({ text: 'puffins', reach, limit: 5 });
        assert.equal(hit?.turn_index, 0);
      });
    });
  });

  test('without git, or before the first commit, the folder decides, and its place is not told', async () => {
    await withFolder(async folder => {
      const [plain, empty] = [join(folder, 'plain'), makeRepository(join(folder, 'empty'), 0)];
      mkdirSync(plain);
      const ids = [await idOf(plain), await idOf(empty)];
      for (const id of ids) {
        assert.match(id, /^folder:[0-9a-f]{24}$/);
      }
      assert.notEqual(ids[0], ids[1]);
      assert.equal(await idOf(plain), ids[0]);
    });
  });

  test('a damaged .git does no harm', async () => {
    await withFolder(async folder => {
      writeFileSync(join(folder, '.git'), 'gitdir: /nowhere/at/all');
      assert.match(await idOf(folder), /^folder:/);
      rmSync(join(folder, '.git'));
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git', 'config'), '[remote "origin"\nurl = \u0000');
      assert.match(await idOf(folder), /^folder:/);
    });
  });

  test('a folder that is not on this disk is known by its address', async () => {
    const [one, two] = ['vscode-vfs://github/a/b', 'vscode-vfs://github/a/c'].map(address => vscode.Uri.parse(address));
    assert.match(await workspaceIdOf(one!), /^folder:/);
    assert.notEqual(await workspaceIdOf(one!), await workspaceIdOf(two!));
  });

  test('the open window is known by its folder and named after it', async () => {
    const { id, name } = await new Workspaces().current();
    assert.equal(id, await workspaceIdOf(workspaceFolder()));
    assert.equal(name, 'workspace');
  });

  test('a folder keeps its memory when it gets its first commit, then its first remote, without a question', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open, ask } = windowsOn(store);
        const here = join(folder, 'parcel');
        mkdirSync(here);
        const [plain] = await open(here);
        await remember(store, { workspace_id: plain }, [makeTurn('Who counts the puffins?')]);
        makeRepository(here, 0);
        assert.deepEqual(await open(here), [plain, plain], 'nothing is committed yet');
        git(here, 'commit', '-q', '--allow-empty', '-m', 'first');
        const [commit, ofCommit] = await open(here);
        assert.match(commit, /^commit:/);
        assert.equal(ofCommit, plain);
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        assert.deepEqual(await open(here), ['git:example.org/team/parcel', plain]);
        assert.deepEqual(await ask(here, 'Use It Here'), [], 'and is nobody’s fork');
      });
    });
  });

  test('git init, a commit and a remote between two visits are the folder’s own history too', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open } = windowsOn(store);
        const here = join(folder, 'parcel');
        mkdirSync(here);
        const [plain] = await open(here);
        await remember(store, { workspace_id: plain }, [makeTurn('Who counts the puffins?')]);
        makeRepository(here);
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        assert.deepEqual(await open(here), ['git:example.org/team/parcel', plain]);
      });
    });
  });

  test('another repository that is cloned at the path later is not given its memory unasked', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open, ask, owners } = windowsOn(store);
        const here = join(folder, 'parcel');
        mkdirSync(here);
        const [plain] = await open(here);
        await remember(store, { workspace_id: plain, title: 'Secret plans' }, [makeTurn('Who counts the puffins?')]);
        rmSync(here, { recursive: true });
        git(folder, 'clone', '-q', makeRepository(join(folder, 'elsewhere')), here);
        git(here, 'remote', 'set-url', 'origin', 'https://example.org/others/thing.git');
        const own = 'git:example.org/others/thing';
        assert.deepEqual(await open(here), [own, own]);
        const [question, ...more] = await ask(here);
        assert.match(question ?? '', /memory of 1 conversation from before/);
        assert.deepEqual(more, []);
        assert.equal((await ask(here, 'Keep Apart')).length, 1, 'closed without an answer, it is asked another day');
        assert.deepEqual(await ask(here), [], 'it was answered');
        assert.deepEqual(await open(here), [own, own]);
        await remember(store, { workspace_id: own, title: 'Meanwhile' }, [makeTurn('And the terns?')]);
        await owners.choose(own, plain, 'same');
        assert.deepEqual(await open(here), [own, plain], 'a person may want it all the same');
        assert.equal((await countAll(store, { workspace_id: plain })).conversations, 2);
        await owners.choose(own, plain, undefined);
        assert.equal((await countAll(store, { workspace_id: own })).conversations, 1, 'and take it back');
      });
    });
  });

  test('a memory from before folders were noted goes on only where the folder is older and its history began in it', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        for (const [name, cloned] of [
          ['mine', false],
          ['cloned', true],
        ] as const) {
          const here = join(folder, name);
          mkdirSync(here);
          const plain = await idOf(here);
          await remember(store, { workspace_id: plain }, [makeTurn('Who counts the puffins?')]);
          if (cloned) {
            rmSync(here, { recursive: true });
            git(folder, 'clone', '-q', makeRepository(join(folder, 'elsewhere')), here);
            git(here, 'remote', 'remove', 'origin');
          } else {
            makeRepository(here);
          }
          const [own, used] = await windowsOn(store).open(here);
          assert.match(own, /^commit:/);
          assert.equal(used, cloned ? own : plain, name);
        }
      });
    });
  });

  test('what an earlier version had bound is carried over, and can be undone', async () => {
    await withStore(async store => {
      const state = memento();
      await remember(store, { workspace_id: 'folder:1' }, [makeTurn('Who counts the puffins?')]);
      await state.update('workspaces.sameAs', { 'git:example.org/a': 'folder:1' });
      const { owners } = windowsOn(store, state);
      assert.equal(await owners.memoryOf('git:example.org/a'), 'folder:1');
      assert.equal(state.get('workspaces.sameAs'), undefined);
      await owners.choose('git:example.org/a', 'folder:1', undefined);
      assert.equal(await windowsOn(store, state).owners.memoryOf('git:example.org/a'), 'git:example.org/a');
    });
  });

  test('a repository that has a memory of its own keeps that one', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open } = windowsOn(store);
        const here = makeRepository(join(folder, 'parcel'), 0);
        const [plain] = await open(here);
        git(here, 'commit', '-q', '--allow-empty', '-m', 'first');
        const commit = await idOf(here);
        await remember(store, { workspace_id: plain }, [makeTurn('Here?')]);
        await remember(store, { workspace_id: commit }, [makeTurn('Or there?')]);
        assert.deepEqual(await open(here), [commit, commit]);
      });
    });
  });

  test('a repository that cannot be read is recorded under its folder, or what that was known as, until it can', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open } = windowsOn(store);
        const here = makeRepository(join(folder, 'parcel'));
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        const config = join(here, '.git', 'config');
        renameSync(config, `${config}.away`);
        // A folder in the place of a file cannot be read by anybody.
        mkdirSync(config);
        const found = await identify(folderAt(vscode.Uri.file(here)));
        assert.match(found.id, /^folder:/);
        assert.ok(found.problem);
        assert.deepEqual(await open(here), [found.id, found.id]);
        await remember(store, { workspace_id: found.id }, [makeTurn('Who counts the puffins?')]);
        rmSync(config, { recursive: true });
        renameSync(`${config}.away`, config);
        const known = ['git:example.org/team/parcel', 'git:example.org/team/parcel'];
        assert.equal((await open(here))[0], known[0]);
        await remember(store, { workspace_id: known[0]! }, [makeTurn('Who counts the terns?')]);
        renameSync(config, `${config}.away`);
        mkdirSync(config);
        assert.equal((await open(here))[0], known[0], 'it is known what it was');
      });
    });
  });

  test('recording goes on in a window whose repository cannot be read, and the log says why', async () => {
    const told: string[] = [];
    const log = { ...silentLogger, warn: (line: string) => void told.push(line) };
    const workspaces = new Workspaces(undefined, log);
    const provider = vscode.workspace.registerFileSystemProvider('strata-broken', brokenFiles());
    const uri = vscode.Uri.parse('strata-broken:/w');
    try {
      await withFolders([{ uri, name: 'w', index: 0 }], async () => {
        assert.match((await workspaces.current()).own, /^folder:/);
        assert.match((await workspaces.current()).own, /^folder:/);
      });
      assert.equal(told.length, 1);
    } finally {
      provider.dispose();
      workspaces.dispose();
    }
  });

  test('a folder on another machine is known by its repository’s remote', async () => {
    const provider = vscode.workspace.registerFileSystemProvider(
      'strata-remote',
      remoteFiles({
        '/home/me/parcel/.git/HEAD': 'ref: refs/heads/main\n',
        '/home/me/parcel/.git/config': '[remote "origin"]\n\turl = git@example.org:team/parcel.git\n',
        '/home/me/side/.git': 'gitdir: /home/me/parcel/.git/worktrees/side\n',
        '/home/me/parcel/.git/worktrees/side/commondir': '../..\n',
      }),
    );
    try {
      const at = (path: string) => workspaceIdOf(vscode.Uri.parse(`strata-remote://ssh-remote+host${path}`));
      assert.equal(await at('/home/me/parcel'), 'git:example.org/team/parcel');
      assert.equal(await at('/home/me/parcel/packages/web'), 'git:example.org/team/parcel');
      assert.equal(await at('/home/me/side'), 'git:example.org/team/parcel');
      assert.match(await at('/home/me/other'), /^folder:/);
    } finally {
      provider.dispose();
    }
  });

  test('a fork is asked about once, and shares the memory only when a person wants it', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const { open, ask } = windowsOn(store);
        const here = makeRepository(join(folder, 'parcel'));
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        await remember(store, { workspace_id: 'git:example.org/team/parcel' }, [makeTurn('Why?')]);
        assert.deepEqual(await ask(here), [], 'the repository itself is nobody’s fork');
        git(here, 'remote', 'set-url', 'origin', 'https://example.org/me/parcel.git');
        assert.equal((await ask(here)).length, 1);
        // Closed without an answer, it is asked again.
        const [question] = await ask(here, 'Keep Apart');
        assert.match(
          question ?? '',
          /^team\/parcel begins with the same commit and has a memory of 1 conversation\. Use it here too\?$/,
        );
        assert.deepEqual(await open(here), ['git:example.org/me/parcel', 'git:example.org/me/parcel']);
        assert.deepEqual(await ask(here), [], 'it was asked once');
        git(here, 'remote', 'set-url', 'origin', 'https://example.org/you/parcel.git');
        assert.equal((await ask(here, 'Use It Here')).length, 1);
        assert.deepEqual(await open(here), ['git:example.org/you/parcel', 'git:example.org/team/parcel']);
      });
    });
  });
});

/** Files of another machine, by their paths. */
function remoteFiles(files: Record<string, string>): vscode.FileSystemProvider {
  const missing = (uri: vscode.Uri) => vscode.FileSystemError.FileNotFound(uri);
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => {}),
    stat: uri => {
      const isFile = uri.path in files;
      if (!isFile && !Object.keys(files).some(path => path.startsWith(`${uri.path}/`))) {
        throw missing(uri);
      }
      return { type: isFile ? vscode.FileType.File : vscode.FileType.Directory, ctime: 1, mtime: 1, size: 1 };
    },
    readFile: uri => {
      const text = files[uri.path];
      if (text === undefined) {
        throw missing(uri);
      }
      return Buffer.from(text);
    },
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}

/** Nothing of it may be read. */
function brokenFiles(): vscode.FileSystemProvider {
  const refuse = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return { ...remoteFiles({}), stat: refuse, readFile: refuse };
}
