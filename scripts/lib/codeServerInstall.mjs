// code-server is VS Code's own server and workbench from the npm registry: a real VS Code without a download host.
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NPM_FLAGS, npmOutsideProject } from './dependencies.mjs';
import { runLogged } from './processes.mjs';
import { during, SetupError, say } from './progress.mjs';
import { BUILD_TOOLS, ensureSystemPackages } from './systemPackages.mjs';
import { CODE_SERVER_VERSION, cacheDirectory, codeServerHome, findCodeServer, nodePlatformPackage } from './tools.mjs';

const HEARTBEAT_MS = 2000;
const STALE_MS = 30_000;

/** Installed in a sibling folder and renamed when complete: an interrupted run leaves nothing half done. */
export async function ensureCodeServer() {
  if (findCodeServer() !== undefined) {
    return findCodeServer();
  }
  await ensureSystemPackages(BUILD_TOOLS);
  const home = codeServerHome();
  const building = `${home}.installing`;
  mkdirSync(path.dirname(home), { recursive: true });
  await claim(building);
  try {
    if (findCodeServer() === undefined) {
      await during(`installing code-server ${CODE_SERVER_VERSION} (about 3 minutes, once)`, () => install(building));
      rmSync(home, { recursive: true, force: true });
      renameSync(building, home);
    }
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  const installed = findCodeServer();
  if (installed === undefined) {
    throw new SetupError(`code-server is not complete in ${home}. Delete that folder and try again.`);
  }
  return installed;
}

async function install(folder) {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimesSync(folder, now, now);
  }, HEARTBEAT_MS);
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const node = nodePlatformPackage();
    const { command, env } = npmOutsideProject();
    const flags = ['install', '--prefix', folder, ...NPM_FLAGS];
    const logs = path.join(cacheDirectory(), 'logs');
    await runLogged('npm install node', command, [...flags, `${node.name}@${node.version}`], {
      cwd: folder,
      env,
      logFile: path.join(logs, 'node-install.log'),
    });
    // The native modules must be compiled against the headers of the Node that will run them.
    const nodeHome = path.join(folder, 'node_modules', node.name);
    await runLogged('npm install code-server', command, [...flags, `code-server@${CODE_SERVER_VERSION}`], {
      cwd: folder,
      env: {
        ...env,
        PATH: [path.join(nodeHome, 'bin'), env.PATH].join(path.delimiter),
        npm_config_nodedir: nodeHome,
      },
      logFile: path.join(logs, 'code-server-install.log'),
    });
  } catch (error) {
    throw new SetupError(`${error.message}\nIs the npm registry reachable, and is there 1 GB of free disk?`);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Making the folder is the lock; its time of change is the sign that its owner is alive. */
async function claim(folder) {
  for (let waiting = false; ; ) {
    try {
      mkdirSync(folder);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw error;
      }
    }
    if (Date.now() - lastChange(folder) > STALE_MS) {
      moveAsideAndDelete(folder);
    } else {
      if (!waiting) {
        say('another run is installing code-server; waiting for it ...');
      }
      waiting = true;
      await sleep(HEARTBEAT_MS);
    }
  }
}

function lastChange(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function moveAsideAndDelete(folder) {
  const aside = `${folder}.stale-${process.pid}`;
  try {
    renameSync(folder, aside); // only one of several waiting runs succeeds
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') {
      throw error;
    }
  }
}
