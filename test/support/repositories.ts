import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  const options = [...who, '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...options, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

export function makeRepository(folder: string, commits = 1): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  for (let i = 0; i < commits; i++) {
    git(folder, 'commit', '-q', '--allow-empty', '-m', `commit ${i} in ${folder}`);
  }
  return folder;
}

export const kindsOfFolder = ['plain', 'unborn', 'committed', 'inside', 'remote', 'workTree', 'submodule'] as const;

/** One folder of each kind that is told apart, below the given one. */
export function makeEachKind(folder: string): Record<(typeof kindsOfFolder)[number], string> {
  const at = (...names: string[]) => join(folder, ...names);
  const committed = makeRepository(at('committed'), 2);
  const remote = makeRepository(at('remote'));
  git(remote, 'remote', 'add', 'origin', 'https://somebody:token@Example.org/team/parcel.git');
  git(committed, 'worktree', 'add', '-q', at('work tree é'), '-b', 'side');
  const library = makeRepository(at('library'));
  git(remote, 'submodule', '--quiet', 'add', library, 'sub');
  git(at('remote', 'sub'), 'remote', 'remove', 'origin');
  for (const names of [['plain'], ['committed', 'packages', 'web']]) {
    mkdirSync(at(...names), { recursive: true });
  }
  return {
    ...{ plain: at('plain'), unborn: makeRepository(at('unborn'), 0), committed, remote },
    ...{ inside: at('committed', 'packages', 'web'), workTree: at('work tree é'), submodule: at('remote', 'sub') },
  };
}
