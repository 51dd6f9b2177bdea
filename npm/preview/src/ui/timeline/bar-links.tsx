/** Dependencies on the timeline: lines leave from the end of a bar and arrive along the row of the other. */
import { useMemo } from 'preact/hooks';
import { linkKey, type Timeline } from '../../plan/bars.ts';
import { model } from '../../state/store.ts';
import { addDays } from '../../words/dates.ts';

interface Props {
  drawn: Timeline;
  estimate(index: number): number;
  x(day: string): number;
  /** Only links of this task, and date clashes; all if it is absent. */
  selected: number | undefined;
}

export function BarLinks({ drawn, estimate, x, selected }: Props) {
  const plan = model.value;
  const { rows, bars, clashes } = drawn;
  const { middles, height } = useMemo(() => {
    const middles = new Map<number, number>();
    let top = 0;
    for (const [index, row] of rows.entries()) {
      if ('bar' in row) middles.set(row.bar.task, top + estimate(index) / 2);
      top += estimate(index);
    }
    return { middles, height: top };
  }, [rows, estimate]);
  const paths: { key: string; line: string; tip: string }[] = [];
  for (const [to, bar] of bars) {
    for (const from of plan?.relations.dependencies[to] ?? []) {
      const blocker = bars.get(from);
      const [startY, endY] = [middles.get(from), middles.get(to)];
      const key = linkKey(from, to);
      const isShown =
        selected === undefined || from === selected || to === selected || clashes.has(key);
      if (!isShown || !blocker || startY === undefined || endY === undefined) continue;
      const [startX, endX] = [x(addDays(blocker.due, 1)) - 4, x(bar.start)];
      const hasRoom = endX > startX + 12;
      const turn = hasRoom ? '' : `V${startY + 15}H${endX - 10}`;
      paths.push({
        key,
        line: `M${startX} ${startY + 8}${turn}V${endY}H${endX - 6}`,
        tip: `M${endX - 7} ${endY - 4}l7 4-7 4z`,
      });
    }
  }
  return (
    <svg class="tl-links" aria-hidden="true" height={height} style={{ '--top': `${-height}px` }}>
      {paths.map(({ key, line, tip }) => (
        <g key={key} class={clashes.has(key) ? 'clash' : ''}>
          <path d={line} />
          <path class="tip" d={tip} />
        </g>
      ))}
    </svg>
  );
}
