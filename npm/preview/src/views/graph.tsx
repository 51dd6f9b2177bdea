/** Dependencies from left to right. */
import { useMemo } from 'preact/hooks';
import { layout } from '../layout.ts';
import { STATUS_NAMES } from '../model.ts';
import type { ViewProps } from './view.ts';

/** More than a person can read; filters reduce it. */
const MOST_NODES = 400;
const WIDTH = 190;
const HEIGHT = 34;
const ACROSS = 70;
const DOWN = 14;
const LONGEST_TITLE = 26;

export function GraphView({ controller, model, found, state }: ViewProps) {
  const { tasks } = model.outline;
  const drawn = useMemo(() => {
    const linked = new Set<number>();
    for (const [index, { dependsOn = [] }] of tasks.entries()) {
      for (const id of dependsOn) {
        const other = model.indexOf.get(id);
        if (other === undefined || (found && !found[index] && !found[other])) continue;
        linked.add(index).add(other);
      }
    }
    const all = [...linked].sort((one, other) => one - other);
    const nodes = all.slice(0, MOST_NODES);
    const placeOf = new Map(nodes.map((task, place) => [task, place]));
    const dependencies = nodes.map((task) =>
      (tasks[task]?.dependsOn ?? []).flatMap(
        (id) => placeOf.get(model.indexOf.get(id) ?? -1) ?? [],
      ),
    );
    return { nodes, total: all.length, ...layout(dependencies) };
  }, [model, found]);

  if (drawn.nodes.length === 0) return <p class="empty">No task here depends on another.</p>;
  const x = (layer: number) => 10 + layer * (WIDTH + ACROSS);
  const y = (row: number) => 10 + row * (HEIGHT + DOWN);
  return (
    <div class="graph">
      {drawn.total > drawn.nodes.length && (
        <p class="note">
          The first {drawn.nodes.length} of {drawn.total} tasks with dependencies; search or filter
          for others.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section class="scroll" aria-label="Dependency graph" tabIndex={0}>
        <svg
          width={x(drawn.layers)}
          height={y(drawn.rows)}
          aria-label="Tasks and what they wait for"
        >
          <defs>
            <marker
              id="tip"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" class="tip" />
            </marker>
          </defs>
          {drawn.edges.map(({ from, to, closesCycle, via }) => {
            const [start, end] = [drawn.positions[to], drawn.positions[from]];
            if (!start || !end) return null;
            const lineTo = curve(x(start.layer) + WIDTH, y(start.row) + HEIGHT / 2);
            for (const { layer, row } of via) {
              lineTo.bend(x(layer), y(row) + HEIGHT / 2);
              lineTo.straight(x(layer) + WIDTH);
            }
            lineTo.bend(x(end.layer), y(end.row) + HEIGHT / 2);
            return (
              <path
                key={`${from} ${to}`}
                class={closesCycle ? 'edge cycle' : 'edge'}
                d={lineTo.path()}
                marker-end="url(#tip)"
              />
            );
          })}
          {drawn.nodes.map((index, place) => {
            const task = tasks[index];
            const at = drawn.positions[place];
            if (!task || !at) return null;
            const names = (task.dependsOn ?? []).flatMap(
              (id) => tasks[model.indexOf.get(id) ?? -1]?.title ?? [],
            );
            const depends = names.length === 0 ? '' : `, depends on ${names.join(', ')}`;
            const open = () => controller.set({ selected: task.id });
            return (
              // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
              <g
                key={task.id}
                role="button"
                tabIndex={0}
                class={`node ${task.status} ${task.id === state.selected ? 'selected' : ''}`}
                aria-label={`${task.title}, ${STATUS_NAMES[task.status]}${depends}`}
                transform={`translate(${x(at.layer)} ${y(at.row)})`}
                onClick={open}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' || event.key === ' ') open();
                }}
              >
                <rect width={WIDTH} height={HEIGHT} rx="6" />
                <text x="10" y={HEIGHT / 2 + 5}>
                  {shortened(task.title)}
                </text>
              </g>
            );
          })}
        </svg>
      </section>
    </div>
  );
}

/** A line that starts and ends horizontally. */
function curve(startX: number, startY: number) {
  const parts = [`M${startX} ${startY}`];
  let [fromX, fromY] = [startX, startY];
  return {
    bend(toX: number, toY: number): void {
      const bend = Math.max(30, Math.abs(toX - fromX) / 2);
      parts.push(`C${fromX + bend} ${fromY} ${toX - bend} ${toY} ${toX} ${toY}`);
      [fromX, fromY] = [toX, toY];
    },
    straight(toX: number): void {
      parts.push(`H${toX}`);
      fromX = toX;
    },
    path: () => parts.join(' '),
  };
}

function shortened(title: string): string {
  const characters = [...title];
  return characters.length <= LONGEST_TITLE
    ? title
    : `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}
