// The packages of package-lock.json, and the Node that comes with them. Works before the first `npm ci`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCode, runLogged, start } from './processes.mjs';
import { during, SetupError } from './progress.mjs';
import { findOnPath, NODE_MAJOR, projectNode, ROOT } from './tools.mjs';

/** A short failure of the network is bridged, a long one is told within a minute. */
export const NPM_FLAGS = [
  '--no-audit',
  '--no-fund',
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=15000',
];

const QUIET = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'];

export async function ensureDependencies() {
  if (process.platform === 'win32') {
    throw new SetupError(
      'These scripts run on Linux and macOS. On Windows run them in WSL, or run `npm ci`, open this folder in VS Code and press F5.',
    );
  }
  if (dependenciesAreCurrent()) {
    return;
  }
  const npm = npmOutsideProject();
  await during('installing the npm packages', () =>
    runLogged('npm ci', npm.command, ['ci', ...NPM_FLAGS], {
      cwd: ROOT,
      env: npm.env,
      logFile: path.join(ROOT, '.vscode-test', 'logs', 'npm-ci.log'),
    }).catch(error => {
      throw new SetupError(`${error.message}\nIs the npm registry reachable? Nothing else is needed for this step.`);
    }),
  );
  if (projectNode() === undefined) {
    throw new SetupError(
      'npm did not run the install script of the package "node". Allow install scripts, then try again.',
    );
  }
}

/** Resolves at once on Node 24; otherwise runs this very script on it and ends with its exit code. */
export async function continueOnProjectNode() {
  if (process.versions.node.startsWith(`${NODE_MAJOR}.`)) {
    return;
  }
  const child = start(projectNode(), [...QUIET, ...process.argv.slice(1)], { env: projectEnvironment() });
  // Wait for the end of the child's own clean-up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.stdin.end());
  }
  process.exit(await exitCode(child));
}

/** For children: Node 24 and the clone's binaries first. */
export function projectEnvironment(extra = {}) {
  const own = [path.dirname(projectNode()), path.join(ROOT, 'node_modules', '.bin')];
  const rest = (process.env.PATH ?? '').split(path.delimiter).filter(directory => !own.includes(directory));
  return { ...process.env, PATH: [...own, ...rest].join(path.delimiter), ...extra };
}

/** `npm ci` removes node_modules, so it must not run on the Node in there. */
export function npmOutsideProject() {
  const command = findOnPath('npm');
  if (command === undefined) {
    throw new SetupError('npm is not on the PATH. Install Node.js with npm, then try again.');
  }
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  const outside = directories.filter(directory => !directory.includes('node_modules'));
  const env = { ...process.env, PATH: outside.join(path.delimiter) };
  // Set by the npm that runs this script, and taken as an order by the one started here: code-server reads its Node's
  // version from the first, packages go where the second says.
  delete env.npm_config_user_agent;
  delete env.npm_config_local_prefix;
  return { command, env };
}

/** npm writes node_modules/.package-lock.json last: it lists what is really there. */
function dependenciesAreCurrent() {
  const installedFile = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (projectNode() === undefined || !existsSync(installedFile)) {
    return false;
  }
  const wanted = packagesOf(path.join(ROOT, 'package-lock.json'));
  const installed = packagesOf(installedFile);
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '') {
      return true;
    }
    return installed[name] === undefined ? entry.optional === true : installed[name].version === entry.version;
  });
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
}
