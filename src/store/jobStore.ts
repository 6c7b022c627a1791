import type { Job, JobState } from '../model/job.ts';

export interface JobRequest {
  kind: string;
  key: string;
  payload: unknown;
  run_after: number;
}

export interface Claim {
  kinds: string[];
  owner: string;
  now: number;
  lease_ms: number;
}

export interface JobStore {
  /**
   * Asking again brings waiting work forward, unless it waits after a failure; dead work stays dead; running work runs
   * once more when it is done.
   */
  enqueue(request: JobRequest): Promise<Job>;
  /** The next job whose time has come, or whose owner's lease has run out: one owner at a time. */
  claim(claim: Claim): Promise<Job | undefined>;
  /** False when the lease was lost to another owner meanwhile. */
  extend(uuid: string, owner: string, lease_until: number): Promise<boolean>;
  /** Gone, or waiting again at once when it was asked for while it ran. */
  complete(uuid: string, owner: string): Promise<boolean>;
  /** Back to waiting until `run_after`, or dead without one. */
  fail(uuid: string, owner: string, error: string, run_after: number | undefined): Promise<boolean>;
  /** Put off, which is no attempt: waits until `run_after`, or not at all when it was asked for while it ran. */
  release(uuid: string, owner: string, run_after: number): Promise<boolean>;
  retry(uuid: string, now: number): Promise<void>;
  list(state?: JobState): Promise<Job[]>;
  /** When the next job of these kinds can be claimed; undefined when there is none. */
  nextDue(kinds: string[]): Promise<number | undefined>;
}
