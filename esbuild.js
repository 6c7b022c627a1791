// Bundles the extension and the store's worker. `--watch` keeps going, `--minify` is for the package.
const esbuild = require('esbuild');

const minify = process.argv.includes('--minify');
const options = {
  entryPoints: { extension: 'src/extension.ts', storeWorker: 'src/store/sqlite/worker.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  minify,
  sourcemap: !minify,
  legalComments: 'none',
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
