// Somebody who has just cloned the repository and types `npm start`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath, ROOT } from '../../scripts/lib/tools.mjs';
import { cleanEnvironment } from './vscode/codeServer.ts';

export interface Newcomer {
  /** The printed address. */
  url: string;
  /** What `npm start` printed so far. */
  output(): string;
  /** Ends `npm start` with everything that it started, and removes the clone. */
  leave(): Promise<void>;
}

const GUARD = path.join(ROOT, 'scripts', 'lib', 'guard.mjs');

export async function cloneAndStart(): Promise<Newcomer> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-newcomer-'));
  const clone = path.join(scratch, 'strata');
  execFileSync('git', ['clone', '--quiet', ROOT, clone], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Where the machine has a desktop VS Code, a newcomer would get a window that no test can look into.
  const options = findOnPath('code') === undefined ? [] : ['--', '--no-code'];
  const env = { ...newcomersEnvironment(), PORT: String(await freePort()) };
  const child = spawn(process.execPath, [GUARD, 'npm', 'start', ...options], {
    cwd: clone,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const leave = async () => {
    child.stdin.end();
    await ended;
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /^Open (http:\S+)$/m.exec(output)?.[1];
        if (address !== undefined) {
          resolve(address);
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => reject(new Error(`npm start ended before it printed an address.\n${output}`)));
    });
    return { url, output: () => output, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Nothing of the clone that runs the tests: neither its Node and binaries nor what npm told it. */
function newcomersEnvironment(): Record<string, string> {
  const env = cleanEnvironment(process.env);
  const directories = (env.PATH ?? '').split(path.delimiter);
  env.PATH = directories.filter(directory => !directory.includes('node_modules')).join(path.delimiter);
  return env;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise(resolve => probe.close(resolve));
  if (address === null || typeof address === 'string') {
    throw new Error('No free port.');
  }
  return address.port;
}
