// Where the tools of development are: no installing here.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const NODE_MAJOR = 24;
export const CODE_SERVER_VERSION = '4.139.1';

/** Shared by every clone of this person, so that a fresh clone starts in seconds. */
export function cacheDirectory() {
  return (
    process.env.STRATA_CACHE || path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'strata-dev')
  );
}

export function findOnPath(name) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const directory of (process.env.PATH ?? '').split(path.delimiter)) {
    // npm puts the clone's own binaries first; a tool of the machine is never among them.
    if (directory === '' || directory.includes('node_modules')) {
      continue;
    }
    for (const suffix of suffixes) {
      const file = path.join(directory, name + suffix);
      if (isExecutable(file)) {
        return file;
      }
    }
  }
  return undefined;
}

export function findChromium() {
  const chosen = process.env.STRATA_CHROMIUM;
  if (chosen) {
    return isExecutable(chosen) ? chosen : undefined;
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const file = findOnPath(name);
    if (file !== undefined) {
      return file;
    }
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return isExecutable(mac) ? mac : undefined;
}

/** The Node 24 that `npm ci` brought, whatever Node started the script. */
export function projectNode() {
  const file = path.join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

/** The npm package that holds the Node of this platform with its headers, at the version of the project's own Node. */
export function nodePlatformPackage() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'node_modules', 'node', 'package.json'), 'utf8'));
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return { name: `${prefix}-${platform}-${process.arch}`, version };
}

/** Native modules are compiled for one Node major and one platform, hence both in the name. */
export function codeServerHome() {
  const name = `code-server-${CODE_SERVER_VERSION}-node${NODE_MAJOR}-${process.platform}-${process.arch}`;
  return path.join(cacheDirectory(), name);
}

/** The installed code-server and the Node to run it with, or undefined. */
export function findCodeServer() {
  const modules = path.join(codeServerHome(), 'node_modules');
  const entry = path.join(modules, 'code-server', 'out', 'node', 'entry.js');
  if (!existsSync(entry)) {
    return undefined;
  }
  const node = ['node', 'node-bin']
    .map(prefix => path.join(modules, `${prefix}-${process.platform}-${process.arch}`, 'bin', 'node'))
    .find(existsSync);
  return node === undefined ? undefined : { node, entry };
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
