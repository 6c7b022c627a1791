// The layers of `npm test`, from the quickest to the one most like a person. Each resolves to its counts.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectEnvironment } from './dependencies.mjs';
import { capture, run } from './processes.mjs';
import { ROOT } from './tools.mjs';
import { checkPackage, makePackage } from './vsix.mjs';

const TEST_MS = 180_000;
const SLOW_TEST_MS = 600_000;
const START_TEST = 'test/e2e/start.test.ts';
const QUIET = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'];

export const LAYERS = [
  {
    name: 'check',
    run: () =>
      runCommands([
        ['biome', 'check', '.'],
        ['tsc', '--noEmit'],
      ]),
  },
  { name: 'unit', run: options => runTestFiles('test/unit/**/*.test.ts', { ...options, env: inMemory() }) },
  { name: 'contract', run: options => runTestFiles('test/contract/**/*.test.ts', { ...options, env: inMemory() }) },
  { name: 'build', run: () => runCommands([['node', 'esbuild.js']]) },
  { name: 'package', vscode: true, run: runPackage },
  { name: 'host', vscode: true, run: runHost },
  {
    name: 'e2e',
    vscode: true,
    run: options => runTestFiles('test/e2e/**/*.test.ts', { ...options, except: START_TEST, oneByOne: true }),
  },
  { name: 'start', vscode: true, run: options => runTestFiles(START_TEST, { ...options, oneByOne: true }) },
];

/** Their files lie in memory where that is possible: they kill processes, not the power, so a disk only slows them. */
function inMemory() {
  const folder = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(folder)) {
    return {};
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 * 1024 ** 3 ? { TMPDIR: folder } : {};
}

async function runTestFiles(pattern, { grep, except, oneByOne = false, env = {} }) {
  const files = globSync(pattern, { cwd: ROOT })
    .filter(file => file !== except)
    .sort();
  if (files.length === 0) {
    return counts();
  }
  const args = [
    ...QUIET,
    '--test',
    '--test-reporter=./scripts/lib/testReporter.mjs',
    '--test-reporter-destination=stdout',
  ];
  // A browser that is left open would keep its file alive. Where files run side by side, this loses results.
  if (oneByOne) {
    args.push('--test-force-exit');
  }
  args.push(`--test-timeout=${oneByOne ? SLOW_TEST_MS : TEST_MS}`);
  args.push(`--test-concurrency=${oneByOne ? 1 : 2}`);
  if (grep) {
    args.push(`--test-name-pattern=${grep}`);
  }
  return await countedRun([...args, ...files], {
    grep,
    env: { ...env, ...(oneByOne ? { STRATA_TEST_LIST: '1' } : {}) },
  });
}

async function runHost({ grep }) {
  if (globSync('test/host/*.test.ts', { cwd: ROOT }).length === 0) {
    return counts();
  }
  return await countedRun([...QUIET, 'test/host/run.mjs', ...(grep ? ['--grep', grep] : [])], { grep });
}

/** Runs Node with a file for the counts; a run that leaves none, or fails without a failed test, is a failure. */
async function countedRun(args, { grep, env = {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-counts-'));
  const file = path.join(folder, 'counts.json');
  try {
    const code = await run(process.execPath, args, {
      cwd: ROOT,
      env: projectEnvironment({ STRATA_TEST_COUNTS: file, ...env }),
    });
    const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : counts();
    const ran = result.passed + result.failed + result.skipped > 0;
    if (result.failed === 0 && (code !== 0 || (!ran && !grep))) {
      console.log(`  FAIL ${ran ? `the runner ended with code ${code}` : 'no test ran'}`);
      result.failed++;
    }
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runCommands(commands) {
  const result = counts();
  for (const [command, ...args] of commands) {
    const { code, output } = await capture(command, args, { cwd: ROOT, env: projectEnvironment() });
    record(result, [command, ...args].join(' '), code === 0 ? undefined : output);
  }
  return result;
}

async function runPackage() {
  const result = counts();
  const made = await makePackage();
  record(result, 'the .vsix is made', made.error);
  if (made.error === undefined) {
    record(result, 'the .vsix installs into VS Code and holds what it should', await checkPackage(made.file));
  }
  return result;
}

function record(result, name, error) {
  result[error === undefined ? 'passed' : 'failed']++;
  console.log(error === undefined ? `  ok   ${name}` : `  FAIL ${name}\n${error.trimEnd().replace(/^/gm, '       ')}`);
}

function counts() {
  return { passed: 0, failed: 0, skipped: 0 };
}
