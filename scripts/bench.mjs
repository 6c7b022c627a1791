// `npm run bench`: runs every test/bench/*.bench.ts in a process of its own and lays out what they measured.
//   node scripts/bench.mjs [--sizes 1000,10000,100000] [--only name ...] [--fresh] [--json]
// The generated stores stay in .vscode-test/bench, so that the next run is quick; --fresh makes them anew.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from './lib/benchStores.mjs';
import { layOut } from './lib/benchTable.mjs';
import { continueOnProjectNode, ensureDependencies, projectEnvironment } from './lib/dependencies.mjs';
import { capture } from './lib/processes.mjs';
import { runMain, SetupError } from './lib/progress.mjs';
import { ROOT } from './lib/tools.mjs';

const QUIET = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'];
/** Comes first, for it makes the stores that the others read. */
const FIRST = 'importing';

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      only: { type: 'string', multiple: true, default: [] },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const sizes = parseSizes(values.sizes);
  await ensureDependencies();
  await continueOnProjectNode();
  const folder = benchFolder(values);

  const begin = new Date();
  const measures = [];
  const failures = [];
  for (const name of chosen(values.only, folder, sizes)) {
    progress(`${name} ...`);
    const { found, error } = await runFile(name, folder, sizes);
    measures.push(...found);
    if (error !== undefined) {
      failures.push({ name, error });
    }
  }
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', load: loadavg()[0] };
  if (values.json) {
    console.log(JSON.stringify({ date: begin.toISOString(), machine, measures, failures }, undefined, 2));
  } else {
    console.log(layOut({ begin, machine, measures }));
  }
  for (const { name, error } of failures) {
    console.error(`\n${name} failed:\n${error.trimEnd()}`);
  }
  return failures.length > 0 ? 1 : 0;
});

function parseSizes(text) {
  const sizes = text.split(',').map(Number);
  if (sizes.some(size => !Number.isInteger(size) || size < 1)) {
    throw new SetupError(`--sizes takes whole numbers with commas between them, not "${text}".`);
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** Names of the files to run. Whatever is asked for, missing stores are made. */
function chosen(only, folder, sizes) {
  const names = globSync('test/bench/*.bench.ts', { cwd: ROOT })
    .map(file => path.basename(file, '.bench.ts'))
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST) || a.localeCompare(b));
  const unknown = only.filter(name => !names.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(`No such benchmark: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  }
  if (only.length === 0) {
    return names;
  }
  const complete = sizes.every(size => existsSync(path.join(folder, `memory-${size}.db`)));
  return names.filter(name => only.includes(name) || (name === FIRST && !complete));
}

async function runFile(name, folder, sizes) {
  const results = path.join(folder, 'measures.jsonl');
  rmSync(results, { force: true });
  const args = [...QUIET, `test/bench/${name}.bench.ts`, folder, ...sizes.map(String)];
  const { code, output } = await capture(process.execPath, args, { cwd: ROOT, env: projectEnvironment() });
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n').filter(Boolean) : [];
  const found = lines.map(line => JSON.parse(line));
  if (code !== 0) {
    return { found, error: output || `It ended with code ${code}.` };
  }
  return { found };
}

/** Beside the result, so that `--json` can be piped on. */
function progress(text) {
  console.error(`[bench] ${text}`);
}
