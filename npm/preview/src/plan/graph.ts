/** The tasks of the dependency graph, and where they are drawn. */
import { type Layout, layout, type Position } from './layers.ts';
import type { PlanModel } from './model.ts';

export type GraphScope = 'open' | 'around' | 'all';

export const NODE = { width: 177, height: 42, across: 29, down: 13 };
const MARGIN = 28;

export interface GraphNode {
  task: number;
  x: number;
  y: number;
  /** Done, and drawn only because an open task depends on it. */
  isPast: boolean;
}

export interface GraphEdge {
  /** The task that has to be done first. */
  from: number;
  to: number;
  closesCycle: boolean;
  path: string;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  width: number;
  height: number;
  /** Done tasks that are not drawn. */
  hidden: number;
  past: number;
  /** Titles of the tasks in a cycle. */
  cycle: string[];
}

/** How far "around the selection" reaches. */
const AROUND = 2;

export function graphOf(
  model: PlanModel,
  found: Uint8Array | undefined,
  scope: GraphScope,
  selected: number | undefined,
): Graph {
  const { tasks } = model.outline;
  const { dependencies, dependants } = model.relations;
  const isOpen = (index: number) => tasks[index]?.status !== 'done';
  const linked = new Set<number>();
  let hidden = 0;
  for (const [index, task] of tasks.entries()) {
    const others = [...(dependencies[index] ?? []), ...(dependants[index] ?? [])];
    const isLinked = others.length > 0;
    const isWanted = scope === 'all' || isOpen(index) || (dependants[index] ?? []).some(isOpen);
    if (task.status === 'done' && !isWanted) hidden++;
    if (isLinked && isWanted && (!found || found[index] || others.some((other) => found[other]))) {
      linked.add(index);
    }
  }
  const shown = scope === 'around' && selected !== undefined ? near(model, selected) : linked;
  const list = [...shown].sort((one, other) => one - other);
  const placeOf = new Map(list.map((task, place) => [task, place]));
  const drawn = layout(
    list.map((task) => (dependencies[task] ?? []).flatMap((other) => placeOf.get(other) ?? [])),
  );
  const x = (layer: number) => MARGIN + layer * (NODE.width + NODE.across);
  const isPast = (place: number) => !isOpen(list[place] ?? -1);
  const { middles, height } = heightsOf(drawn, isPast);
  const middle = ({ layer, row }: Position) => middles.get(`${layer} ${row}`) ?? 0;
  const nodes = list.map((task, place): GraphNode => {
    const at = drawn.positions[place] ?? { layer: 0, row: 0 };
    return { task, x: x(at.layer), y: middle(at) - NODE.height / 2, isPast: isPast(place) };
  });
  const edges = drawn.edges.flatMap(({ from, to, closesCycle, via }): GraphEdge[] => {
    const [start, end] = [drawn.positions[to], drawn.positions[from]];
    const [first, second] = [list[to], list[from]];
    if (!start || !end || first === undefined || second === undefined) return [];
    const curve = curveFrom(x(start.layer) + NODE.width, middle(start));
    for (const stop of via) {
      curve.bend(x(stop.layer), middle(stop));
      curve.straight(x(stop.layer) + NODE.width);
    }
    curve.bend(x(end.layer) - 6, middle(end));
    return [{ from: first, to: second, closesCycle, path: curve.path() }];
  });
  const inCycle = edges
    .filter(({ closesCycle }) => closesCycle)
    .flatMap(({ from, to }) => [from, to]);
  return {
    nodes,
    edges,
    width: x(drawn.layers) - NODE.across + MARGIN,
    height,
    hidden,
    past: nodes.filter(({ isPast }) => isPast).length,
    cycle: [...new Set(inCycle)].map((index) => tasks[index]?.title ?? ''),
  };
}

/** Height of a place where an edge passes a layer. */
const PASS = 4;
const ROUNDS = 60;
/** How far a node moves towards the middle of its neighbors in a round. */
const PULL = 0.35;

/** The vertical middle of each position: near its neighbors, without overlapping others of its layer. */
function heightsOf(drawn: Layout, isPast: (place: number) => boolean) {
  const layers: { key: string; row: number; height: number }[][] = [];
  const neighbors = new Map<string, string[]>();
  const add = ({ layer, row }: Position, height: number) => {
    layers[layer] ??= [];
    layers[layer]?.push({ key: `${layer} ${row}`, row, height });
  };
  for (const [place, at] of drawn.positions.entries())
    add(at, isPast(place) ? NODE.height - 6 : NODE.height);
  const link = (one: Position, other: Position) => {
    const [a, b] = [`${one.layer} ${one.row}`, `${other.layer} ${other.row}`];
    neighbors.set(a, [...(neighbors.get(a) ?? []), b]);
    neighbors.set(b, [...(neighbors.get(b) ?? []), a]);
  };
  for (const { from, to, via } of drawn.edges) {
    for (const stop of via) add(stop, PASS);
    const [start, end] = [drawn.positions[to], drawn.positions[from]];
    if (!start || !end) continue;
    const chain = [start, ...via, end];
    for (const [index, at] of chain.slice(1).entries()) link(chain[index] ?? at, at);
  }
  const middles = new Map<string, number>();
  for (const layer of layers) {
    layer.sort((one, other) => one.row - other.row);
    let top = 0;
    for (const { key, height } of layer) {
      middles.set(key, top + height / 2);
      top += height + NODE.down;
    }
  }
  const at = (key: string) => middles.get(key) ?? 0;
  /** The least distance between the middles of two that follow each other. */
  const distance = (layer: (typeof layers)[number], index: number) =>
    ((layer[index - 1]?.height ?? 0) + (layer[index]?.height ?? 0)) / 2 + NODE.down;
  const rounds = drawn.positions.length > 1000 ? ROUNDS / 6 : ROUNDS;
  for (let round = 0; round < rounds; round++) {
    for (const layer of round % 2 === 0 ? layers : layers.toReversed()) {
      for (const { key } of layer) {
        const near = neighbors.get(key) ?? [];
        if (near.length === 0) continue;
        const mean = near.reduce((sum, other) => sum + at(other), 0) / near.length;
        middles.set(key, at(key) + (mean - at(key)) * PULL);
      }
      for (let index = 1; index < layer.length; index++) {
        const [above, below] = [layer[index - 1]?.key ?? '', layer[index]?.key ?? ''];
        const missing = distance(layer, index) - (at(below) - at(above));
        if (missing <= 0) continue;
        middles.set(above, at(above) - missing / 2);
        middles.set(below, at(below) + missing / 2);
      }
    }
  }
  for (const layer of layers) {
    for (let index = 1; index < layer.length; index++) {
      const [above, below] = [layer[index - 1]?.key ?? '', layer[index]?.key ?? ''];
      middles.set(below, Math.max(at(below), at(above) + distance(layer, index)));
    }
  }
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0];
  for (const middle of middles.values()) {
    top = Math.min(top, middle);
    bottom = Math.max(bottom, middle);
  }
  const shift = MARGIN + NODE.height / 2 - (Number.isFinite(top) ? top : 0);
  for (const [key, middle] of middles) middles.set(key, middle + shift);
  return { middles, height: bottom + shift + NODE.height / 2 + MARGIN };
}

/** A task, what blocks it and what it blocks, a few steps far. */
function near(
  { relations: { dependencies, dependants } }: PlanModel,
  selected: number,
): Set<number> {
  const found = new Set([selected]);
  for (const links of [dependencies, dependants]) {
    let edge = [selected];
    for (let step = 0; step < AROUND; step++) {
      edge = edge.flatMap((index) => links[index] ?? []);
      for (const index of edge) found.add(index);
    }
  }
  return found;
}

/** A line that starts and ends horizontally. */
function curveFrom(startX: number, startY: number) {
  const parts = [`M${startX} ${startY}`];
  let [fromX, fromY] = [startX, startY];
  return {
    bend(toX: number, toY: number): void {
      const bend = Math.max(10, Math.abs(toX - fromX) / 2);
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
