/**
 * Who takes a job has it for so long, and says in time that it is still at it. When its window dies nobody does: then the
 * job can be claimed by any other window that asks (`JobQueue.claim`), which does it from its beginning.
 */
export const LEASE_MS = 60_000;
export const EXTEND_MS = 20_000;
