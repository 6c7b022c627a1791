export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const two = (value: number) => String(value).padStart(2, '0');

/** The stored form of a time: `2025-12-09T14:30:00.123+01:00`, in the local offset. */
export function formatLocalDate(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const millis = String(date.getMilliseconds()).padStart(3, '0');
  const zone = `${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${day}T${time}.${millis}${sign}${zone}`;
}

/** The local day, `2025-12-09`. */
export function dayOf(date: Date): string {
  return formatLocalDate(date).slice(0, 10);
}

/** Times sort by instant, not by text. */
export function instantOf(stored: string): number {
  return new Date(stored).getTime();
}

export function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** `2024-02-30` is no date, `2024-02-29` is midnight of that day here. */
export function parseDay(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text.trim());
  if (!match) {
    return undefined;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 1)];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const longMonths = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

function daysBetween(earlier: Date, later: Date): number {
  return Math.round((startOfDay(later).getTime() - startOfDay(earlier).getTime()) / DAY_MS);
}

export function formatTime(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Dates as people say them: today 14:30, yesterday 09:05, Tue 4 Nov, Mar 2025. */
export function sayDate(date: Date, now: Date): string {
  const age = daysBetween(date, now);
  if (age === 0) {
    return `today ${formatTime(date)}`;
  }
  if (age === 1) {
    return `yesterday ${formatTime(date)}`;
  }
  if (age > 300 || age < 0) {
    return `${months[date.getMonth()]} ${date.getFullYear()}`;
  }
  return `${days[date.getDay()]} ${date.getDate()} ${months[date.getMonth()]}`;
}

export function sayMonth(date: Date): string {
  return `${months[date.getMonth()]} ${date.getFullYear()}`;
}

/** The forms in which a text may name a day: 4 Nov, 4 November, Nov 4, November 4, 2025-11-04. */
export function sayDay(date: Date): string[] {
  const names = [months[date.getMonth()]!, longMonths[date.getMonth()]!];
  const day = date.getDate();
  return [...names.flatMap(month => [`${day} ${month}`, `${month} ${day}`]), dayOf(date)];
}

/** How long ago, as people say it: today, yesterday, 5 days ago, 3 weeks ago, 2 years ago. */
export function sayAge(date: Date, now: Date): string {
  const age = Math.max(0, daysBetween(date, now));
  if (age < 2) {
    return age === 0 ? 'today' : 'yesterday';
  }
  const [count, unit] =
    age < 14
      ? [age, 'day']
      : age < 60
        ? [Math.floor(age / 7), 'week']
        : age < 730
          ? [Math.floor(age / 30.44), 'month']
          : [Math.floor(age / 365.25), 'year'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
