/** The drawing of the graph: it scrolls, pans and zooms, and draws only what is near the window. */
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isLate } from '../../plan/filters.ts';
import { type Graph, type GraphNode, NODE } from '../../plan/graph.ts';
import { openTaskById } from '../../state/navigation.ts';
import { active, model, today } from '../../state/store.ts';
import { dueWords } from '../../words/dates.ts';
import { labelOf } from '../../words/labels.ts';
import { Avatar, Disc, IconButton, kindOf } from '../parts.tsx';

const SMALLEST = 0.15;
const LARGEST = 2;
/** Below this only the first line of a title is readable. */
const SMALL = 0.6;
const STEP = 1.25;
/** Pixels around the window in which nodes are drawn too. */
const EDGE = 300;

const within = (zoom: number) => Math.max(SMALLEST, Math.min(LARGEST, zoom));

export function Drawing({ drawn, selected }: { drawn: Graph; selected: number | undefined }) {
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const [view, setView] = useState({ left: 0, top: 0, width: 1600, height: 1000 });
  const look = () => {
    const box = scroller.current;
    if (!box) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = box;
    setView({ left, top, width, height });
  };
  useEffect(look, [drawn, zoom]);
  useEffect(() => {
    const box = scroller.current;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoom((old) => within(old * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
    };
    box?.addEventListener('wheel', wheel, { passive: false });
    return () => box?.removeEventListener('wheel', wheel);
  }, []);
  const fit = () => {
    const box = scroller.current;
    if (box)
      setZoom(
        within(
          Math.min(1, (box.clientWidth - 8) / drawn.width, (box.clientHeight - 8) / drawn.height),
        ),
      );
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === '+' || event.key === '=') setZoom(within(zoom * STEP));
    else if (event.key === '-') setZoom(within(zoom / STEP));
    else if (event.key === '0') fit();
    else if (!moveFocus(event, drawn.nodes)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNear = ({ x, y }: GraphNode) =>
    x * zoom > view.left - NODE.width - EDGE &&
    x * zoom < view.left + view.width + EDGE &&
    y * zoom > view.top - NODE.height - EDGE &&
    y * zoom < view.top + view.height + EDGE;
  const positions = useMemo(() => new Map(drawn.nodes.map((node) => [node.task, node])), [drawn]);
  const near = new Set(drawn.nodes.filter(isNear).map(({ task }) => task));
  const edges = drawn.edges.filter(({ from, to }) => near.has(from) || near.has(to));
  const first = drawn.nodes.find(({ task }) => task === selected) ?? drawn.nodes[0];
  const kindOfEdge = ({ from, to, closesCycle }: (typeof edges)[number]) =>
    closesCycle ? 'bad' : from === selected || to === selected ? 'on' : '';
  const size = (scale: number) => ({
    width: `${drawn.width * scale}px`,
    height: `${drawn.height * scale}px`,
  });
  return (
    <>
      <section
        class="g-scroll"
        ref={scroller}
        tabIndex={0}
        aria-label="Dependency graph, scrolls both ways"
        onScroll={look}
        onPointerDown={pan}
        onKeyDown={onKeyDown}
      >
        <div class="g-size" style={size(zoom)}>
          <div
            class={`g-canvas ${zoom < SMALL ? 'small' : ''}`}
            style={{ ...size(1), transform: `scale(${zoom})` }}
          >
            <svg class="edges" width={drawn.width} height={drawn.height} aria-hidden="true">
              <defs>
                {['', 'on', 'bad'].map((kind) => (
                  <Tip key={kind} kind={kind} />
                ))}
              </defs>
              {/* Those of the selection are drawn last, above the others. */}
              {edges
                .map((edge) => ({ edge, kind: kindOfEdge(edge) }))
                .sort((one, other) => one.kind.length - other.kind.length)
                .map(({ edge: { from, to, path }, kind }) => (
                  <path
                    key={`${from} ${to}`}
                    class={`edge ${kind} ${positions.get(from)?.isPast ? 'past' : ''}`}
                    d={path}
                    marker-end={`url(#tip-${kind})`}
                  />
                ))}
            </svg>
            {drawn.nodes
              .filter(({ task }) => near.has(task))
              .map((node) => (
                <Node
                  key={node.task}
                  node={node}
                  isSelected={node.task === selected}
                  isFirst={node === first}
                />
              ))}
          </div>
        </div>
      </section>
      <div class="g-zoom">
        <IconButton icon="plus" label="Zoom in (+)" onClick={() => setZoom(within(zoom * STEP))} />
        <IconButton
          icon="minus"
          label="Zoom out (−)"
          onClick={() => setZoom(within(zoom / STEP))}
        />
        <IconButton icon="fit" label="Fit to the window (0)" onClick={fit} />
      </div>
    </>
  );
}

/** Dragging the ground moves the drawing; fingers scroll it anyway. */
function pan(event: PointerEvent & { currentTarget: HTMLElement }): void {
  if (event.pointerType === 'touch' || (event.target as Element).closest('.node')) return;
  const box = event.currentTarget;
  const start = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  const move = ({ clientX, clientY }: PointerEvent) =>
    box.scrollTo(start.left - (clientX - start.x), start.top - (clientY - start.y));
  const up = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
}

function Tip({ kind }: { kind: string }) {
  return (
    <marker
      id={`tip-${kind}`}
      viewBox="0 0 8 8"
      refX="1"
      refY="4"
      markerWidth="7"
      markerHeight="7"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0 0 8 4 0 8z" class={`tip ${kind}`} />
    </marker>
  );
}

const DIRECTIONS: Record<string, [number, number] | undefined> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Arrows go to the next node in that direction. */
function moveFocus(
  event: TargetedKeyboardEvent<HTMLElement>,
  nodes: readonly GraphNode[],
): boolean {
  const direction = DIRECTIONS[event.key];
  const from = nodes.find(
    ({ task }) => String(task) === (event.target as HTMLElement).dataset.node,
  );
  if (!direction || !from) return false;
  const [dx, dy] = direction;
  let best: { node: GraphNode; cost: number } | undefined;
  for (const node of nodes) {
    const [x, y] = [node.x - from.x, node.y - from.y];
    const ahead = x * dx + y * dy;
    if (ahead <= 0) continue;
    const cost = ahead + Math.abs(x * dy + y * dx) * 2;
    if (!best || cost < best.cost) best = { node, cost };
  }
  const next =
    best && event.currentTarget.querySelector<HTMLElement>(`[data-node="${best.node.task}"]`);
  next?.focus();
  return next != null;
}

function Node({
  node,
  isSelected,
  isFirst,
}: {
  node: GraphNode;
  isSelected: boolean;
  isFirst: boolean;
}) {
  const task = model.value?.outline.tasks[node.task];
  if (!task) return null;
  const kind = node.isPast
    ? 'past'
    : task.state === 'blocked'
      ? 'blocked'
      : task.status === 'doing'
        ? 'doing'
        : '';
  const inset = node.isPast ? 3 : 0;
  return (
    <button
      type="button"
      class={`node ${kind} ${isSelected ? 'sel' : ''}`}
      data-node={node.task}
      data-task={task.id}
      tabIndex={isFirst ? 0 : -1}
      {...(isSelected && { 'aria-current': true })}
      style={{
        left: `${node.x}px`,
        top: `${node.y + inset}px`,
        width: `${NODE.width}px`,
        height: `${NODE.height - 2 * inset}px`,
      }}
      onFocus={() => {
        active.value = task.id;
      }}
      onClick={() => openTaskById(task.id)}
    >
      <Disc kind={kindOf(task)} label={labelOf(kindOf(task))} />
      <span class="lab">{task.title}</span>
      {task.due && isLate(task, today.value) && (
        <span class="late-dot">{dueWords(task.due, today.value)}</span>
      )}
      {task.assignee && !node.isPast && <Avatar name={task.assignee} />}
    </button>
  );
}
