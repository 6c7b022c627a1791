// Bundles test/host and runs it inside a real extension host: code-server, or with STRATA_VSCODE=desktop a downloaded
// desktop VS Code. Prints the results; exits with 1 if a test failed or the host ended before the last one.
//   node test/host/run.mjs [--grep pattern]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { ROOT } from '../../scripts/lib/tools.mjs';

const FOLDER = path.join(ROOT, 'test', 'host');
const BUNDLE = path.join(ROOT, 'dist-test', 'host', 'index.js');
const DESKTOP_VERSION = '1.139.1';

const { values } = parseArgs({ options: { grep: { type: 'string', default: '' } } });
const files = readdirSync(FOLDER).filter(name => name.endsWith('.test.ts'));
await bundle(files);

const scratch = mkdtempSync(path.join(tmpdir(), 'strata-host-run-'));
const results = path.join(scratch, 'results.jsonl');
const workspace = path.join(scratch, 'workspace');
mkdirSync(workspace);
writeFileSync(results, '');
try {
  const crash = await runInVsCode();
  process.exitCode = summarise(crash);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function bundle(names) {
  const imports = names.map(name => `import './${name}';`).join('\n');
  await build({
    stdin: { contents: `${imports}\nexport { run } from './index.ts';`, resolveDir: FOLDER, loader: 'ts' },
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

async function runInVsCode() {
  const launcher = path.join(ROOT, 'test', 'support', 'vscode', 'launcher.mjs');
  const which =
    process.env.STRATA_VSCODE === 'desktop' ? { version: DESKTOP_VERSION } : { vscodeExecutablePath: launcher };
  const log = [];
  const collect = { write: chunk => log.push(String(chunk)) };
  try {
    await runTests({
      ...which,
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: BUNDLE,
      extensionTestsEnv: { STRATA_HOST_RESULTS: results, STRATA_HOST_ROOT: ROOT, STRATA_HOST_GREP: values.grep },
      launchArgs: [
        workspace,
        `--user-data-dir=${path.join(scratch, 'user')}`,
        `--extensions-dir=${path.join(scratch, 'extensions')}`,
      ],
      stdout: collect,
      stderr: collect,
    });
    return undefined;
  } catch (error) {
    return `${error.message}\n${log.join('')}`;
  }
}

function summarise(crash) {
  const lines = readFileSync(results, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
  const tests = lines.filter(line => line.name !== undefined);
  const failed = tests.filter(test => test.error !== undefined);
  const skipped = tests.filter(test => test.skipped !== undefined).length;
  for (const { name, durationMs, error, skipped } of tests) {
    const mark = error !== undefined ? 'FAIL' : skipped !== undefined ? 'skip' : 'ok  ';
    console.log(`  ${mark} ${name} (${skipped ?? `${Math.round(durationMs)} ms`})`);
    if (error !== undefined) {
      console.log(error.replace(/^/gm, '       '));
    }
  }
  const complete = lines.some(line => line.end === true);
  if (!complete) {
    console.log(`  FAIL the extension host ended before its last test\n${crash ?? ''}`);
  }
  const passed = tests.length - failed.length - skipped;
  const counts = { passed, failed: failed.length + (complete ? 0 : 1), skipped };
  if (process.env.STRATA_TEST_COUNTS) {
    writeFileSync(process.env.STRATA_TEST_COUNTS, JSON.stringify(counts));
  }
  return counts.failed > 0 ? 1 : 0;
}
