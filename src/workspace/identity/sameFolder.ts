import type { Place } from '../../model/workspace/place.ts';
import type { Beginning } from '../git/repository.ts';

/** When a folder and its `.git` were made: what is deleted and made again at the same path is another one. */
export interface FolderTraces {
  /** In milliseconds. */
  born?: number | undefined;
  git_born?: number | undefined;
}

/**
 * Whether what lies at a path is the folder that its memory is about, with the history that began there, and not another
 * repository that came later. `first_recorded` is when that memory began; all times in milliseconds.
 */
export function isSameFolder(
  then: Pick<Place, 'born' | 'git_born' | 'seen_ms'> | undefined,
  now: FolderTraces & { beginning?: Beginning | undefined },
  first_recorded: number,
): boolean {
  if (now.born === undefined) {
    return false;
  }
  if (then?.born === undefined) {
    // Nobody noted what was there: the folder is older than its memory, and its history began in it.
    return now.born <= first_recorded && now.beginning?.how === 'here';
  }
  if (then.born !== now.born) {
    return false;
  }
  // Its first commit, its first remote, its trust: the repository is the one that was there.
  if (then.git_born !== undefined) {
    return then.git_born === now.git_born;
  }
  // `git init` in a folder that had no repository. Seconds are all that git keeps.
  return now.beginning?.how === 'here' && now.beginning.at + 1000 > then.seen_ms;
}
