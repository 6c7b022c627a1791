import { sayMonth, startOfDay } from '../util/dates.ts';

export interface NamedPeriod {
  name: string;
  from: number;
  to: number;
}

const MONTHS_BACK = 11;
const YEARS_BACK = 10;

/** Time as people sort it: today, yesterday, the last days, months back to a year, then years. Without gaps. */
export function periodsBefore(now: Date): NamedPeriod[] {
  const today = startOfDay(now);
  const day = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back);
  const starts: { name: string; from: Date }[] = [
    { name: 'Today', from: day(0) },
    { name: 'Yesterday', from: day(1) },
    { name: 'Last 7 days', from: day(7) },
  ];
  for (let back = 0; back <= MONTHS_BACK; back++) {
    const from = new Date(today.getFullYear(), today.getMonth() - back, 1);
    starts.push({ name: sayMonth(from), from });
  }
  const oldest = starts.at(-1)!.from;
  for (let back = 0; back < YEARS_BACK; back++) {
    const year = oldest.getFullYear() - back;
    starts.push({ name: `${year}`, from: new Date(year, 0, 1) });
  }
  const periods: NamedPeriod[] = [];
  let to = Number.MAX_SAFE_INTEGER;
  for (const { name, from } of starts) {
    if (from.getTime() < to) {
      periods.push({ name, from: from.getTime(), to });
      to = from.getTime();
    }
  }
  return [...periods, { name: 'Older', from: Number.MIN_SAFE_INTEGER, to }];
}
