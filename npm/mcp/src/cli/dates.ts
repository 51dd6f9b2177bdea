/** Dates and times as people type and read them. Names of days and months are written here: `Intl` takes 14 ms to load. */

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** What to type instead of something that is not a date. */
export const DATE_EXAMPLES = 'Try fri, tomorrow, +3d, 1 dec or 2026-12-01';

/** Whether a day of the week or of the year is the next one or the last one. */
export type Direction = 'next' | 'last';

/** A date without a time, so that days can be counted without regard to clocks that change. */
class Day {
  /** Days since 1970. */
  readonly number: number;

  private constructor(number: number) {
    this.number = number;
  }

  static at(ms: number): Day {
    const local = new Date(ms);
    return Day.of(local.getFullYear(), local.getMonth(), local.getDate());
  }

  static of(year: number, month: number, day: number): Day {
    return new Day(Math.round(Date.UTC(year, month, day) / DAY_MS));
  }

  /** `YYYY-MM-DD`, if there is such a day. */
  static parse(text: string): Day | undefined {
    const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!parts) return undefined;
    const day = Day.of(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
    return day.iso === text ? day : undefined;
  }

  get #date(): Date {
    return new Date(this.number * DAY_MS);
  }
  get iso(): string {
    return this.#date.toISOString().slice(0, 10);
  }
  get year(): number {
    return this.#date.getUTCFullYear();
  }
  get month(): number {
    return this.#date.getUTCMonth();
  }
  get dayOfMonth(): number {
    return this.#date.getUTCDate();
  }
  get weekday(): number {
    return this.#date.getUTCDay();
  }

  plus(days: number): Day {
    return new Day(this.number + days);
  }
}

/** The local date, `YYYY-MM-DD`. */
export function localDate(ms: number): string {
  return Day.at(ms).iso;
}

/** The date that was meant, `YYYY-MM-DD`. */
export function parseDate(
  text: string,
  now: number,
  direction: Direction = 'next',
): string | undefined {
  const typed = text.trim().toLowerCase();
  const today = Day.at(now);
  const near = { today: 0, tomorrow: 1, yesterday: -1 }[typed];
  if (near !== undefined) return today.plus(near).iso;
  const weekday = /^[a-z]{3,9}$/.test(typed) ? dayNamed(typed) : undefined;
  if (weekday !== undefined) return nearestWeekday(today, weekday, direction).iso;
  const relative = /^([+-]?)(\d{1,4})([dwm])$/.exec(typed);
  if (relative) {
    const [, sign, count, unit] = relative;
    const amount = Number(count) * (sign === '-' || (sign === '' && direction === 'last') ? -1 : 1);
    return shifted(today, amount, unit ?? 'd').iso;
  }
  return Day.parse(typed)?.iso ?? dayAndMonth(typed, today, direction)?.iso;
}

function dayNamed(typed: string): number | undefined {
  const index = DAYS.findIndex((name) => name.toLowerCase() === typed.slice(0, 3));
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  return index >= 0 && names[index]?.startsWith(typed) ? index : undefined;
}

function nearestWeekday(today: Day, weekday: number, direction: Direction): Day {
  const ahead = (weekday - today.weekday + 7) % 7 || 7;
  return today.plus(direction === 'next' ? ahead : ahead - 7);
}

/** A month that is too short ends on its last day. */
function shifted(today: Day, amount: number, unit: string): Day {
  if (unit === 'd') return today.plus(amount);
  if (unit === 'w') return today.plus(amount * 7);
  const first = Day.of(today.year, today.month + amount, 1);
  const last = Day.of(first.year, first.month + 1, 1).plus(-1);
  return first.plus(Math.min(today.dayOfMonth, last.dayOfMonth) - 1);
}

/** `1 dec`, `dec 1`, `1 dec 2027`. */
function dayAndMonth(typed: string, today: Day, direction: Direction): Day | undefined {
  const parts =
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/.exec(typed) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:,? (?<year>\d{4}))?$/.exec(typed);
  const { day = '', month = '', year } = parts?.groups ?? {};
  const index = MONTHS.findIndex((name) => name.toLowerCase() === month.slice(0, 3));
  if (index < 0) return undefined;
  const inYear = (wanted: number) => {
    const found = Day.of(wanted, index, Number(day));
    return found.month === index ? found : undefined;
  };
  if (year !== undefined) return inYear(Number(year));
  const thisYear = inYear(today.year);
  if (direction === 'next' && thisYear && thisYear.number < today.number) {
    return inYear(today.year + 1);
  }
  if (direction === 'last' && thisYear && thisYear.number > today.number) {
    return inYear(today.year - 1);
  }
  return thisYear ?? inYear(today.year + 1);
}

/** `today`, `tomorrow`, `Fri` within six days, `1 Dec`, `1 Dec 2027`. Anything else is returned unchanged. */
export function shortDate(iso: string, now: number): string {
  const day = Day.parse(iso);
  if (!day) return iso;
  const ahead = day.number - Day.at(now).number;
  return nearName(ahead) ?? (ahead > 0 && ahead <= 6 ? dayName(day) : plainDay(day, now));
}

/** The same, but within two weeks with both: `Fri 20 Nov`. */
export function longDate(iso: string, now: number): string {
  const day = Day.parse(iso);
  if (!day) return iso;
  const ahead = day.number - Day.at(now).number;
  const isNear = ahead > 0 && ahead < 14;
  return nearName(ahead) ?? `${isNear ? `${dayName(day)} ` : ''}${plainDay(day, now)}`;
}

/** `1 Dec`, and the year if it is another one. */
export function plainDate(iso: string, now: number): string {
  const day = Day.parse(iso);
  return day ? plainDay(day, now) : iso;
}

/** `Sun 15 Nov` */
export function dayAndDate(ms: number, now: number): string {
  return `${dayName(Day.at(ms))} ${plainDay(Day.at(ms), now)}`;
}

const nearName = (ahead: number) => ({ 0: 'today', 1: 'tomorrow' })[ahead];
const dayName = (day: Day) => DAYS[day.weekday] ?? '';

function plainDay(day: Day, now: number): string {
  const year = day.year === Day.at(now).year ? '' : ` ${day.year}`;
  return `${day.dayOfMonth} ${MONTHS[day.month]}${year}`;
}

/** How many days ago an open task was due; 0 if it is not late. */
export function daysLate(due: string | undefined, now: number): number {
  const day = due === undefined ? undefined : Day.parse(due);
  return day ? Math.max(0, Day.at(now).number - day.number) : 0;
}

export function isDueSoon(due: string | undefined, now: number): boolean {
  const day = due === undefined ? undefined : Day.parse(due);
  return day !== undefined && day.number - Day.at(now).number <= 1;
}

/** `Today`, `Yesterday`, `Mon 16 Nov`. */
export function dayHeading(ms: number, now: number): string {
  const ago = Day.at(now).number - Day.at(ms).number;
  return { 0: 'Today', 1: 'Yesterday' }[ago] ?? dayAndDate(ms, now);
}

/** `10:58` */
export function clockTime(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 5);
}

/** `20 s`, `12 min`, `2 h`, `3 days` */
export function duration(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  if (minutes === 0) return `${Math.floor(Math.max(0, ms) / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

/** How long something has lasted: `12 min`; from another day, since when: `since Mon`. */
export function lasting(since: number, now: number, { withTime = false } = {}): string {
  const ago = Day.at(now).number - Day.at(since).number;
  if (ago <= 0) return duration(now - since);
  const day = ago <= 6 ? dayName(Day.at(since)) : plainDay(Day.at(since), now);
  return `since ${day}${withTime ? ` ${clockTime(since)}` : ''}`;
}

/** Midnight at the start of a date, in milliseconds since 1970. */
export function startOfDate(iso: string): number {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}
