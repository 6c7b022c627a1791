import * as z from 'zod/mini';

export const jobState = z.enum(['waiting', 'running', 'dead']);
export type JobState = z.infer<typeof jobState>;

/** A piece of background work. Done jobs are removed; dead ones stay until a person tries again. */
export const jobSchema = z.object({
  uuid: z.string(),
  kind: z.string(),
  /** One job a kind and key: asking twice for the same work makes one job. */
  key: z.string(),
  payload: z.unknown(),
  state: jobState,
  attempts: z.int(),
  /** Instants in milliseconds: leases and back-off are compared, never shown. */
  run_after: z.number(),
  lease_owner: z.nullable(z.string()),
  lease_until: z.nullable(z.number()),
  last_error: z.nullable(z.string()),
});
export type Job = z.infer<typeof jobSchema>;
