// What npm cannot bring: a browser for the tests, and a compiler for code-server's native modules.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { capture, runLogged } from './processes.mjs';
import { during, SetupError } from './progress.mjs';
import { cacheDirectory, findChromium, findOnPath } from './tools.mjs';

const NEEDS = {
  chromium: { package: 'chromium', found: () => findChromium() !== undefined },
  fonts: { package: 'fonts-dejavu-core', found: hasFonts },
  git: { package: 'git', found: () => findOnPath('git') !== undefined },
  kerberos: { package: 'libkrb5-dev', found: hasKerberosHeaders },
  compiler: { package: 'g++', found: () => findOnPath('g++') !== undefined },
  make: { package: 'make', found: () => findOnPath('make') !== undefined },
  python: { package: 'python3', found: () => findOnPath('python3') !== undefined },
};

export const BROWSER = ['chromium', 'fonts'];
export const BUILD_TOOLS = ['kerberos', 'compiler', 'make', 'python'];

export async function ensureSystemPackages(needs) {
  const missing = await missingPackages(needs);
  if (missing.length === 0) {
    return;
  }
  const aptGet = findOnPath('apt-get');
  if (aptGet === undefined || process.getuid?.() !== 0) {
    throw new SetupError(howToInstall(missing, aptGet !== undefined));
  }

  const logFile = path.join(cacheDirectory(), 'logs', 'apt-get.log');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  await during(`installing ${missing.join(', ')} with apt-get`, async () => {
    await runLogged('apt-get update', aptGet, ['update'], { env, logFile });
    await runLogged('apt-get install', aptGet, install, { env, logFile });
  }).catch(error => {
    throw new SetupError(`${error.message}\n${howToInstall(missing, true)}`);
  });

  const still = await missingPackages(needs);
  if (still.length > 0) {
    throw new SetupError(`apt-get ran, but these are still not found. ${howToInstall(still, true)}`);
  }
}

async function missingPackages(needs) {
  const missing = [];
  for (const need of needs) {
    if (!(await NEEDS[need].found())) {
      missing.push(NEEDS[need].package);
    }
  }
  return missing;
}

function howToInstall(packages, debian) {
  const names = packages.join(' ');
  const browser = packages.includes('chromium')
    ? ' Any Chromium or Chrome will do: set STRATA_CHROMIUM to its program file.'
    : '';
  const how = debian
    ? `Install it once with: sudo apt-get install ${names}`
    : `Install the equivalents of these Debian packages by hand: ${names}`;
  return `Missing: ${names}. ${how}.${browser}`;
}

async function hasKerberosHeaders() {
  if (process.platform === 'darwin') {
    return true; // part of the system
  }
  if (['/usr/include/gssapi/gssapi.h', '/usr/local/include/gssapi/gssapi.h'].some(existsSync)) {
    return true;
  }
  if (findOnPath('pkg-config') === undefined) {
    return false;
  }
  return (await capture('pkg-config', ['--exists', 'krb5-gssapi'])).code === 0;
}

function hasFonts() {
  if (process.platform !== 'linux') {
    return true;
  }
  return ['/usr/share/fonts', '/usr/local/share/fonts'].some(folder => existsSync(folder) && hasFontFile(folder));
}

function hasFontFile(folder) {
  return readdirSync(folder, { recursive: true }).some(name => /\.(ttf|otf|ttc|pfb)$/i.test(name));
}
