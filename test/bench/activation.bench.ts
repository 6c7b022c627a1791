import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { ensureCodeServer } from '../../scripts/lib/codeServerInstall.mjs';
import { BROWSER, ensureSystemPackages } from '../../scripts/lib/systemPackages.mjs';
import { ROOT } from '../../scripts/lib/tools.mjs';
import { report, type Sample, spreadOf } from './measure.ts';

const WINDOWS = 5;
const MOST_MS = 30;

/** The extension as it is packaged, its main file preceded by one that looks at the clock. */
function stageExtension(folder: string): void {
  execFileSync(process.execPath, ['esbuild.js', '--minify'], { cwd: ROOT, stdio: 'ignore' });
  for (const part of ['dist', 'media']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, main: './timedMain.cjs' }));
  copyFileSync(join(ROOT, 'test/bench/activation/timedMain.cjs'), join(folder, 'timedMain.cjs'));
}

/** A window on an empty profile; it ends once the extension is active. */
async function openWindow(scratch: string, extensionDevelopmentPath: string, STRATA_BENCH_TIMES: string) {
  const profile = mkdtempSync(join(scratch, 'window-'));
  const log: string[] = [];
  const collect = { write: (chunk: unknown) => log.push(String(chunk)) } as unknown as NodeJS.WriteStream;
  const workspace = join(profile, 'workspace');
  mkdirSync(workspace);
  await runTests({
    vscodeExecutablePath: join(ROOT, 'test/support/vscode/launcher.mjs'),
    extensionDevelopmentPath,
    extensionTestsPath: join(ROOT, 'test/bench/activation/inHost.cjs'),
    extensionTestsEnv: { STRATA_BENCH_TIMES },
    launchArgs: [
      workspace,
      `--user-data-dir=${join(profile, 'user')}`,
      `--extensions-dir=${join(profile, 'extensions')}`,
    ],
    stdout: collect,
    stderr: collect,
  }).catch((error: unknown) => {
    throw new Error(log.join(''), { cause: error });
  });
}

await ensureSystemPackages(BROWSER);
await ensureCodeServer();
const scratch = mkdtempSync(join(tmpdir(), 'strata-activation-'));
const times = join(scratch, 'times.jsonl');
const extension = join(scratch, 'extension');
mkdirSync(extension);
try {
  stageExtension(extension);
  for (let number = 0; number < WINDOWS; number++) {
    await openWindow(scratch, extension, times);
  }
  const lines = readFileSync(times, 'utf8').trim().split('\n');
  const windows = lines.map(line => JSON.parse(line) as { loading: Sample; activating: Sample });
  const group = `Activation in ${WINDOWS} new windows`;
  const activating = spreadOf(windows.map(window => window.activating));
  report(group, 'activate', 'ms', activating, { of: 'p50', atMost: MOST_MS });
  report(group, 'loading the bundle before it', 'ms', spreadOf(windows.map(window => window.loading)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
