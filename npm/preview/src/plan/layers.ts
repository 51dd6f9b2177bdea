/**
 * A layered drawing of a dependency graph. Each node is one layer after the last of its dependencies; within a layer, nodes
 * are near the middle of their neighbors. An edge across several layers has its own position in each of them, so that it
 * runs past the nodes there. Edges that close a cycle are ignored for that, and marked.
 */

export interface Position {
  layer: number;
  row: number;
}

export interface Edge {
  /** Depends on `to`. */
  from: number;
  to: number;
  closesCycle: boolean;
  /** The positions between the two, starting at `to`. */
  via: Position[];
}

export interface Layout {
  positions: Position[];
  edges: Edge[];
  layers: number;
  rows: number;
}

const SWEEPS = 4;
/** With more of them, long edges run straight: a person could not follow them anyway. */
const MAX_STOPS = 4000;

/** `dependencies` lists, for each node, the nodes it depends on. */
export function layout(dependencies: readonly (readonly number[])[]): Layout {
  const edges = markedEdges(dependencies);
  const forward = edges.filter(({ closesCycle }) => !closesCycle);
  const before: number[][] = dependencies.map(() => []);
  const after: number[][] = dependencies.map(() => []);
  for (const { from, to } of forward) {
    before[from]?.push(to);
    after[to]?.push(from);
  }
  const layerOf = longestPaths(before, after);
  // A node without dependencies is drawn next to what it blocks, so that edges stay short.
  for (const [node, others] of before.entries()) {
    const next = after[node] ?? [];
    if (others.length > 0 || next.length === 0) continue;
    layerOf[node] = Math.min(...next.map((other) => layerOf[other] ?? 1)) - 1;
  }
  const stops = new Map<MarkedEdge, number[]>();
  if (stopsNeeded(forward, layerOf) <= MAX_STOPS) addStops(forward, layerOf, before, after, stops);
  const { row, layers } = ordered(layerOf, before, after);
  const positionOf = (node: number): Position => ({
    layer: layerOf[node] ?? 0,
    row: row[node] ?? 0,
  });
  return {
    positions: dependencies.map((_, node) => positionOf(node)),
    edges: edges.map((edge) => ({ ...edge, via: (stops.get(edge) ?? []).map(positionOf) })),
    layers: layers.length,
    rows: Math.max(0, ...layers.map((layer) => layer.length)),
  };
}

type MarkedEdge = Omit<Edge, 'via'>;

/** Walks the graph without recursion: a chain can be as long as a plan. */
function markedEdges(dependencies: readonly (readonly number[])[]): MarkedEdge[] {
  const edges: MarkedEdge[] = [];
  const state = new Uint8Array(dependencies.length);
  const ON_PATH = 1;
  const DONE = 2;
  for (let root = 0; root < dependencies.length; root++) {
    if (state[root] !== 0) continue;
    state[root] = ON_PATH;
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = dependencies[top.node]?.[top.next++];
      if (to === undefined) {
        state[top.node] = DONE;
        path.pop();
        continue;
      }
      edges.push({ from: top.node, to, closesCycle: state[to] === ON_PATH });
      if (state[to] === 0) {
        state[to] = ON_PATH;
        path.push({ node: to, next: 0 });
      }
    }
  }
  return edges;
}

function longestPaths(before: readonly number[][], after: readonly number[][]): number[] {
  const layer = before.map(() => 0);
  const missing = before.map((nodes) => nodes.length);
  const ready = [...missing.keys()].filter((node) => missing[node] === 0);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    for (const next of after[node] ?? []) {
      layer[next] = Math.max(layer[next] ?? 0, (layer[node] ?? 0) + 1);
      missing[next] = (missing[next] ?? 1) - 1;
      if (missing[next] === 0) ready.push(next);
    }
  }
  return layer;
}

function stopsNeeded(edges: readonly MarkedEdge[], layerOf: readonly number[]): number {
  return edges.reduce(
    (sum, { from, to }) => sum + (layerOf[from] ?? 0) - (layerOf[to] ?? 0) - 1,
    0,
  );
}

/** Adds an invisible node to each layer that an edge passes. */
function addStops(
  edges: readonly MarkedEdge[],
  layerOf: number[],
  before: number[][],
  after: number[][],
  stops: Map<MarkedEdge, number[]>,
): void {
  for (const edge of edges) {
    const { from, to } = edge;
    const [first, last] = [(layerOf[to] ?? 0) + 1, (layerOf[from] ?? 0) - 1];
    if (first > last) continue;
    const nodes: number[] = [];
    let previous = to;
    replace(after[to], from, layerOf.length);
    for (let layer = first; layer <= last; layer++) {
      const node = layerOf.push(layer) - 1;
      before.push([previous]);
      after.push([layer === last ? from : node + 1]);
      nodes.push(node);
      previous = node;
    }
    replace(before[from], to, previous);
    stops.set(edge, nodes);
  }
}

function replace(list: number[] | undefined, from: number, to: number): void {
  const at = list?.indexOf(from) ?? -1;
  if (list && at >= 0) list[at] = to;
}

/** Assigns rows: sorted by the middle of the neighbors, forwards and backwards in turn. */
function ordered(
  layerOf: readonly number[],
  before: readonly number[][],
  after: readonly number[][],
) {
  const layers: number[][] = [];
  for (const [node, layer] of layerOf.entries()) {
    layers[layer] ??= [];
    layers[layer]?.push(node);
  }
  const row = layerOf.map(() => 0);
  const number = (layer: readonly number[]) => {
    for (const [index, node] of layer.entries()) row[node] = index;
  };
  layers.forEach(number);
  const middle = (node: number, neighbors: readonly number[]) =>
    neighbors.length === 0
      ? (row[node] ?? 0)
      : neighbors.reduce((sum, other) => sum + (row[other] ?? 0), 0) / neighbors.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const neighbors = isForward ? before : after;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const weights = new Map(layer.map((node) => [node, middle(node, neighbors[node] ?? [])]));
      layer.sort((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0));
      number(layer);
    }
  }
  return { row, layers };
}
