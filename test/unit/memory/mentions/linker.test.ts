import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FileIndex } from '../../../../src/memory/mentions/files/fileIndex.ts';
import { type FileSymbol, findSymbol, symbolAt } from '../../../../src/memory/mentions/files/fileSymbols.ts';
import { globFilter } from '../../../../src/memory/mentions/files/globs.ts';
import { lensesFor } from '../../../../src/memory/mentions/lenses.ts';
import { Linker } from '../../../../src/memory/mentions/linker.ts';
import { targetsOf } from '../../../../src/memory/mentions/targets.ts';
import type { Store } from '../../../../src/store/store.ts';
import { makeSummary } from '../../../contract/suite/harness.ts';
import { makeConversation, makeEnd, makeStart, makeTool, makeTurn } from '../../../support/builders.ts';
import { deleteFile, fileAt, linksOf } from '../../../support/files.ts';
import { appendTurns, ensureConversation } from '../../../support/storing.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const symbol = (name: string, start_line: number, end_line: number, given: Partial<FileSymbol> = {}): FileSymbol => ({
  name,
  kind: 'function',
  start_line,
  end_line,
  content_hash: `hash of ${name}`,
  local: false,
  ...given,
});

const symbolsOf: Record<string, FileSymbol[] | undefined> = {
  'src/upload.ts': [
    symbol('retry', 3, 9),
    symbol('retry.attempts', 4, 4, { kind: 'variable', local: true }),
    symbol('Upload', 10, 30, { kind: 'class' }),
    symbol('Upload.start', 12, 20, { kind: 'method' }),
    symbol('Upload.size', 21, 21, { kind: 'property' }),
  ],
  'src/api.ts': [symbol('send', 1, 5)],
  'notes.lua': undefined,
};

function linkerOver(store: Store, files: readonly string[]): Linker {
  const index = new FileIndex({ caseInsensitive: false });
  for (const file of files) {
    index.add(file);
  }
  return new Linker(store, {
    match: async (path, near) =>
      index.match(path, { roots: [{ uri: '/srv/parcel', name: 'parcel', prefix: '' }], near }),
    symbols: async path => symbolsOf[path],
  });
}

const everything = ['src/upload.ts', 'src/api.ts', 'notes.lua', 'a/index.ts', 'a/other.ts', 'b/index.ts'];

describe('linking what was recorded', () => {
  test('mentions of question, tools and answer become links, each file once, settled by the conversation’s other files', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [
      {
        start: makeStart({ content: 'Why does index.ts fail?', references: [{ path: 'src/api.ts', start_line: 4 }] }),
        end: makeEnd({
          content: 'Because of `retry()` in /srv/parcel/src/upload.ts:7 and missing.ts, see https://example.org/a.ts.',
          tools: [makeTool({ arguments: { path: './src/upload.ts' }, result: '' })],
        }),
      },
      makeTurn('And a/other.ts?', 'Like `index.ts`.'),
    ]);
    const linked = await linkerOver(store, everything).linkAll(workspace_id, new AbortController().signal);
    assert.deepEqual([linked.files, linked.left.size], [5, 0]);
    const found = (await store.mentions.ofTurns({ conversation_id: uuid })).files;
    assert.deepEqual(
      found.map(({ file, turn_index, role, kind, line, symbol }) => [turn_index, role, file.path, kind, line, symbol]),
      [
        [0, 'user', 'a/index.ts', 'prose', null, null],
        [0, 'user', 'src/api.ts', 'reference', 4, null],
        [0, 'assistant', 'src/upload.ts', 'tool', 7, 'retry'],
        [1, 'user', 'a/other.ts', 'prose', null, null],
        [1, 'assistant', 'a/index.ts', 'code', null, null],
      ],
    );
    assert.deepEqual((await store.mentions.waiting(workspace_id, 5)).turns, []);
  });

  test('a mention that nothing settles stays open', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('Why does `index.ts` fail?')]);
    await linkerOver(store, everything).linkAll(workspace_id, new AbortController().signal);
    const [open] = (await store.mentions.ofTurns({ conversation_id: uuid })).open;
    assert.deepEqual(open?.candidates, ['a/index.ts', 'b/index.ts']);
  });

  test('a file that memory knows is meant also when it is there no more, and stays deleted', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('What is in src/old.ts?')]);
    const signal = new AbortController().signal;
    await linkerOver(store, [...everything, 'src/old.ts']).linkAll(workspace_id, signal);
    await deleteFile(store, workspace_id, 'src/old.ts', '2026-03-04T10:00:00+01:00');
    await appendTurns(store, uuid, [makeTurn('Why did we delete ./src/old.ts, and src/never.ts?')]);
    await linkerOver(store, everything).linkAll(workspace_id, signal);
    const found = (await store.mentions.ofTurns({ conversation_id: uuid })).files;
    assert.deepEqual(
      found.map(({ turn_index, file }) => [turn_index, file.path]),
      [
        [0, 'src/old.ts'],
        [1, 'src/old.ts'],
      ],
    );
    assert.ok((await fileAt(store, workspace_id, 'src/old.ts'))?.deleted_at);
  });

  test('a summary gets its symbols from its texts, its summariser and its turns; locals only when named with the file', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('What does `start` in src/upload.ts do, and `parse()` in notes.lua?')]);
    const draft = makeSummary(uuid, {
      end_turn: 0,
      conversation_summary: 'It calls `retry()`, with `attempts` and `size`.',
    });
    const names = { files: ['api.ts', 'index.ts'], scopes: ['send()', 'nothing'] };
    const { uuid: summary_id } = await store.summaries.add(draft, { links: { names } });
    await linkerOver(store, everything).linkAll(workspace_id, new AbortController().signal);
    const files = (await linksOf(store, summary_id)).files;
    assert.deepEqual(
      files.map(({ path }) => path),
      ['notes.lua', 'src/api.ts', 'src/upload.ts'],
    );
    const scopes = (await linksOf(store, summary_id)).scopes;
    assert.deepEqual(
      scopes.map(({ name, start_line, content_hash }) => [name, start_line, content_hash]),
      [
        ['Upload.start', 12, 'hash of Upload.start'],
        ['parse', null, null],
        ['retry', 3, 'hash of retry'],
        ['send', 1, 'hash of send'],
      ],
    );
  });

  test('stops between two when told to, and goes on later', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('src/api.ts'), makeTurn('src/upload.ts')]);
    const linker = linkerOver(store, everything);
    assert.equal((await linker.linkAll(workspace_id, AbortSignal.abort())).left.size, 2);
    assert.equal((await store.mentions.waiting(workspace_id, 5)).turns.length, 2);
    assert.equal((await linker.linkAll(workspace_id, new AbortController().signal)).left.size, 0);
  });
});

describe('symbols of a file', () => {
  const symbols = symbolsOf['src/upload.ts']!;

  test('are found by their own name, with or without what they are in', () => {
    const lineOf = (name: string) => findSymbol(symbols, name)?.start_line;
    assert.deepEqual(
      ['retry', 'Upload', 'start', 'Upload.start', 'attempts', 'Download.retry', 'Download.start', 'x'].map(lineOf),
      [3, 10, 12, 12, 4, 3, undefined, undefined],
    );
  });

  test('the innermost one around a line is meant, and not a local of it', () => {
    assert.deepEqual(
      [1, 4, 10, 15].map(line => symbolAt(symbols, line)?.name),
      [undefined, 'retry', 'Upload', 'Upload.start'],
    );
  });

  test('those that were discussed have a lens, without the properties of others', () => {
    const discussed = [
      { name: 'start', conversations: 2 },
      { name: 'attempts', conversations: 1 },
      { name: 'gone', conversations: 1 },
    ];
    const all = [...symbols, symbol('Options.start', 40, 40, { kind: 'property' })];
    assert.deepEqual(lensesFor(all, discussed), [{ name: 'start', line: 12, conversations: 2 }]);
    const both = [...discussed, { name: 'Upload.start', conversations: 1 }];
    assert.deepEqual(lensesFor(all, both), [{ name: 'Upload.start', line: 12, conversations: 1 }]);
  });
});

test('excluded folders take all in them along', () => {
  const excluded = globFilter([
    '**/node_modules',
    '**/*.{map,min.js}',
    'out/',
    'a?c/**',
    'bad{',
    '**/[Bb]in',
    'v[!1-3x]',
    'q[',
  ]);
  const paths = [
    'node_modules/x.js',
    'a/node_modules/b/c.js',
    'x.map',
    'deep/y.min.js',
    'out/a.js',
    'abc/d.ts',
    'src/Bin/a.dll',
    'bin/b',
    'v4/a.ts',
  ];
  assert.deepEqual(
    paths.filter(path => !excluded(path)),
    [],
  );
  const kept = [
    'src/a.ts',
    'my_node_modules/a.js',
    'layout/a.js',
    'ac/d.ts',
    'x.maps',
    'src/[Bb]in/a.ts',
    'sbin/a',
    'v2/a.ts',
    'vx/a.ts',
  ];
  assert.deepEqual(kept.filter(excluded), []);
});

test('targets: symbols first, changed ones marked, each with its reasons', () => {
  const file = (path: string) => ({ uuid: path, workspace_id: 'w', path, deleted_at: null });
  const mention = (path: string, given: object) => ({
    file: file(path),
    turn_index: 0,
    role: 'assistant' as const,
    path_then: path,
    kind: 'prose' as const,
    line: null,
    symbol: null,
    ...given,
  });
  const scope = {
    uuid: 's',
    file_id: 'b.ts',
    name: 'run',
    kind: 'method',
    start_line: 3,
    end_line: 4,
    content_hash: 'x',
    changed_at: 'then',
  };
  const targets = targetsOf(
    [file('a.ts'), file('b.ts'), file('c.ts')],
    [scope],
    [
      mention('a.ts', { kind: 'reference', line: 7, path_then: 'old.ts', role: 'user' }),
      mention('a.ts', {}),
      mention('b.ts', { kind: 'tool' }),
    ],
  );
  assert.deepEqual(
    targets.map(({ file: { path }, ...rest }) => ({ path, ...rest })),
    [
      { path: 'b.ts', was: null, symbol: 'run', line: 3, reasons: ['method run()', 'used by a tool'], changed: true },
      {
        path: 'a.ts',
        was: 'old.ts',
        symbol: null,
        line: 7,
        reasons: ['attached', 'named in the answer'],
        changed: false,
      },
      { path: 'c.ts', was: null, symbol: null, line: null, reasons: ['named in the summary'], changed: false },
    ],
  );
});

test('a file with several symbols is one target, at the one that the text names most', () => {
  const file = { uuid: 'f', workspace_id: 'w', path: 'a.ts', deleted_at: null };
  const scope = (name: string, kind: string, start_line: number) => ({
    uuid: name,
    file_id: 'f',
    name,
    kind,
    start_line,
    end_line: start_line,
    content_hash: 'x',
    changed_at: null,
  });
  const scopes = [
    scope('limit', 'variable', 1),
    scope('run', 'function', 9),
    scope('Queue.stop', 'method', 5),
    scope('Queue', 'class', 3),
  ];
  const [first, ...others] = targetsOf([file], scopes, [], 'It stops: `run` calls `stop`, and `stop` waits.');
  assert.deepEqual(others, []);
  assert.deepEqual([first?.symbol, first?.line], ['Queue.stop', 5]);
  assert.deepEqual(first?.reasons, ['method Queue.stop(), run(), Queue, 1 more']);
  assert.equal(targetsOf([file], scopes, [])[0]?.symbol, 'Queue.stop', 'functions before others');
});

describe('files that are made later', () => {
  const later = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  const signal = new AbortController().signal;
  const linkedIn = async (store: Store, conversation_id: string) =>
    (await store.mentions.ofTurns({ conversation_id })).files.map(({ turn_index, file, kind, line }) => [
      turn_index,
      file.path,
      kind,
      line,
    ]);

  test('what was said about a file before it was made is linked to it when it is, and to its summary', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [
      {
        start: makeStart({ content: 'Put the back-off into src/net/backoff.ts, please.' }),
        end: makeEnd({
          content: 'See `net/backoff.ts:12`.',
          tools: [makeTool({ arguments: { path: '/srv/parcel/src/net/backoff.ts' }, result: '' })],
        }),
      },
      makeTurn('And the jitter goes to `jitter.ts`?', 'Yes.', later(2)),
    ]);
    const summary = await store.summaries.add(makeSummary(uuid, { end_turn: 1 }));
    await linkerOver(store, everything).linkAll(workspace_id, signal);
    assert.deepEqual(await linkedIn(store, uuid), []);
    const made = ['src/net/backoff.ts', 'src/net/jitter.ts'];
    const after = linkerOver(store, [...everything, ...made]);
    assert.equal(await after.linkMade(workspace_id, made, signal), 2);
    assert.deepEqual(await linkedIn(store, uuid), [
      [0, 'src/net/backoff.ts', 'prose', null],
      [0, 'src/net/backoff.ts', 'tool', 12],
      [1, 'src/net/jitter.ts', 'code', null],
    ]);
    assert.deepEqual(
      (await linksOf(store, summary.uuid)).files.map(({ path }) => path),
      made,
    );
    assert.equal(await after.linkMade(workspace_id, made, signal), 0, 'nothing waits any more');
  });

  test('two that could be meant are not guessed between; a bare name is soon nobody’s', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [
      makeTurn('What belongs into net/queue.ts?', 'Retries.'),
      makeTurn('And into `limits.ts`?', 'Numbers.', later(400)),
    ]);
    await linkerOver(store, everything).linkAll(workspace_id, signal);
    const made = ['a/net/queue.ts', 'b/net/queue.ts', 'src/limits.ts'];
    await linkerOver(store, [...everything, ...made]).linkMade(workspace_id, made, signal);
    assert.deepEqual(await linkedIn(store, uuid), []);
    const [open] = (await store.mentions.ofTurns({ conversation_id: uuid })).open;
    assert.deepEqual(open?.candidates, ['a/net/queue.ts', 'b/net/queue.ts']);
  });

  test('what is not certainly a file of the workspace does not wait, and a listing waits in part', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    const trace = 'Error: no\n    at run (/srv/parcel/src/gone.ts:3:1)\n    at go (node_modules/left/pad.js:1:1)';
    const listing = Array.from({ length: 60 }, (_, at) => `elsewhere/file${at}.ts`).join('\n');
    await appendTurns(store, uuid, [
      makeTurn(`Why? ${trace}`, 'See /usr/lib/thing.py, ../outside/x.ts and `node_modules/a/b.js`.'),
      {
        start: makeStart(),
        end: makeEnd({ content: 'Listed.', tools: [makeTool({ arguments: {}, result: listing })] }),
      },
    ]);
    await linkerOver(store, everything).linkAll(workspace_id, signal);
    const names = await store.mentions.unmatchedNames(workspace_id);
    assert.deepEqual(
      names.filter(name => !/^file\d+\.ts$/.test(name)),
      [],
    );
    assert.equal(names.length, 20);
  });

  test('among very many new files, those that somebody waits for are found', async t => {
    const store = temporaryStore(t);
    const { uuid, workspace_id } = await ensureConversation(store, makeConversation());
    await appendTurns(store, uuid, [makeTurn('What belongs into src/queue.ts?', 'Retries.')]);
    await linkerOver(store, everything).linkAll(workspace_id, signal);
    const made = [...Array.from({ length: 6000 }, (_, at) => `gen/f${at}.ts`), 'src/queue.ts'];
    assert.equal(await linkerOver(store, made).linkMade(workspace_id, made, signal), 1);
    assert.deepEqual(await linkedIn(store, uuid), [[0, 'src/queue.ts', 'prose', null]]);
  });
});
