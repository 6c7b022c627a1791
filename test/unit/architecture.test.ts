import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';

const src = resolve(import.meta.dirname, '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));

/** Which part of the house a file belongs to: its folder, with each implementation a part of its own. */
function partOf(file: string): string {
  const folders = dirname(file).split(sep);
  if (folders[0] === '.') {
    return file;
  }
  // Memory, the model, the workspace and the VS Code layer have folders for their features, not for implementations.
  const byFeature = ['memory', 'model', 'workspace', 'vscode'].find(name => name === folders[0]);
  return byFeature ?? folders.slice(0, 2).join('/');
}

interface Import {
  from: string;
  /** A file of ours, or a package's name. */
  to: string;
}

const imports: Import[] = files.flatMap(file => {
  const text = readFileSync(join(src, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm);
  return [...found].map(([, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? relative(src, resolve(src, dirname(file), target)) : target,
  }));
});

/** Where the parts are put together. */
const roots = ['extension.ts', 'mcpServer.ts', 'cli.ts'];

/** ARCHITECTURE: who may import whom. Roots may import everything. */
const allowed: Record<string, string[]> = {
  util: [],
  model: ['util'],
  store: ['model', 'util'],
  'store/sqlite': ['store', 'work', 'model', 'util'],
  'store/neo4j': ['store', 'model', 'util'],
  llm: ['model', 'util'],
  'llm/gemini': ['llm', 'model', 'util'],
  'llm/offline': ['llm', 'model', 'util'],
  work: ['model', 'util'],
  workspace: ['store', 'model', 'util'],
  importers: ['model', 'util'],
  memory: ['store', 'work', 'llm', 'importers', 'model', 'util'],
  tools: ['memory', 'store', 'llm', 'model', 'util'],
  mcp: ['tools', 'model', 'util'],
};

/** Packages that only one part may know. */
const vendors: Record<string, string> = {
  vscode: 'vscode',
  'node:sqlite': 'store/sqlite',
  // Git is run in one place.
  'node:child_process': 'workspace',
  'neo4j-driver': 'store/neo4j',
  '@google/generative-ai': 'llm/gemini',
};
const anywhere = ['zod/mini', 'zod/locales'];

test('each folder imports only those that the architecture allows', () => {
  const wrong = imports.filter(({ from, to }) => {
    const part = partOf(from);
    const own = to.endsWith('.ts');
    if (!own || part === 'vscode' || roots.includes(part)) {
      return own && !roots.includes(part) && partOf(to).endsWith('.ts');
    }
    return partOf(to) !== part && !(allowed[part] ?? []).includes(partOf(to));
  });
  assert.deepEqual(wrong, []);
});

test('only roots name a store', () => {
  const implementations = ['store/sqlite', 'store/neo4j'];
  const isOf = (file: string, part: string) => file.split(sep).join('/').startsWith(`${part}/`);
  const wrong = imports.filter(
    ({ from, to }) => !roots.includes(from) && implementations.some(store => isOf(to, store) && !isOf(from, store)),
  );
  assert.deepEqual(wrong, []);
});

test('only the clock says what now is', () => {
  const saysNow = /\bDate\.now\(|\bnew Date\(\)/;
  const wrong = files.filter(
    file => file !== join('util', 'clock.ts') && saysNow.test(readFileSync(join(src, file), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});

test('a package that belongs to one folder is imported only there', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (to.endsWith('.ts')) {
      return false;
    }
    const home = vendors[to];
    const isRoot = partOf(from) === 'extension.ts' && to === 'vscode';
    if (home) {
      return partOf(from) !== home && !isRoot;
    }
    return !to.startsWith('node:') && !anywhere.includes(to);
  });
  assert.deepEqual(wrong, []);
});

test('every folder of src is named in the architecture', () => {
  const known = [...Object.keys(allowed), 'vscode', ...roots];
  assert.deepEqual(
    [...new Set(files.map(partOf))].filter(part => !known.includes(part)),
    [],
  );
});

test('no file imports itself over others, types included', () => {
  const edges = Map.groupBy(
    imports.filter(({ to }) => to.endsWith('.ts')),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), `import cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
    if (done.has(file)) {
      return;
    }
    for (const { to } of edges.get(file) ?? []) {
      visit(to, [...path, file]);
    }
    done.add(file);
  };
  for (const file of files) {
    visit(file, []);
  }
});

test('source files stay small', () => {
  const long = files.filter(file => readFileSync(join(src, file), 'utf8').split('\n').length > 450);
  assert.deepEqual(long, []);
});
