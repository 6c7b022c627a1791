import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { askAboutFork, keepMemory, sameAs } from '../../src/vscode/forks.ts';
import { Workspaces, workspaceIdOf } from '../../src/vscode/workspaceIdentity.ts';
import { makeTurn } from '../support/builders.ts';
import { suite, test } from './suite.ts';
import { remember, withFolder, withStore, workspaceFolder } from './support.ts';

function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

function makeRepository(folder: string, commits = 1): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  for (let i = 0; i < commits; i++) {
    git(folder, 'commit', '-q', '--allow-empty', '-m', `commit ${i} in ${folder}`);
  }
  return folder;
}

function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as undefined,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
}

const idOf = (folder: string) => workspaceIdOf(vscode.Uri.file(folder));

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
        const scope = { workspace_id: await idOf(join(folder, 'moved')) };
        const [hit] = await store.search.turns({ text: 'puffins', scope, limit: 5 });
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
        const state = memento();
        const here = makeRepository(join(folder, 'parcel'), 0);
        const uri = vscode.Uri.file(here);
        const open = async () => {
          const id = await workspaceIdOf(uri);
          await keepMemory(state, store, uri, id);
          return [id, sameAs(state, id)];
        };
        const [plain] = await open();
        await remember(store, { workspace_id: plain! }, [makeTurn('Who counts the puffins?')]);
        git(here, 'commit', '-q', '--allow-empty', '-m', 'first');
        const [commit, ofCommit] = await open();
        assert.match(commit!, /^commit:/);
        assert.equal(ofCommit, plain);
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        assert.deepEqual(await open(), ['git:example.org/team/parcel', plain]);
        assert.equal(await askAboutFork(state, store, uri), false, 'and is nobody’s fork');
      });
    });
  });

  test('a repository that has a memory of its own keeps that one', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const state = memento();
        const here = makeRepository(join(folder, 'parcel'), 0);
        const uri = vscode.Uri.file(here);
        const plain = await workspaceIdOf(uri);
        await keepMemory(state, store, uri, plain);
        git(here, 'commit', '-q', '--allow-empty', '-m', 'first');
        const commit = await workspaceIdOf(uri);
        await remember(store, { workspace_id: plain }, [makeTurn('Here?')]);
        await remember(store, { workspace_id: commit }, [makeTurn('Or there?')]);
        await keepMemory(state, store, uri, commit);
        assert.equal(sameAs(state, commit), commit);
      });
    });
  });

  test('a fork is asked about once, and shares the memory only when a person wants it', async () => {
    await withFolder(async folder => {
      await withStore(async store => {
        const state = memento();
        const here = makeRepository(join(folder, 'parcel'));
        const uri = vscode.Uri.file(here);
        git(here, 'remote', 'add', 'origin', 'https://example.org/team/parcel.git');
        await remember(store, { workspace_id: 'git:example.org/team/parcel' }, [makeTurn('Why?')]);
        const ask = async (reply?: string) => {
          const shown: string[] = [];
          const real = vscode.window.showInformationMessage;
          Reflect.set(vscode.window, 'showInformationMessage', async (text: string) => {
            shown.push(text);
            return reply;
          });
          try {
            await askAboutFork(state, store, uri);
          } finally {
            Reflect.set(vscode.window, 'showInformationMessage', real);
          }
          return shown;
        };
        assert.deepEqual(await ask(), [], 'the repository itself is nobody’s fork');
        git(here, 'remote', 'set-url', 'origin', 'https://example.org/me/parcel.git');
        assert.equal((await ask()).length, 1);
        // Closed without an answer, it is asked again.
        const [question] = await ask('Keep Apart');
        assert.match(question ?? '', /same beginning as team\/parcel, which has a memory of 1 conversation\./);
        assert.equal(sameAs(state, 'git:example.org/me/parcel'), 'git:example.org/me/parcel');
        assert.deepEqual(await ask(), [], 'it was asked once');
        git(here, 'remote', 'set-url', 'origin', 'https://example.org/you/parcel.git');
        assert.equal((await ask('Use It Here')).length, 1);
        assert.equal(sameAs(state, 'git:example.org/you/parcel'), 'git:example.org/team/parcel');
      });
    });
  });
});
