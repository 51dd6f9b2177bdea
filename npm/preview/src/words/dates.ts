/** Dates as people say them. A day is `YYYY-MM-DD`; times are milliseconds since 1970. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;
/** Up to here a due date is worded by its distance. */
const NEAR_DAYS = 14;
const SOON_DAYS = 2;

export const isDay = (text: string | undefined): text is `${number}-${number}-${number}` =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The local day of a time. */
export function dayOf(time: number | Date): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay();

const partsOf = (day: string): [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};

export const monthName = (day: string): string => LONG_MONTHS[partsOf(day)[1] - 1] ?? '';

/** `9 Dec`, with the year if it is another one than today's. */
export function shortDate(day: string, today = day): string {
  const [year, month, date] = partsOf(day);
  const suffix = year === partsOf(today)[0] ? '' : ` ${year}`;
  return `${date} ${MONTHS[month - 1] ?? ''}${suffix}`;
}

/** `Friday 20 November 2026`. */
export function longDate(day: string): string {
  const [year, , date] = partsOf(day);
  return `${WEEKDAYS[weekdayOf(day)]} ${date} ${monthName(day)} ${year}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `5 days late`, `today`, `in 3 days`, `11 Dec`. A value that is no date is shown unchanged. */
export function dueWords(due: string, today: string): string {
  if (!isDay(due)) return due;
  const days = daysBetween(today, due);
  if (days < 0) return `${plural(-days, 'day')} late`;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= NEAR_DAYS ? `in ${days} days` : shortDate(due, today);
}

export type DueTone = 'late' | 'soon' | '';

export function dueTone(due: string, today: string): DueTone {
  if (!isDay(due)) return '';
  const days = daysBetween(today, due);
  return days < 0 ? 'late' : days <= SOON_DAYS ? 'soon' : '';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clock = (time: number): string => {
  const date = new Date(time);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
};

/** How long: `20 s`, `11 min`, `3 h`, `2 days`. */
export function duration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(1, Math.round(ms / 1000))} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY_MS)} days`;
}

/** `20 s ago`, `3 min ago`, `14:08`, `yesterday`, `Mon`, `9 Nov`. */
export function ago(time: number, now: number): string {
  const passed = now - time;
  if (passed < HOUR) return `${duration(Math.max(0, passed))} ago`;
  const days = daysBetween(dayOf(time), dayOf(now));
  if (days === 0) return clock(time);
  if (days === 1) return 'yesterday';
  if (days < 7) return (WEEKDAYS[new Date(time).getDay()] ?? '').slice(0, 3);
  return shortDate(dayOf(time), dayOf(now));
}

/** `14:08`, or the day if it was not today: for "since". */
export function since(time: number, now: number): string {
  return dayOf(time) === dayOf(now) ? clock(time) : ago(time, now);
}

export const fullTime = (time: number): string =>
  `${longDate(dayOf(time))}, ${new Date(time).toLocaleTimeString('en-GB')}`;

export interface UnderstoodDay {
  day: string;
  words: string;
}

const RELATIVE = /^(?:in\s+|\+)?(\d{1,3})\s*(d|w|m|days?|weeks?|months?)$/;

/** The days that typed words can mean, the likeliest first. */
export function understoodDays(typed: string, today: string): UnderstoodDay[] {
  const text = typed.trim().toLowerCase();
  const found = [...new Set(meanings(text, today))].filter(isDay);
  return found.map((day) => ({
    day,
    words: longDate(day).replace(/ \d{4}$/, yearIfOther(day, today)),
  }));
}

const yearIfOther = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;

function meanings(text: string, today: string): string[] {
  if (text === '') return [];
  if (isDay(text)) return [text];
  if ('today'.startsWith(text) && text.length > 2) return [today];
  if ('tomorrow'.startsWith(text) && text.length > 2) return [addDays(today, 1)];
  if (text === 'next week') return [addDays(today, 7)];
  const weekday = WEEKDAYS.findIndex(
    (name) => text.length > 1 && name.toLowerCase().startsWith(text),
  );
  if (weekday >= 0) {
    const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
    return [addDays(today, ahead), addDays(today, ahead + 7)];
  }
  const relative = RELATIVE.exec(text);
  if (relative) {
    const count = Number(relative[1]);
    const unit = relative[2]?.[0];
    return [
      unit === 'm' ? addMonths(today, count) : addDays(today, unit === 'w' ? 7 * count : count),
    ];
  }
  return namedDay(text, today);
}

function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** `9 dec`, `dec 9`, `9 december 2027`: without a year the next one. */
function namedDay(text: string, today: string): string[] {
  const words = /^(\d{1,2})\.?\s*([a-z]{3,9})\.?(?:\s+(\d{4}))?$/.exec(text);
  const turned = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:,?\s+(\d{4}))?$/.exec(text);
  const [date, name, year] = words
    ? [words[1], words[2], words[3]]
    : [turned?.[2], turned?.[1], turned?.[3]];
  if (date === undefined || name === undefined) return [];
  const month = LONG_MONTHS.findIndex((known) => known.toLowerCase().startsWith(name));
  if (month < 0) return [];
  const inYear = (given: number) => {
    const day = new Date(Date.UTC(given, month, Number(date)));
    return day.getUTCMonth() === month ? day.toISOString().slice(0, 10) : '';
  };
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) return [inYear(Number(year))];
  const next = inYear(thisYear);
  return next >= today ? [next] : [inYear(thisYear + 1)];
}

/** Working days of an estimate such as `3d`, `1w`, `4h`, `2 weeks`; one day if it says nothing else. */
export function estimatedDays(estimate: string | undefined): number {
  const parts = /^\s*(\d+(?:[.,]\d+)?)\s*(h|d|w|m)?/i.exec(estimate ?? '');
  if (!parts) return 1;
  const count = Number((parts[1] ?? '1').replace(',', '.'));
  const unit = (parts[2] ?? 'd').toLowerCase();
  const days =
    unit === 'h' ? count / 8 : unit === 'w' ? count * 5 : unit === 'm' ? count * 20 : count;
  return Math.max(1, Math.ceil(days));
}

/** The first day of work that ends on `due` after so many working days. */
export function startOf(due: string, workingDays: number): string {
  let day = due;
  let left = workingDays - 1;
  while (left > 0) {
    day = addDays(day, -1);
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return day;
}
