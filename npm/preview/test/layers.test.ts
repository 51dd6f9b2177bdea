import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../src/plan/layers.ts';

test('a node comes after its dependencies, and no two share a position', () => {
  const dependencies = [[], [0], [0, 1], [2], [0], [4, 3]];
  const { positions, edges, layers, rows } = layout(dependencies);
  for (const [node, others] of dependencies.entries()) {
    for (const other of others) {
      assert.ok(
        (positions[node]?.layer ?? 0) > (positions[other]?.layer ?? 0),
        `${node} after ${other}`,
      );
    }
  }
  const all = [...positions, ...edges.flatMap(({ via }) => via)].map(
    ({ layer, row }) => `${layer}/${row}`,
  );
  assert.equal(new Set(all).size, all.length);
  assert.equal(layers, 5);
  assert.ok(rows >= 2);
});

test('an edge across several layers has a position in each', () => {
  const { edges } = layout([[], [0], [1], [0, 2]]);
  const long = edges.find(({ from, to }) => from === 3 && to === 0);
  assert.deepEqual(
    long?.via.map(({ layer }) => layer),
    [1, 2],
  );
});

test('cycles are drawn and marked once', () => {
  const { edges, positions } = layout([[1], [2], [0], [3]]);
  assert.equal(edges.length, 4);
  assert.equal(edges.filter(({ closesCycle }) => closesCycle).length, 2);
  assert.equal(positions.length, 4);
});

test('a chain of ten thousand needs no stack, and many long edges no memory', () => {
  const chain = Array.from({ length: 10_000 }, (_, node) => (node === 0 ? [] : [node - 1, 0]));
  const { layers, edges } = layout(chain);
  assert.equal(layers, 10_000);
  assert.ok(edges.every(({ via }) => via.length === 0));
  assert.deepEqual(layout([]), { positions: [], edges: [], layers: 0, rows: 0 });
});
