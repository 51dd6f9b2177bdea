/** The axis of the timeline. */
import { today } from '../../state/store.ts';
import { addDays, monthName, weekdayOf } from '../../words/dates.ts';

/** Width of a day, in pixels. */
export const SCALES = { Days: 28, Weeks: 10.4, Months: 3.2 } as const;
export type Scale = keyof typeof SCALES;

interface Props {
  first: string;
  days: number;
  scale: Scale;
  x(day: string): number;
  isPhone: boolean;
}

interface Tick {
  day: string;
  kind: 'mon' | 'wk';
  text: string;
}

/** A first month with fewer days left has no room for its name. */
const LAST_NAMED_DATE = 20;

function ticksOf({ first, days, scale, isPhone }: Props): Tick[] {
  const ticks: Tick[] = [];
  for (let offset = 0; offset < days; offset++) {
    const day = addDays(first, offset);
    const date = Number(day.slice(8));
    const year = day.slice(0, 4);
    if (date === 1 || (offset === 0 && date <= LAST_NAMED_DATE)) {
      const suffix = year === today.value.slice(0, 4) ? '' : ` ${year}`;
      ticks.push({ day, kind: 'mon', text: `${monthName(day)}${suffix}` });
    }
    const isWeek = scale === 'Weeks' && weekdayOf(day) === 1;
    const isShown = scale === 'Days' || (isWeek && (!isPhone || Math.floor(offset / 7) % 2 === 0));
    if (isShown) ticks.push({ day, kind: 'wk', text: String(date) });
  }
  return ticks;
}

export function Axis(props: Props) {
  const { x } = props;
  const now = { '--x': `${x(today.value)}px` };
  return (
    <div class="tl-axis" aria-hidden="true">
      {ticksOf(props).map(({ day, kind, text }) => (
        <span key={`${day} ${kind}`} class={kind} style={{ '--x': `${x(day)}px` }}>
          {text}
        </span>
      ))}
      <span class="now" style={now}>
        Today
      </span>
      <i class="tl-today" style={now} />
    </div>
  );
}
