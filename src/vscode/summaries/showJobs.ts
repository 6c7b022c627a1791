import * as vscode from 'vscode';
import { isRoutine, routineName } from '../../memory/jobs/routine.ts';
import { sayWaiting } from '../../memory/jobs/sayWaiting.ts';
import type { Job } from '../../model/job.ts';
import { dateNow, systemClock } from '../../util/clock.ts';
import type { Host } from '../host.ts';
import { inform } from '../notify.ts';
import { plainLabel } from '../plainLabel.ts';

/** What waits and what for; what failed for good can be tried again. */
export async function showJobs(host: Host): Promise<void> {
  const around = { now: dateNow(), owner: host.background.owner, state: host.summaries.maker.state };
  const items: (vscode.QuickPickItem & { job: Job })[] = [];
  for (const job of await host.work.jobs.list()) {
    if (isRoutine(job)) {
      continue;
    }
    const title = routineName(job.kind) ?? (await host.store.conversations.get(job.key))?.title;
    const dead = job.state === 'dead';
    // Work on a conversation that was deleted ends by itself.
    if (title !== undefined) {
      items.push({
        label: `$(${dead ? 'warning' : 'clock'}) ${plainLabel(title)}`,
        description: job.kind,
        detail: plainLabel(sayWaiting(job, around)),
        picked: dead,
        job,
      });
    }
  }
  if (items.length === 0) {
    void inform('No background work is waiting.');
    return;
  }
  items.sort((a, b) => Number(b.picked) - Number(a.picked));
  const title = 'Background work';
  if (!items.some(({ picked }) => picked)) {
    await vscode.window.showQuickPick(items, { title, placeHolder: 'What waits, and what for' });
    return;
  }
  const placeHolder = 'Choose what to try again';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, canPickMany: true });
  for (const { job } of picked ?? []) {
    await host.work.jobs.retry(job.uuid, systemClock.now());
  }
}
