import type { Job } from '../../model/job.ts';
import { DAY_MS, formatTime, sayDay } from '../../util/dates.ts';
import { firstSentence } from '../../util/text.ts';
import type { SummarizerState } from '../summaries/summarizerPolicy.ts';

export interface WaitingAround {
  now: Date;
  /** The name under which this window claims jobs. */
  owner: string;
  /** How the model for summaries is doing. */
  state: SummarizerState;
}

/** What a job of the queue waits for, in a sentence. */
export function sayWaiting(job: Job, { now, owner, state }: WaitingAround): string {
  if (job.state === 'dead') {
    return job.last_error ?? 'It failed.';
  }
  if (job.state === 'running') {
    const held = (job.lease_until ?? 0) > now.getTime();
    const where = job.lease_owner === owner ? 'Being done now.' : 'Being done in another window.';
    return held ? where : 'Its window was closed. It goes on in a moment.';
  }
  const when = sayWhen(new Date(job.run_after), now);
  if (job.last_error) {
    return `Tried again ${when}. It failed: ${job.last_error}`;
  }
  if (job.run_after <= now.getTime()) {
    return 'Next in line.';
  }
  if (state.message !== undefined) {
    const returns = state.until === undefined ? '' : ` Tried again ${when}.`;
    return `${firstSentence(state.message)}${returns}`;
  }
  return `Waits until ${when.replace(/^(?:at|on) /, '')}, when the model is asked again.`;
}

function sayWhen(date: Date, now: Date): string {
  if (date <= now) {
    return 'now';
  }
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const time = formatTime(date);
  if (date < tomorrow) {
    return `at ${time}`;
  }
  return date.getTime() < tomorrow.getTime() + DAY_MS ? `tomorrow at ${time}` : `on ${sayDay(date)[0]}`;
}
