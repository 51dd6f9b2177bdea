/**
 * A layered drawing of a dependency graph. Each node stands one layer after the last of those it waits for; within a layer,
 * nodes stand near the middle of their neighbours. An edge over several layers has a place of its own in each of them, so
 * that it runs past the nodes there. Edges that close a circle are left out of that, and marked.
 */

export interface Place {
  layer: number;
  row: number;
}

export interface Edge {
  /** Waits for `to`. */
  from: number;
  to: number;
  closesCircle: boolean;
  /** Where it passes between the two, from `to` on. */
  via: Place[];
}

export interface Layout {
  placed: Place[];
  edges: Edge[];
  layers: number;
  rows: number;
}

const SWEEPS = 4;
/** With more of them, long edges run straight: nobody could follow them anyway. */
const MOST_STOPS = 4000;

/** `waitsFor` lists, for each node, the nodes it waits for. */
export function layout(waitsFor: readonly (readonly number[])[]): Layout {
  const edges = markedEdges(waitsFor);
  const forward = edges.filter(({ closesCircle }) => !closesCircle);
  const before: number[][] = waitsFor.map(() => []);
  const after: number[][] = waitsFor.map(() => []);
  for (const { from, to } of forward) {
    before[from]?.push(to);
    after[to]?.push(from);
  }
  const layerOf = longestPaths(before, after);
  const stops = new Map<MarkedEdge, number[]>();
  if (stopsNeeded(forward, layerOf) <= MOST_STOPS) addStops(forward, layerOf, before, after, stops);
  const { row, layers } = ordered(layerOf, before, after);
  const place = (node: number): Place => ({ layer: layerOf[node] ?? 0, row: row[node] ?? 0 });
  return {
    placed: waitsFor.map((_, node) => place(node)),
    edges: edges.map((edge) => ({ ...edge, via: (stops.get(edge) ?? []).map(place) })),
    layers: layers.length,
    rows: Math.max(0, ...layers.map((layer) => layer.length)),
  };
}

type MarkedEdge = Omit<Edge, 'via'>;

/** Walks the graph without recursion: chains can be as long as a plan. */
function markedEdges(waitsFor: readonly (readonly number[])[]): MarkedEdge[] {
  const edges: MarkedEdge[] = [];
  const state = new Uint8Array(waitsFor.length);
  const ON_PATH = 1;
  const DONE = 2;
  for (let root = 0; root < waitsFor.length; root++) {
    if (state[root] !== 0) continue;
    state[root] = ON_PATH;
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = waitsFor[top.node]?.[top.next++];
      if (to === undefined) {
        state[top.node] = DONE;
        path.pop();
        continue;
      }
      edges.push({ from: top.node, to, closesCircle: state[to] === ON_PATH });
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

/** Puts a node without a face into each layer that an edge passes. */
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

/** Gives each node its row: sorted by the middle of its neighbours, forwards and backwards in turn. */
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
  const middle = (node: number, neighbours: readonly number[]) =>
    neighbours.length === 0
      ? (row[node] ?? 0)
      : neighbours.reduce((sum, other) => sum + (row[other] ?? 0), 0) / neighbours.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const neighbours = isForward ? before : after;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const weights = new Map(layer.map((node) => [node, middle(node, neighbours[node] ?? [])]));
      layer.sort((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0));
      number(layer);
    }
  }
  return { row, layers };
}
