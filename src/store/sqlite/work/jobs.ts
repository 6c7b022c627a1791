import { randomUUID } from 'node:crypto';
import type { Job, JobState } from '../../../model/job.ts';
import type { Claim, JobRequest, JobStore } from '../../jobStore.ts';
import { onlyBackground } from '../../storeChange.ts';
import { toJob } from '../entities/rows.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';

/** What waits is marked with the time this often. */
const SEEN_EVERY_MS = 5 * 60_000;
/** A clock that is put right by less than this delays nothing that matters. */
const SET_BACK_MS = 60_000;

export class SqliteJobs implements Sync<JobStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  enqueue(request: JobRequest): Job {
    return this.#db.write(onlyBackground, () => {
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

  claim(claim: Claim): Job | undefined {
    return this.#db.write(onlyBackground, () => {
      this.#followClock(claim);
      const due = this.#db.get(
        `SELECT uuid FROM job WHERE kind IN (SELECT value FROM json_each(?))
           AND ((state = 'waiting' AND run_after <= ?) OR (state = 'running' AND lease_until <= ?))
         ORDER BY run_after, id LIMIT 1`,
        JSON.stringify(claim.kinds),
        claim.now,
        claim.now,
      );
      if (!due) {
        return undefined;
      }
      const row = this.#db.get(
        `UPDATE job SET state = 'running', attempts = attempts + 1, lease_owner = ?, lease_until = ?, seen_ms = ?
         WHERE uuid = ? RETURNING *`,
        claim.owner,
        claim.now + claim.lease_ms,
        claim.now,
        String(due.uuid),
      );
      return row && toJob(row);
    });
  }

  /** Times that were written under a clock which has been set back since are set back with it. */
  #followClock({ kinds, now }: Claim): void {
    const waiting = "kind IN (SELECT value FROM json_each(?1)) AND state <> 'dead'";
    this.#db.run(
      `UPDATE job SET run_after = run_after - (seen_ms - ?2), lease_until = lease_until - (seen_ms - ?2), seen_ms = ?2
       WHERE ${waiting} AND seen_ms > ?2 + ${SET_BACK_MS}`,
      JSON.stringify(kinds),
      now,
    );
    this.#db.run(
      `UPDATE job SET seen_ms = ?2 WHERE ${waiting} AND seen_ms < ?2 - ${SEEN_EVERY_MS}`,
      JSON.stringify(kinds),
      now,
    );
  }

  extend(uuid: string, owner: string, lease_until: number): boolean {
    return this.#ifOwned('UPDATE job SET lease_until = ?3, seen_ms = 0', uuid, owner, '', lease_until);
  }

  complete(uuid: string, owner: string): boolean {
    return this.#db.write(onlyBackground, () => {
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

  fail(uuid: string, owner: string, error: string, run_after: number | undefined): boolean {
    return this.#ifOwned(
      `UPDATE job SET state = ?3, last_error = ?4, run_after = coalesce(?5, run_after), seen_ms = 0,
         lease_owner = NULL, lease_until = NULL, again = 0`,
      uuid,
      owner,
      '',
      run_after === undefined ? 'dead' : 'waiting',
      error,
      run_after ?? null,
    );
  }

  release(uuid: string, owner: string, run_after: number): boolean {
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
    this.#db.write(onlyBackground, () => {
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

  nextDue(kinds: string[]): number | undefined {
    const row = this.#db.get(
      `SELECT min(CASE state WHEN 'waiting' THEN run_after ELSE lease_until END) AS due FROM job
       WHERE state IN ('waiting', 'running') AND kind IN (SELECT value FROM json_each(?))`,
      JSON.stringify(kinds),
    );
    return typeof row?.due === 'number' ? row.due : undefined;
  }

  /** ?1 is the job and ?2 its owner: nothing happens once the lease belongs to another. */
  #ifOwned(action: string, uuid: string, owner: string, and = '', ...more: (string | number | null)[]): boolean {
    const sql = `${action} WHERE uuid = ?1 AND lease_owner = ?2 AND state = 'running' ${and}`;
    return this.#db.write(onlyBackground, () => this.#db.run(sql, uuid, owner, ...more)) > 0;
  }
}
