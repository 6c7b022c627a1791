import { dirname } from 'node:path';
import { askGit } from './askGit.ts';

const COMMIT_PATIENCE_MS = 4000;

/** Asks git, which may hang on a disk that is away. Throws when it cannot tell. */
export async function firstCommit(root: string, patienceMs = COMMIT_PATIENCE_MS): Promise<string> {
  // A damaged repository must not be taken for the one around it.
  const question = { endOfPart: '\n', ceiling: dirname(root), patienceMs } as const;
  const { parts, problem } = await askGit(root, ['rev-list', '--max-parents=0', 'HEAD'], question);
  const commit = parts.at(-1);
  if (problem !== undefined || !commit) {
    throw new Error(problem ?? 'git tells no first commit');
  }
  return commit;
}
