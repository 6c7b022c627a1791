import { DAY_MS } from '../util/dates.ts';

/** From 1 now down to 0.5 long ago; a clock that went back makes nothing count more than now. */
export function recencyFactor(ageMs: number, days: number): number {
  return 0.5 + 0.5 * Math.exp(-Math.max(0, ageMs / DAY_MS) / days);
}
