import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Store } from '../../src/store/store.ts';
import { turnAt } from '../../src/store/turnStore.ts';
import { attachmentsOf } from '../../src/vscode/chat/chatRequest.ts';
import { existingFiles } from '../../src/vscode/files/existingFiles.ts';
import { FileChanges } from '../../src/vscode/files/fileChanges.ts';
import { gitFiles, notIgnored } from '../../src/vscode/files/gitFiles.ts';
import { pathOfUri, uriOfPath } from '../../src/vscode/files/places.ts';
import { WorkspaceFiles } from '../../src/vscode/files/workspaceFiles.ts';
import { TranscriptFiles } from '../../src/vscode/transcripts/transcriptFiles.ts';
import { makeTurn } from '../support/builders.ts';
import { deleteFile, makeFile, mentionFiles } from '../support/files.ts';
import { suite, test } from './suite.ts';
import { remember, until, withFolder, withFolders, withSettings, withStore } from './support.ts';

function git(folder: string, ...args: string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, '-c', 'protocol.file.allow=always', ...args], { cwd: folder, stdio: 'pipe' });
}

/** Writes files, each with a content of its own unless told otherwise. */
function put(folder: string, files: readonly string[], text?: string): void {
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? `export const here = '${path}';\n`);
  }
}

function commit(folder: string, message: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
}

function makeRepository(folder: string, files: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  put(folder, files);
  commit(folder, 'first');
  return folder;
}

type Open = string | { path: string; name: string };
interface Window {
  changes: FileChanges;
  files: WorkspaceFiles;
}

/** As if a window with these folders were open. */
async function withWindow(store: Store, open: readonly Open[], body: (window: Window) => Promise<void>): Promise<void> {
  const folders = open.map((one, index) => {
    const { path, name } = typeof one === 'string' ? { path: one, name: basename(one) } : one;
    return { uri: vscode.Uri.file(path), name, index };
  });
  await withFolders(folders, async () => {
    const files = new WorkspaceFiles();
    try {
      await body({ files, changes: new FileChanges(store, files, async () => 'w') });
    } finally {
      files.dispose();
    }
  });
}

const reconciled = (store: Store, ...open: Open[]) => withWindow(store, open, ({ changes }) => changes.reconcile());

/** Memory knows the files, as if they had been talked about in a window with these folders. */
async function talkedAbout(store: Store, open: readonly Open[], paths: readonly string[]): Promise<void> {
  await withWindow(store, open, async ({ changes }) => {
    for (const path of paths) {
      await makeFile(store, 'w', path);
    }
    await changes.note(paths);
  });
}

/** All that memory knows: what is there, and what it takes for deleted. */
async function memory(store: Store): Promise<{ there: string[]; deleted: string[] }> {
  const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path);
  const knownFiles = await store.files.known('w');
  return {
    there: paths(knownFiles.filter(({ deleted_at }) => deleted_at === null)),
    deleted: paths(knownFiles.filter(({ deleted_at }) => deleted_at !== null)),
  };
}

const both = (body: (folder: string, store: Store) => Promise<void>) => () =>
  withFolder(folder => withStore(store => body(folder, store)));

suite('the memory of files', () => {
  const monorepo = ['README.md', 'packages/api/src/main.ts', 'packages/web/README.md', 'packages/web/src/main.ts'];

  test(
    'is the same whichever folder of a repository is open',
    both(async (folder, store) => {
      const repository = makeRepository(join(folder, 'parcel'), monorepo);
      const web = join(repository, 'packages', 'web');
      await talkedAbout(store, [repository], monorepo);
      await reconciled(store, web);
      assert.deepEqual(await memory(store), { there: monorepo, deleted: [] });
      await withWindow(store, [web], async ({ files }) => {
        assert.deepEqual(await files.match('src/main.ts', []), { file: 'packages/web/src/main.ts' });
        assert.deepEqual(await files.match(join(web, 'README.md'), []), { file: 'packages/web/README.md' });
        assert.equal(uriOfPath('packages/web/src/main.ts')?.fsPath, join(web, 'src', 'main.ts'));
        assert.equal(pathOfUri(vscode.Uri.file(join(web, 'src', 'main.ts'))), 'packages/web/src/main.ts');
        assert.equal(uriOfPath('packages/api/src/main.ts'), undefined, 'not in the open folder');
      });
      renameSync(join(web, 'src', 'main.ts'), join(web, 'start.ts'));
      await reconciled(store, web);
      rmSync(join(repository, 'README.md'));
      await reconciled(store, repository);
      const there = ['packages/api/src/main.ts', 'packages/web/README.md', 'packages/web/start.ts'];
      assert.deepEqual(await memory(store), { there, deleted: ['README.md'] });
    }),
  );

  test(
    'is not hurt by other folders beside the repository, nor by their absence',
    both(async (folder, store) => {
      const api = makeRepository(join(folder, 'api'), ['src/main.ts', 'LICENSE']);
      const docs = { path: makeRepository(join(folder, 'texts'), ['guide.md', 'src/main.ts']), name: 'Docs' };
      put(docs.path, ['LICENSE'], `export const here = 'LICENSE';\n`);
      const paths = ['.../Docs/LICENSE', '.../Docs/guide.md', 'LICENSE', 'src/main.ts'];
      await talkedAbout(store, [api, docs], paths);
      await reconciled(store, api);
      await reconciled(store, api, docs);
      assert.deepEqual(await memory(store), { there: paths, deleted: [] });
    }),
  );

  test(
    'knows that another work tree has what this one does not',
    both(async (folder, store) => {
      const main = makeRepository(join(folder, 'main'), ['a.ts', 'kept.ts']);
      git(main, 'worktree', 'add', '-q', join(folder, 'side'), '-b', 'side');
      const side = join(folder, 'side');
      renameSync(join(side, 'a.ts'), join(side, 'b.ts'));
      put(side, ['only.ts']);
      await talkedAbout(store, [main], ['a.ts', 'kept.ts']);
      await talkedAbout(store, [side], ['only.ts']);
      await reconciled(store, side);
      await reconciled(store, main);
      assert.deepEqual(await memory(store), { there: ['a.ts', 'kept.ts', 'only.ts'], deleted: [] });
      rmSync(join(side, 'only.ts'));
      await reconciled(store, main);
      assert.deepEqual((await memory(store)).deleted, ['only.ts']);
    }),
  );

  test(
    'has one path for each file of several folders, also of those of one name',
    both(async (folder, store) => {
      const [api, web] = [join(folder, 'api'), join(folder, 'one', 'web')];
      const other = join(folder, 'two', 'web');
      for (const root of [api, web, other]) {
        put(root, ['src/main.ts']);
      }
      const open = [
        { path: api, name: 'Backend' },
        { path: web, name: 'Pages' },
        { path: other, name: 'Pages' },
      ];
      await withWindow(store, open, async ({ files }) => {
        const uris = [api, web, other].map(root => vscode.Uri.file(join(root, 'src', 'main.ts')));
        const paths = uris.map(uri => pathOfUri(uri)!);
        assert.deepEqual(paths, ['src/main.ts', '.../Pages/src/main.ts', '.../two-Pages/src/main.ts']);
        assert.deepEqual(
          paths.map(path => uriOfPath(path)?.fsPath),
          uris.map(uri => uri.fsPath),
        );
        assert.deepEqual(
          (await existingFiles(paths)).map(({ uri }) => uri.fsPath),
          uris.map(uri => uri.fsPath),
        );
        for (const [at, uri] of uris.entries()) {
          assert.deepEqual(await files.match(uri.fsPath, []), { file: paths[at] });
        }
        assert.deepEqual(await files.match('web/src/main.ts', []), { file: paths[1] });
        const references = uris.map(value => ({ id: 'x', value }));
        const attached = attachmentsOf({ references } as unknown as vscode.ChatRequest);
        assert.deepEqual(
          attached.map(({ reference }) => reference.path),
          paths,
        );
      });
      assert.equal(uriOfPath('../outside.ts'), undefined);
    }),
  );

  test(
    'links a transcript to files of every open folder, whatever their names hold, and to none that is not open',
    both(async (folder, store) => {
      const [here, docs] = [join(folder, 'here'), join(folder, 'docs')];
      makeRepository(here, ['web/src/C#/what.ts', 'api/main.ts']);
      put(docs, ['guide.md']);
      const paths = ['web/src/C#/what.ts', '.../docs/guide.md', 'api/main.ts'];
      const turn = makeTurn('Read `src/C#/what.ts`, guide.md and api/main.ts');
      const id = await remember(store, { workspace_id: 'w' }, [turn]);
      await mentionFiles(store, (await turnAt(store, { conversation_id: id, turn_index: 0 }))!, ...paths);
      await withWindow(store, [join(here, 'web'), docs], async () => {
        const transcript = vscode.Uri.parse(`strata:/${id}/a.md`);
        const text = Buffer.from(await new TranscriptFiles(store).readFile(transcript)).toString('utf8');
        assert.match(text, /\(\/src\/C%23\/what\.ts\)/);
        assert.ok(text.includes(`(${vscode.Uri.file(join(docs, 'guide.md'))})`), text);
        assert.doesNotMatch(text, /\]\([^)]*main\.ts/);
      });
    }),
  );

  test(
    'has a deleted file again when it came back while the window was closed',
    both(async (folder, store) => {
      const here = makeRepository(join(folder, 'here'), ['README.md']);
      git(here, 'checkout', '-q', '-b', 'feature');
      put(here, ['src/new.ts']);
      commit(here, 'new');
      await talkedAbout(store, [here], ['src/new.ts']);
      git(here, 'checkout', '-q', 'main');
      await reconciled(store, here);
      assert.deepEqual((await memory(store)).deleted, ['src/new.ts']);
      git(here, 'checkout', '-q', 'feature');
      await reconciled(store, here);
      assert.deepEqual(await memory(store), { there: ['src/new.ts'], deleted: [] });
    }),
  );

  test(
    'misses what a folder no longer holds that was deleted and made again before anybody looked',
    both(async (folder, store) => {
      put(folder, ['src/kept.ts', 'src/deep/gone.ts', 'src/gone.ts']);
      await talkedAbout(store, [folder], ['src/kept.ts', 'src/deep/gone.ts', 'src/gone.ts']);
      await withWindow(store, [folder], async ({ changes, files }) => {
        await files.index();
        rmSync(join(folder, 'src'), { recursive: true });
        put(folder, ['src/kept.ts']);
        await changes.process({ created: [vscode.Uri.file(join(folder, 'src'))], deleted: ['src'], changed: [] });
        assert.deepEqual(await memory(store), {
          there: ['src/kept.ts'],
          deleted: ['src/deep/gone.ts', 'src/gone.ts'],
        });
        assert.ok(!(await files.index()).has('src/gone.ts'));
      });
    }),
  );

  test(
    'follows files that were moved and removed without git, while the window was closed',
    both(async (folder, store) => {
      const here = makeRepository(join(folder, 'here'), ['src/a.ts', 'src/gone.ts', 'src/name.ts']);
      await talkedAbout(store, [here], ['src/a.ts', 'src/gone.ts', 'src/name.ts']);
      put(here, ['empty.ts'], '');
      mkdirSync(join(here, 'lib'));
      renameSync(join(here, 'src/a.ts'), join(here, 'lib/a.ts'));
      renameSync(join(here, 'src/name.ts'), join(here, 'src/other.ts'));
      rmSync(join(here, 'src/gone.ts'));
      await withWindow(store, [here], async ({ changes, files }) => {
        await changes.reconcile();
        assert.deepEqual(await memory(store), { there: ['lib/a.ts', 'src/other.ts'], deleted: ['src/gone.ts'] });
        assert.equal(await files.match('src/gone.ts', []), undefined);
      });
      const plain = join(folder, 'plain');
      put(plain, ['x/one.ts', 'x/two.ts']);
      await talkedAbout(store, [plain], ['x/one.ts']);
      renameSync(join(plain, 'x/one.ts'), join(plain, 'x/three.ts'));
      await reconciled(store, plain);
      assert.ok((await memory(store)).there.includes('x/three.ts'));
    }),
  );

  test(
    'follows a rename with an edit through git, there and back',
    both(async (folder, store) => {
      const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');
      const here = makeRepository(join(folder, 'here'), ['README.md']);
      put(here, ['src/a.ts'], lines(50));
      commit(here, 'a');
      await talkedAbout(store, [here], ['src/a.ts']);
      git(here, 'checkout', '-q', '-b', 'feature');
      git(here, 'mv', 'src/a.ts', 'src/b.ts');
      put(here, ['src/b.ts'], lines(51));
      commit(here, 'b');
      await withWindow(store, [here], async ({ changes }) => {
        const at = (path: string) => vscode.Uri.file(join(here, path));
        await changes.process({ created: [at('src/b.ts')], deleted: ['src/a.ts'], changed: [] });
        assert.deepEqual(await memory(store), { there: ['src/b.ts'], deleted: [] });
        git(here, 'checkout', '-q', 'main');
        await changes.process({ created: [at('src/a.ts')], deleted: ['src/b.ts'], changed: [] });
        assert.deepEqual(await memory(store), { there: ['src/a.ts'], deleted: [] });
        // Told of one after the other, before git has finished.
        await deleteFile(store, 'w', 'src/a.ts', new Date().toISOString());
      });
      git(here, 'checkout', '-q', 'feature');
      await reconciled(store, here);
      assert.deepEqual(await memory(store), { there: ['src/b.ts'], deleted: [] });
    }),
  );

  test(
    'follows the move of a large folder',
    both(async (folder, store) => {
      const names = Array.from({ length: 500 }, (_, at) => `f${at}.ts`);
      put(
        folder,
        names.map(name => `src/${name}`),
      );
      const known = ['f0.ts', 'f100.ts', 'f499.ts'];
      await talkedAbout(
        store,
        [folder],
        known.map(name => `src/${name}`),
      );
      await withWindow(store, [folder], async ({ changes }) => {
        renameSync(join(folder, 'src'), join(folder, 'lib'));
        const created = ['lib', ...names.map(name => `lib/${name}`)].map(path => vscode.Uri.file(join(folder, path)));
        await changes.process({ created, deleted: ['src', ...names.map(name => `src/${name}`)], changed: [] });
      });
      assert.deepEqual(await memory(store), { there: known.map(name => `lib/${name}`), deleted: [] });
    }),
  );

  test(
    'does not look into ignored folders, and into new ones once',
    both(async (folder, store) => {
      const here = makeRepository(join(folder, 'here'), ['a.ts']);
      put(here, ['.gitignore'], 'node_modules\n');
      const installed = Array.from({ length: 300 }, (_, at) => `node_modules/p${at}/lib/index.js`);
      const made = Array.from({ length: 50 }, (_, at) => `made/m${at}/index.ts`);
      const calls = { stat: 0, findFiles: 0 };
      const { findFiles } = vscode.workspace;
      const real = vscode.workspace.fs;
      const counting = {
        ...real,
        readFile: real.readFile,
        stat: (uri: vscode.Uri) => {
          calls.stat++;
          return real.stat(uri);
        },
      };
      const descriptor = Object.getOwnPropertyDescriptor(vscode.workspace, 'fs')!;
      await withWindow(store, [here], async ({ files }) => {
        await files.index();
        put(here, [...installed, ...made]);
        const folders = (path: string) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
        const created = [...new Set([...installed, ...made].flatMap(folders))];
        Object.defineProperty(vscode.workspace, 'fs', { configurable: true, get: () => counting });
        Reflect.set(vscode.workspace, 'findFiles', (...args: Parameters<typeof findFiles>) => {
          calls.findFiles++;
          return findFiles(...args);
        });
        try {
          const added = await files.add(created.map(path => vscode.Uri.file(join(here, path))));
          assert.deepEqual(added.toSorted(), made.toSorted());
        } finally {
          Object.defineProperty(vscode.workspace, 'fs', descriptor);
          Reflect.set(vscode.workspace, 'findFiles', findFiles);
        }
        assert.deepEqual(calls, { stat: 1, findFiles: 0 });
      });
    }),
  );

  test(
    'takes repositories inside the folder along, and is not led astray by links',
    both(async (folder, store) => {
      const library = makeRepository(join(folder, 'library'), ['lib.ts', 'lost.ts']);
      const here = makeRepository(join(folder, 'here'), ['a.ts', 'real/r.ts']);
      git(here, 'submodule', '-q', 'add', library, 'sub');
      put(here, ['.gitignore'], 'out\nvendor\n');
      commit(here, 'sub');
      makeRepository(join(here, 'nested'), ['n.ts']);
      makeRepository(join(here, 'vendor', 'v'), ['v.ts']);
      put(join(here, 'sub'), ['.gitignore'], 'out\n');
      rmSync(join(here, 'sub', 'lost.ts'));
      symlinkSync('real', join(here, 'link'));
      const found: string[] = [];
      await gitFiles(vscode.Uri.file(here), async paths => void found.push(...paths));
      const ours = ['a.ts', 'link', 'nested/n.ts', 'real/r.ts', 'sub/.gitignore', 'sub/lib.ts'];
      assert.deepEqual(found.toSorted(), ['.gitignore', '.gitmodules', ...ours]);
      const asked = ['sub/lib.ts', 'link/r.ts', 'out/o.js', 'sub/out/o.js', 'nested/n.ts', 'vendor/v/v.ts', 'b.ts'];
      const kept = await notIgnored(vscode.Uri.file(here), asked);
      assert.deepEqual(kept, ['sub/lib.ts', 'nested/n.ts', 'b.ts']);
      await withWindow(store, [here], async ({ files, changes }) => {
        assert.ok((await files.index()).has('sub/lib.ts'));
        put(here, ['.gitignore'], 'out\nreal\n');
        git(here, 'rm', '-rq', '--cached', 'real');
        await changes.process({ created: [], deleted: [], changed: ['.gitignore'] });
        assert.deepEqual(
          [(await files.index()).has('real/r.ts'), (await files.index()).has('vendor/v/v.ts')],
          [false, true],
        );
      });
    }),
  );

  test(
    'is of other files when files.exclude changes',
    both(async (folder, store) => {
      put(folder, ['src/a.ts', 'Bin/b.ts']);
      await withWindow(store, [folder], async ({ files }) => {
        const has = async () => (await files.index()).has('Bin/b.ts');
        assert.equal(await has(), true);
        await withSettings({ 'files.exclude': { '**/[Bb]in': true } }, async () => {
          await until(async () => !(await has()), 'the excluded folder to be left out');
        });
      });
    }),
  );
});
