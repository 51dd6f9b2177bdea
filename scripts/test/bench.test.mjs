import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { axis } from '../bench/axis.mjs';
import { goalRow } from '../bench/goals.mjs';
import { indexPage } from '../bench/index-page.mjs';
import { shown, tableText } from '../bench/markdown.mjs';
import { PARTS } from '../bench/parts.mjs';
import { plotSvg } from '../bench/plot.mjs';
import { pageText } from '../bench/report.mjs';
import { interleaved, median, spread } from '../bench/statistics.mjs';
import { inRoot } from '../lib/project.mjs';

/** @type {import('../bench/report.mjs').Measured} */
const MEASURED = {
  name: 'demo',
  title: 'A demo',
  summary: 'What it is.',
  tables: [{ caption: 'Times', head: ['What', 'ms'], rows: [['a|b', 1234.5]] }],
  plots: [
    { name: 'cpu', title: 'CPU', kind: 'bars', unit: 'ms', bars: [{ label: 'a', value: 1 }] },
  ],
  goals: [
    { what: 'small', limit: 2, value: 2, unit: 'MB' },
    { what: 'fast', limit: 150, value: 150.2, unit: 'ms' },
  ],
  date: '2026-01-01',
  machine: { processor: 'CPU', cores: 2, node: '20', system: 'linux x64', load: 0.1 },
};

test('every part has a file, and every file is a part', () => {
  const files = readdirSync(inRoot('scripts/bench/parts')).filter((file) => file.endsWith('.mjs'));
  const names = PARTS.map(({ name }) => `${name}.mjs`);
  assert.deepEqual(files.sort(), names.sort());
});

test('medians and quartiles lie between numbers where they must', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.deepEqual(spread([1, 2, 3, 4, 5]), { median: 3, low: 2, high: 4 });
  assert.throws(() => median([]), /Nothing/);
  assert.ok(Number.isNaN(median([Number.NaN, 1, 2])), 'what was not measured is no number');
});

test('rounds take turns, and warming up does not count', async () => {
  const order = /** @type {string[]} */ ([]);
  const results = await interleaved(['a', 'b'], { rounds: 2, warmUps: 1 }, (one, round) => {
    order.push(`${one}${round}`);
    return round;
  });
  assert.deepEqual(order, ['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1']);
  assert.deepEqual(results.get('a'), [0, 1]);
});

test('numbers keep the digits they are worth', () => {
  const numbers = [0, 3, 1234567, 1234.5, 99.96, 0.012345, Number.NaN];
  assert.deepEqual(numbers.map(shown), ['0', '3', '1,234,567', '1,235', '100', '0.0123', '—']);
});

test('a table aligns numbers to the right, and a cell cannot break it', () => {
  const text = tableText({ caption: '', head: ['What', 'ms'], rows: [['a|b', 1]] });
  assert.equal(text, '| What | ms |\n| --- | ---: |\n| a\\|b | 1 |');
});

test('a goal just missed does not look like one that is met', () => {
  const [met, missed] = MEASURED.goals.map(goalRow);
  assert.deepEqual(met?.slice(1), ['2 MB', '2 MB', 'met']);
  assert.deepEqual(missed?.slice(1), ['150 ms', '150.20 ms', '**missed**']);
});

test('what was not measured is a goal missed', () => {
  const goal = { what: 'unknown', limit: 1, value: Number.NaN, unit: 'ms' };
  assert.equal(goalRow(goal)[3], '**missed**');
  assert.equal(goalRow(JSON.parse(JSON.stringify(goal)))[3], '**missed**');
});

test('the page and the index tell goals, figures and where they come from', () => {
  const page = pageText(MEASURED);
  for (const part of [
    '# A demo',
    '**missed**',
    '(demo-cpu.svg)',
    '1,235',
    '2026-01-01',
    'Node 20',
  ]) {
    assert.ok(page.includes(part), part);
  }
  const index = indexPage([MEASURED]);
  assert.ok(index.includes('1 of 2 are met, **1 missed**.'));
  assert.ok(index.includes('[A demo](demo.md)'));
});

test('axes reach over all values', () => {
  const log = axis([20, 3000], 'log');
  assert.deepEqual(log.ticks, [10, 100, 1000, 10000]);
  assert.equal(log.at(1000), 2 / 3);
  const linear = axis([40, 131], 'linear');
  assert.deepEqual(linear.ticks, [0, 50, 100, 150]);
  assert.equal(linear.at(75), 0.5);
  assert.deepEqual(axis([5, 5], 'log').ticks, [1, 10]);
});

test('plots are whole, the same each time, and safe for any label', () => {
  /** @type {import('../bench/plot.mjs').Plot[]} */
  const plots = [
    {
      name: 'bars',
      title: 'a < b & c',
      kind: 'bars',
      unit: 'ms',
      bars: [
        { label: '<x>', value: 0 },
        { label: 'y', value: 5, low: 4, high: 7, isOurs: true },
      ],
    },
    {
      name: 'lines',
      title: 'Growth',
      kind: 'lines',
      x: 'tasks',
      y: 'ms',
      series: [
        {
          label: 'a & b',
          points: [
            [100, 0.5],
            [100_000, 700],
          ],
        },
      ],
    },
  ];
  for (const plot of plots) {
    const svg = plotSvg(plot);
    assert.equal(svg, plotSvg(plot));
    assert.doesNotMatch(svg, /NaN|Infinity|undefined|<x>|& /);
    assert.match(svg, /<title>.+<\/title>/);
  }
});
