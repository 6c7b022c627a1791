import { spawn } from 'node:child_process';

const GIT_PATIENCE_MS = 60_000;
const MOST_OF_A_COMPLAINT = 2000;

export interface GitQuestion {
  /** What ends each part of its answer. */
  endOfPart?: '\0' | '\n';
  /** What git is given to read. */
  input?: string;
  /** No repository is looked for in this folder or above it. */
  ceiling?: string;
  /** It may hang on a disk that is away. */
  patienceMs?: number;
}

export interface GitAnswer {
  /** What it said, in whole parts; also what it said before it stumbled. */
  parts: string[];
  /** Why that is not all. */
  problem?: string;
}

/** Runs git in a folder of this machine: the one place that does. Never throws. */
export function askGit(
  folder: string,
  args: readonly string[],
  { endOfPart = '\0', input = '', ceiling, patienceMs = GIT_PATIENCE_MS }: GitQuestion = {},
): Promise<GitAnswer> {
  return new Promise(resolve => {
    const env = ceiling === undefined ? process.env : { ...process.env, GIT_CEILING_DIRECTORIES: ceiling };
    const child = spawn('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: folder, env });
    const parts: string[] = [];
    let rest = '';
    let complaint = '';
    const answer = (problem?: string) => {
      clearTimeout(timer);
      resolve(problem === undefined ? { parts } : { parts, problem });
    };
    // Not spawn's own: it waits for what git itself may have started, which holds its output.
    const timer = setTimeout(() => {
      answer('git did not answer in time');
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    }, patienceMs);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const cut = (rest + chunk).split(endOfPart);
      rest = cut.pop() ?? '';
      for (const part of cut) {
        parts.push(part);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(0, MOST_OF_A_COMPLAINT);
    });
    child.stdin.on('error', () => {});
    child.on('error', error => answer(error.message));
    child.on('close', code => answer(code === 0 ? undefined : complaint.trim() || `git ended with ${code}`));
    child.stdin.end(input);
  });
}
