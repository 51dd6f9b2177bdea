/**
 * A layered drawing of a dependency graph. Each node stands one layer after the last of those it waits for; within a layer,
 * nodes stand near the middle of their neighbours. Edges that close a circle are left out of that, and marked.
 */

export interface Edge {
  /** Waits for `to`. */
  from: number;
  to: number;
  closesCircle: boolean;
}

export interface Placed {
  layer: number;
  row: number;
}

export interface Layout {
  placed: Placed[];
  edges: Edge[];
  layers: number;
  rows: number;
}

const SWEEPS = 4;

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
  const layers: number[][] = [];
  for (const [node, layer] of layerOf.entries()) {
    layers[layer] ??= [];
    layers[layer]?.push(node);
  }
  const row = new Float64Array(waitsFor.length);
  const number = (layer: readonly number[]) => {
    for (const [index, node] of layer.entries()) row[node] = index;
  };
  layers.forEach(number);
  const middle = (node: number, neighbours: readonly number[]) =>
    neighbours.length === 0
      ? (row[node] ?? 0)
      : neighbours.reduce((sum, other) => sum + (row[other] ?? 0), 0) / neighbours.length;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    const ordered = isDown ? layers : layers.toReversed();
    const neighbours = isDown ? before : after;
    for (const layer of ordered) {
      const weights = new Map(layer.map((node) => [node, middle(node, neighbours[node] ?? [])]));
      layer.sort((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0));
      number(layer);
    }
  }
  return {
    placed: Array.from(layerOf, (layer, node) => ({ layer, row: row[node] ?? 0 })),
    edges,
    layers: layers.length,
    rows: Math.max(0, ...layers.map((layer) => layer.length)),
  };
}

/** Walks the graph without recursion: chains can be as long as a plan. */
function markedEdges(waitsFor: readonly (readonly number[])[]): Edge[] {
  const edges: Edge[] = [];
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

function longestPaths(before: readonly number[][], after: readonly number[][]): Int32Array {
  const layer = new Int32Array(before.length);
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
