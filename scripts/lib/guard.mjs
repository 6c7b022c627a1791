// Runs a command in a process group of its own and ends the whole group when this process is asked to stop or when
// whoever started it is gone (its end of our stdin closes), so that nothing outlives a run, not even after kill -9.
//   node guard.mjs <command> [arguments...]
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 5000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' });
let stopping = false;

function signalGroup(signal) {
  try {
    if (process.platform === 'win32') {
      child.kill(signal);
    } else {
      process.kill(-child.pid, signal);
    }
    return true;
  } catch {
    return false; // the group is gone
  }
}

function stop() {
  if (stopping || child.pid === undefined) {
    return;
  }
  stopping = true;
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), KILL_AFTER_MS);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, stop);
}
process.stdin.on('end', stop).on('error', stop).resume();

child.on('error', error => {
  console.error(`Could not start ${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  // The leader is gone; whatever it left behind goes too.
  if (stopping) {
    signalGroup('SIGKILL');
  } else {
    signalGroup('SIGTERM');
  }
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
});
