import type { Job, JobState } from '../model/job.ts';

export interface JobRequest {
  kind: string;
  key: string;
  payload: unknown;
  run_after: number;
}

/** Which jobs are meant: all of a kind, or those with one of the keys. */
export interface JobsOf {
  kind: string;
  keys?: readonly string[];
}

export interface Claim {
  of: readonly JobsOf[];
  owner: string;
  now: number;
  lease_ms: number;
}

/** A job, or when the next can be claimed; neither where there is none. */
export type Claimed = { job: Job; due?: undefined } | { job?: undefined; due: number | undefined };

export type JobOutcome =
  /** Gone, or waiting again at once when it was asked for while it ran. */
  | { is: 'done' }
  /** Waits until `run_after`, or is dead without one. */
  | { is: 'failed'; error: string; run_after: number | undefined }
  /** No attempt: waits until `run_after`, or not at all when it was asked for while it ran. */
  | { is: 'put-off'; run_after: number };

export interface JobQueue {
  /**
   * Asking again brings waiting work forward, unless it waits after a failure; dead work stays dead; running work runs
   * once more when it is done.
   */
  enqueue(request: JobRequest): Promise<Job>;
  /** The next job whose time has come, or whose owner's lease has run out: one owner at a time. */
  claim(claim: Claim): Promise<Claimed>;
  /** False when the lease was lost to another owner meanwhile. */
  extend(uuid: string, owner: string, lease_until: number): Promise<boolean>;
  /** False, and nothing happens, when the lease was lost to another owner meanwhile. */
  finish(uuid: string, owner: string, outcome: JobOutcome): Promise<boolean>;
  /** A dead job starts afresh. */
  retry(uuid: string, now: number): Promise<void>;
  list(state?: JobState): Promise<Job[]>;
}
