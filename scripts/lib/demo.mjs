// The demo workspace and its memory, in a folder of the clone that survives from start to start.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeUserSettings } from '../../test/support/vscode/profile.ts';
import { projectEnvironment } from './dependencies.mjs';
import { capture } from './processes.mjs';
import { SetupError, say } from './progress.mjs';
import { ROOT } from './tools.mjs';

const HOME = path.join(ROOT, '.vscode-test', 'start');

export async function prepareDemo({ fresh }) {
  if (fresh) {
    rmSync(HOME, { recursive: true, force: true });
  }
  const demo = {
    workspace: path.join(HOME, 'parcel'),
    userDataDir: path.join(HOME, 'user'),
    extensionsDir: path.join(HOME, 'extensions'),
  };
  if (!existsSync(demo.workspace)) {
    cpSync(path.join(ROOT, 'demo', 'workspace'), demo.workspace, { recursive: true });
  }
  writeUserSettings(demo.userDataDir);
  await seedMemory(demo);
  return demo;
}

async function seedMemory({ workspace, userDataDir }) {
  const database = path.join(userDataDir, 'User', 'globalStorage', 'strata.strata-memory', 'memory.db');
  if (existsSync(database)) {
    return;
  }
  const seed = path.join(ROOT, 'demo', 'seed.ts');
  if (!existsSync(seed)) {
    return say('demo/seed.ts is missing: the memory starts empty.');
  }
  say('writing the demo memory ...');
  mkdirSync(path.dirname(database), { recursive: true });
  const args = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning', seed];
  args.push('--workspace', workspace, '--database', database);
  const { code, output } = await capture(process.execPath, args, { cwd: ROOT, env: projectEnvironment() });
  if (code === 0) {
    return;
  }
  // Half a memory must not pass for a whole one at the next start.
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(database + suffix, { force: true });
  }
  throw new SetupError(`The demo memory could not be written.\n${output}`);
}
