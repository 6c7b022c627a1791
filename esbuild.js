// Bundles the extension and the store's worker. `--watch` keeps going, `--minify` is for the package.
const esbuild = require('esbuild');

/** Gemini is a file of its own, loaded when there is a key. */
const geminiApart = {
  name: 'gemini-apart',
  setup: build =>
    build.onResolve({ filter: /\/llm\/gemini\/gemini\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './gemini.js', external: true } : undefined,
    ),
};

const minify = process.argv.includes('--minify');
const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    storeWorker: 'src/store/sqlite/thread/worker.ts',
    gemini: 'src/llm/gemini/gemini.ts',
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
  plugins: [geminiApart],
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
