import type { Summary } from '../../src/model/summary/summary.ts';
import type { Store } from '../../src/store/store.ts';

export async function readSummary(store: Store, uuid: string): Promise<Summary | undefined> {
  return (await store.summaries.read([uuid]))[0]?.summary;
}

/** Trims this summary and no other one of its workspace: those are pinned meanwhile. */
export async function trimOnly(store: Store, uuid: string): Promise<void> {
  const [read] = await store.summaries.read([uuid]);
  if (!read) {
    return;
  }
  const { level } = read.summary;
  const reach = { workspace_id: read.workspace_id };
  const listed = await store.summaries.list({ reach, level, limit: 1000 });
  const others = listed.map(({ summary }) => ({ summary_id: summary.uuid })).filter(other => other.summary_id !== uuid);
  for (const other of others) {
    await store.rules.set(other, 'pin');
  }
  await store.summaries.trim(reach, [{ level, before: Number.MAX_SAFE_INTEGER }], false);
  for (const other of others) {
    await store.rules.set(other, undefined);
  }
}
