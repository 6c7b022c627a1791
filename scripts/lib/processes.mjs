// Every command of the scripts runs under guard.mjs, so that nothing outlives them.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const EXCERPT_LINES = 25;
const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));

/** Starts a command; ending the child's stdin ends the command and everything it started. */
export function start(command, args, { cwd, env = process.env, output = 'inherit' } = {}) {
  return spawn(process.execPath, [GUARD, command, ...args], { cwd, env, stdio: ['pipe', output, output] });
}

export function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve();
  }
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.stdin.end();
  });
}

/** Runs a command with its output shown; resolves to the exit code. */
export function run(command, args, options) {
  return exitCode(start(command, args, options));
}

/** Runs a command with its output kept; resolves to `{ code, output }`. */
export async function capture(command, args, options) {
  const child = start(command, args, { ...options, output: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  return { code: await exitCode(child, 'close'), output };
}

/** Runs a noisy command with its output in a file; throws with the end of that file when it fails. */
export async function runLogged(what, command, args, { logFile, ...options }) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = start(command, args, { ...options, output: 'pipe' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await exitCode(child, 'close');
  await new Promise(resolve => log.end(resolve));
  if (code === 0) {
    return;
  }
  throw new Error(`${what} failed (exit code ${code}). From ${logFile}:\n${excerpt(readFileSync(logFile, 'utf8'))}`);
}

/** npm and apt-get name the cause in their first lines of error; npm may print its manual after it. */
function excerpt(log) {
  const lines = log.trimEnd().split('\n');
  const cause = lines.findIndex(line => /^(npm error|E: )/.test(line));
  return (cause === -1 ? lines.slice(-EXCERPT_LINES) : lines.slice(cause, cause + EXCERPT_LINES)).join('\n');
}

export function exitCode(child, event = 'exit') {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(event, (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
