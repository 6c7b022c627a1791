import type { Reach } from '../../model/reach.ts';
import type { Host } from '../host.ts';
import { readRecallScope } from '../settings.ts';

/** What a reading in this window covers, as set. */
export async function currentReach(host: Pick<Host, 'workspaces'>): Promise<Reach> {
  if (readRecallScope() === 'all') {
    return 'all';
  }
  return { workspace_id: (await host.workspaces.current()).id };
}
