import { randomUUID } from 'node:crypto';
import type { Job, JobState } from '../../../model/job.ts';
import type { Claim, Claimed, JobOutcome, JobQueue, JobRequest, JobsOf } from '../../../work/jobQueue.ts';
import type { WorkChange } from '../../../work/work.ts';
import { toJob } from '../entities/rows.ts';
import { type Database, onlyWork } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';

/** What waits is marked with the time this often. */
const SEEN_EVERY_MS = 5 * 60_000;
/** A clock that is put right by less than this delays nothing that matters. */
const SET_BACK_MS = 60_000;

/** Of those meant by ?1, a list of kinds, some of them with the keys that count. */
const IS_MEANT = `EXISTS (SELECT 1 FROM json_each(?1) meant WHERE meant.value ->> 'kind' = job.kind AND
  (meant.value -> 'keys' IS NULL OR job.key IN (SELECT value FROM json_each(meant.value -> 'keys'))))`;

export class SqliteJobQueue implements Sync<JobQueue> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  enqueue(request: JobRequest): Job {
    return this.#db.write({ work: { kind: request.kind, asked: true } }, () => {
      this.#db.insert(
        `INSERT INTO job (uuid, kind, key, payload, state, attempts, run_after) VALUES (?, ?, ?, ?, 'waiting', 0, ?)
         ON CONFLICT (kind, key) DO UPDATE SET again = iif(state = 'running', 1, again),
           run_after = iif(state = 'waiting' AND attempts = 0, min(run_after, excluded.run_after), run_after)
         WHERE state = 'running' OR (state = 'waiting' AND attempts = 0 AND run_after > excluded.run_after)`,
        randomUUID(),
        request.kind,
        request.key,
        JSON.stringify(request.payload ?? null),
        request.run_after,
      );
      return toJob(this.#db.get('SELECT * FROM job WHERE kind = ? AND key = ?', request.kind, request.key)!);
    });
  }

  claim(claim: Claim): Claimed {
    const change: WorkChange = {};
    return this.#db.write({ work: change }, () => {
      this.#followClock(claim);
      const due = this.#db.get(
        `SELECT uuid FROM job WHERE ${IS_MEANT}
           AND ((state = 'waiting' AND run_after <= ?2) OR (state = 'running' AND lease_until <= ?2))
         ORDER BY run_after, id LIMIT 1`,
        JSON.stringify(claim.of),
        claim.now,
      );
      if (!due) {
        return { due: this.#nextDue(claim.of) };
      }
      const row = this.#db.get(
        `UPDATE job SET state = 'running', attempts = attempts + 1, lease_owner = ?, lease_until = ?, seen_ms = ?
         WHERE uuid = ? RETURNING *`,
        claim.owner,
        claim.now + claim.lease_ms,
        claim.now,
        String(due.uuid),
      );
      const job = toJob(row!);
      change.kind = job.kind;
      return { job };
    });
  }

  /** Times that were written under a clock which has been set back since are set back with it. */
  #followClock({ of, now }: Claim): void {
    const waiting = `${IS_MEANT} AND state <> 'dead'`;
    this.#db.run(
      `UPDATE job SET run_after = run_after - (seen_ms - ?2), lease_until = lease_until - (seen_ms - ?2), seen_ms = ?2
       WHERE ${waiting} AND seen_ms > ?2 + ${SET_BACK_MS}`,
      JSON.stringify(of),
      now,
    );
    this.#db.run(
      `UPDATE job SET seen_ms = ?2 WHERE ${waiting} AND seen_ms < ?2 - ${SEEN_EVERY_MS}`,
      JSON.stringify(of),
      now,
    );
  }

  extend(uuid: string, owner: string, lease_until: number): boolean {
    return this.#ifOwned('UPDATE job SET lease_until = ?3, seen_ms = 0', uuid, owner, '', lease_until);
  }

  finish(uuid: string, owner: string, outcome: JobOutcome): boolean {
    switch (outcome.is) {
      case 'done':
        return this.#complete(uuid, owner);
      case 'failed':
        return this.#fail(uuid, owner, outcome.error, outcome.run_after);
      case 'put-off':
        return this.#release(uuid, owner, outcome.run_after);
    }
  }

  #complete(uuid: string, owner: string): boolean {
    return this.#db.write({ work: this.#changeOf(uuid) }, () => {
      const again = this.#ifOwned(
        `UPDATE job SET state = 'waiting', again = 0, attempts = 0, last_error = NULL, run_after = 0,
           lease_owner = NULL, lease_until = NULL`,
        uuid,
        owner,
        'AND again = 1',
      );
      return again || this.#ifOwned('DELETE FROM job', uuid, owner);
    });
  }

  #fail(uuid: string, owner: string, error: string, run_after: number | undefined): boolean {
    // Whatever it is: that it failed may be somebody's news.
    return this.#db.write(onlyWork, () =>
      this.#ifOwned(
        `UPDATE job SET state = ?3, last_error = ?4, run_after = coalesce(?5, run_after), seen_ms = 0,
         lease_owner = NULL, lease_until = NULL, again = 0`,
        uuid,
        owner,
        '',
        run_after === undefined ? 'dead' : 'waiting',
        error,
        run_after ?? null,
      ),
    );
  }

  #release(uuid: string, owner: string, run_after: number): boolean {
    return this.#ifOwned(
      `UPDATE job SET state = 'waiting', attempts = max(0, attempts - 1), run_after = iif(again = 1, run_after, ?3),
         seen_ms = 0, lease_owner = NULL, lease_until = NULL, again = 0`,
      uuid,
      owner,
      '',
      run_after,
    );
  }

  retry(uuid: string, now: number): void {
    this.#db.write({ work: { ...this.#changeOf(uuid), asked: true } }, () => {
      this.#db.run(
        "UPDATE job SET state = 'waiting', attempts = 0, run_after = ? WHERE uuid = ? AND state = 'dead'",
        now,
        uuid,
      );
    });
  }

  list(state?: JobState): Job[] {
    const rows =
      state === undefined
        ? this.#db.all('SELECT * FROM job ORDER BY run_after, id')
        : this.#db.all('SELECT * FROM job WHERE state = ? ORDER BY run_after, id', state);
    return rows.map(toJob);
  }

  #nextDue(of: readonly JobsOf[]): number | undefined {
    const row = this.#db.get(
      `SELECT min(CASE state WHEN 'waiting' THEN run_after ELSE lease_until END) AS due FROM job
       WHERE state IN ('waiting', 'running') AND ${IS_MEANT}`,
      JSON.stringify(of),
    );
    return typeof row?.due === 'number' ? row.due : undefined;
  }

  /** ?1 is the job and ?2 its owner: nothing happens once the lease belongs to another. */
  #ifOwned(action: string, uuid: string, owner: string, and = '', ...more: (string | number | null)[]): boolean {
    const sql = `${action} WHERE uuid = ?1 AND lease_owner = ?2 AND state = 'running' ${and}`;
    return this.#db.write({ work: this.#changeOf(uuid) }, () => this.#db.run(sql, uuid, owner, ...more)) > 0;
  }

  #changeOf(uuid: string): WorkChange {
    const row = this.#db.get('SELECT kind FROM job WHERE uuid = ?', uuid);
    return row ? { kind: String(row.kind) } : {};
  }
}
