import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../src/layout.ts';

test('a node stands after all that it waits for, and no two share a place', () => {
  const waitsFor = [[], [0], [0, 1], [2], [0], [4, 3]];
  const { placed, edges, layers, rows } = layout(waitsFor);
  for (const [node, others] of waitsFor.entries()) {
    for (const other of others) {
      assert.ok((placed[node]?.layer ?? 0) > (placed[other]?.layer ?? 0), `${node} after ${other}`);
    }
  }
  const places = [...placed, ...edges.flatMap(({ via }) => via)].map(
    ({ layer, row }) => `${layer}/${row}`,
  );
  assert.equal(new Set(places).size, places.length);
  assert.equal(layers, 5);
  assert.ok(rows >= 2);
});

test('an edge over several layers has a place in each', () => {
  const { edges } = layout([[], [0], [1], [0, 2]]);
  const long = edges.find(({ from, to }) => from === 3 && to === 0);
  assert.deepEqual(
    long?.via.map(({ layer }) => layer),
    [1, 2],
  );
});

test('circles are drawn and marked once', () => {
  const { edges, placed } = layout([[1], [2], [0], [3]]);
  assert.equal(edges.length, 4);
  assert.equal(edges.filter(({ closesCircle }) => closesCircle).length, 2);
  assert.equal(placed.length, 4);
});

test('a chain of ten thousand needs no stack, and many long edges no memory', () => {
  const chain = Array.from({ length: 10_000 }, (_, node) => (node === 0 ? [] : [node - 1, 0]));
  const { layers, edges } = layout(chain);
  assert.equal(layers, 10_000);
  assert.ok(edges.every(({ via }) => via.length === 0));
  assert.deepEqual(layout([]), { placed: [], edges: [], layers: 0, rows: 0 });
});
