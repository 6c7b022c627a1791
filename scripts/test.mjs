// `npm test`: installs what is missing, runs the layers, and ends with the line "N passed, N failed".
//   node scripts/test.mjs [layer ...] [--grep pattern]
import { parseArgs } from 'node:util';
import { ensureCodeServer } from './lib/codeServerInstall.mjs';
import { continueOnProjectNode, ensureDependencies } from './lib/dependencies.mjs';
import { runMain, SetupError } from './lib/progress.mjs';
import { BROWSER, ensureSystemPackages } from './lib/systemPackages.mjs';

await runMain(async () => {
  const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
  await ensureDependencies();
  await continueOnProjectNode();
  const { LAYERS } = await import('./lib/layers.mjs');
  const names = LAYERS.map(layer => layer.name);
  const unknown = positionals.filter(name => !names.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(`No such layer: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  }
  const layers = positionals.length === 0 ? LAYERS : LAYERS.filter(layer => positionals.includes(layer.name));
  if (layers.some(layer => layer.vscode)) {
    await ensureSystemPackages([...BROWSER, 'git']);
    await ensureCodeServer();
  }
  return await runLayers(layers, values.grep);
});

async function runLayers(layers, grep) {
  const rows = [];
  for (const layer of layers) {
    console.log(`\n== ${layer.name}`);
    const begin = Date.now();
    const counts = await layer.run({ grep });
    const row = { layer: layer.name, ...counts, seconds: (Date.now() - begin) / 1000 };
    console.log(`   ${sentence(row)} in ${row.seconds.toFixed(1)} s`);
    rows.push(row);
  }
  console.log(`\n${table(rows)}\n`);
  const total = key => rows.reduce((sum, row) => sum + row[key], 0);
  const all = { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
  if (all.skipped > 0) {
    console.log(`${all.skipped} skipped, see above`);
  }
  console.log(`${all.passed} passed, ${all.failed} failed`);
  return all.failed > 0 ? 1 : 0;
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function table(rows) {
  const columns = ['layer', 'passed', 'failed', 'skipped', 'seconds'];
  const cells = rows.map(row => [row.layer, row.passed, row.failed, row.skipped, row.seconds.toFixed(1)].map(String));
  const lines = [columns, ...cells].map(
    ([first, ...rest]) => first.padEnd(10) + rest.map(cell => cell.padStart(9)).join(''),
  );
  return lines.join('\n');
}
