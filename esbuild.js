// Bundles the extension, the store's worker and what is loaded later. `--watch` keeps going, `--minify` is for the package.
const { readFile } = require('node:fs/promises');
const { basename } = require('node:path');
const esbuild = require('esbuild');

/** Files of their own, so that a new window does not wait for what it may never need. */
const LOADED_LATER = [
  'src/llm/gemini/gemini.ts',
  'src/llm/offline/offlineSummarizer.ts',
  'src/memory/context/dualContext.ts',
  'src/memory/summaries/modelSummarizer.ts',
];

/** Whatever `await import` names is one of them. */
const loadLater = {
  name: 'load-later',
  setup: build =>
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') {
        return undefined;
      }
      const name = basename(path, '.ts');
      return LOADED_LATER.some(file => basename(file, '.ts') === name)
        ? { path: `./${name}.js`, external: true }
        : { errors: [{ text: `${path} is loaded later, but esbuild.js does not list it.` }] };
    }),
};

const IMPORT = "import * as vscode from 'vscode';";

/** As an import, each file would copy the several hundred names of VS Code's API while the extension loads. */
const requireVsCode = {
  name: 'require-vscode',
  setup: build =>
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace(IMPORT, "const vscode = require('vscode');"), loader: 'ts' };
    }),
};

const minify = process.argv.includes('--minify');
const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    storeWorker: 'src/store/sqlite/thread/worker.ts',
    ...Object.fromEntries(LOADED_LATER.map(file => [basename(file, '.ts'), file])),
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  minify,
  sourcemap: !minify,
  legalComments: 'none',
  charset: 'utf8',
  plugins: [loadLater, requireVsCode],
  logLevel: 'info',
};

async function main() {
  if (!process.argv.includes('--watch')) {
    await esbuild.build(options);
    return;
  }
  const context = await esbuild.context(options);
  await context.watch();
}

main().catch(() => process.exit(1));
