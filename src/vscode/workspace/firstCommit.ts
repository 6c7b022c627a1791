import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

const PATIENCE_MS = 4000;

/** Asks git, which may hang on a disk that is away. Throws when it cannot tell. */
export function firstCommit(root: string, patienceMs = PATIENCE_MS): Promise<string> {
  return new Promise((resolve, reject) => {
    // A damaged repository must not be taken for the one around it.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
    const child = execFile(
      'git',
      ['rev-list', '--max-parents=0', 'HEAD'],
      { cwd: root, env, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 },
      (error, stdout) => {
        clearTimeout(timer);
        const commit = stdout.trim().split('\n').at(-1);
        error || !commit ? reject(error ?? new Error('git tells no first commit')) : resolve(commit);
      },
    );
    // Not the option of that name: it waits for what git itself may have started.
    const timer = setTimeout(() => {
      reject(new Error('git did not answer in time'));
      child.kill('SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, patienceMs);
  });
}
