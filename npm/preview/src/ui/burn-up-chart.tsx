/** Done and all tasks over time, as a chart or a table. */
import type { BurnUp } from '../plan/burn-up.ts';
import { today } from '../state/store.ts';
import { addDays, daysBetween, shortDate } from '../words/dates.ts';

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Round numbers for the lines of the chart. */
function gridOf(most: number): number[] {
  const step = STEPS.find((size) => most / size <= 5) ?? 10_000;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** The least that is shown before and after today, in days. */
const BEFORE = 14;
const AFTER = 21;
const TICKS = 8;

export function BurnUpChart({ data: { points, end } }: { data: BurnUp }) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const earliest = addDays(today.value, -BEFORE);
  const latest = addDays(today.value, AFTER);
  const start = first.day < earliest ? first.day : earliest;
  const finish = end !== undefined && end > latest ? addDays(end, 7) : latest;
  const days = Math.max(1, daysBetween(start, finish));
  const most = Math.max(1, ...points.map(({ total }) => total)) * 1.08;
  const x = (day: string) => (daysBetween(start, day) / days) * 1000;
  const y = (count: number) => 1000 - (count / most) * 1000;
  const done = points
    .map(({ day, done }, index) => `${index === 0 ? 'M' : 'L'}${x(day)} ${y(done)}`)
    .join('');
  const total = points
    .map(({ day, total }, index) =>
      index === 0 ? `M${x(day)} ${y(total)}` : `H${x(day)}V${y(total)}`,
    )
    .join('');
  const step = Math.max(1, Math.ceil(days / TICKS));
  const ticks = Array.from({ length: Math.floor(days / step) + 1 }, (_, index) =>
    addDays(start, index * step),
  );
  const forecast =
    end === undefined ? '' : ` At the present pace all are done around ${shortDate(end)}.`;
  const said = `Burn-up: ${last.done} of ${last.total} tasks done today, up from ${first.done} of ${first.total} on ${shortDate(first.day)}.${forecast}`;
  const at = (left: number, top: number) => ({ '--x': `${left / 10}%`, '--y': `${top / 10}%` });
  return (
    <figure class="chart" role="img" aria-label={said}>
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
        {gridOf(most).map((count) => (
          <line key={count} class="grid-l" x1="0" x2="1000" y1={y(count)} y2={y(count)} />
        ))}
        <path class="a-done" d={`${done}V1000H${x(first.day)}Z`} />
        <path class="l-flat" d={`M${x(last.day)} ${y(last.total)}H1000`} />
        {end !== undefined && (
          <path class="l-fore" d={`M${x(last.day)} ${y(last.done)}L${x(end)} ${y(last.total)}`} />
        )}
        <path class="l-total" d={total} />
        <path class="l-done" d={done} />
        <line class="l-now" x1={x(last.day)} x2={x(last.day)} y1="0" y2="1000" />
      </svg>
      {gridOf(most).map((count) => (
        <span key={count} class="ct y" style={at(0, y(count))}>
          {count}
        </span>
      ))}
      {ticks.map((day, index) => (
        <span key={day} class={`ct x ${index % 2 === 0 ? '' : 'minor'}`} style={at(x(day), 1000)}>
          {shortDate(day)}
        </span>
      ))}
      <i class="pt" style={at(x(last.day), y(last.done))} />
      {end !== undefined && <i class="pt" style={at(x(end), y(last.total))} />}
      <span class="ct lab" style={at(1000, y(last.total))}>
        <b>{last.total}</b> all tasks
      </span>
      <span class="ct lab done-l" style={at(x(last.day), y(Math.max(0, last.done - most * 0.07)))}>
        <b>{last.done}</b> done
      </span>
      <span class="ct pin" style={at(x(last.day), -20)}>
        Today
      </span>
      {end !== undefined && (
        <span class="ct lab mid" style={at(x(end), y(last.total - most * 0.08))}>
          {shortDate(end, today.value)}
        </span>
      )}
    </figure>
  );
}

export function BurnUpTable({ data: { points } }: { data: BurnUp }) {
  return (
    <table class="tab">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="r">
            Done
          </th>
          <th scope="col" class="r">
            All tasks
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ day, done, total }) => (
          <tr key={day}>
            <th scope="row">{shortDate(day, today.value)}</th>
            <td class="r">{done}</td>
            <td class="r">{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
