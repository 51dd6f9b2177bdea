import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../lib/instructions/check.mjs';

/**
 * @param {Record<string, [atThousand: number, atTenThousand: number]>} counts
 * @param {{ rustc?: string, target?: string }} [about]
 */
function counted(counts, { rustc = '1.95.0', target = 'x86_64-unknown-linux-gnu' } = {}) {
  const instructions = Object.fromEntries(
    Object.entries(counts).map(([name, [few, many]]) => [name, { 1000: few, 10000: many }]),
  );
  return { rustc, target, instructions };
}

const baseline = counted({ parse: [4_000_000, 40_000_000], add: [5_000_000, 50_000_000] });

test('the same counts are good, and so is a little more', () => {
  assert.ok(judge(baseline, baseline).isGood);
  const little = counted({ parse: [4_100_000, 41_000_000], add: [5_000_000, 50_000_000] });
  const { isGood, report } = judge(baseline, little);
  assert.ok(isGood);
  assert.match(report, /^parse +10,000 +41,000,000 +40,000,000 +\+2\.5 % +10\.0$/m);
  assert.doesNotMatch(report, /TOO MANY|BETTER/);
});

test('clearly more fails, and says what grew, by how much and how to accept it', () => {
  const more = counted({ parse: [4_000_000, 42_000_000], add: [5_000_000, 50_000_000] });
  const { isGood, report } = judge(baseline, more);
  assert.ok(!isGood);
  assert.match(
    report,
    /parse at 10,000 tasks takes 42,000,000 instructions instead of 40,000,000: 5\.0 % more/,
  );
  assert.doesNotMatch(report, /parse at 1,000 tasks takes|add at|rustc/);
  assert.match(report, /node scripts\/instructions\.mjs --accept/);
});

test('another compiler is named as a possible reason', () => {
  const newer = counted({ parse: [4_400_000, 44_000_000], add: [5e6, 50e6] }, { rustc: '1.99.0' });
  assert.match(judge(baseline, newer).report, /counted with rustc 1\.95\.0, and this is 1\.99\.0/);
});

test('clearly less is told and does not fail', () => {
  const less = counted({ parse: [2_000_000, 20_000_000], add: [5_000_000, 50_000_000] });
  const { isGood, report } = judge(baseline, less);
  assert.ok(isGood);
  assert.match(report, /BETTER THAN THE BASELINE:\nparse at 1,000 tasks .* 50\.0 % less\./);
});

test('an operation without a baseline fails, and so does a baseline without an operation', () => {
  const { isGood, report } = judge(baseline, counted({ parse: [4e6, 40e6], merge: [5e6, 50e6] }));
  assert.ok(!isGood);
  assert.match(report, /merge at 1,000 tasks has no baseline yet\./);
  assert.match(report, /add has a baseline and is not counted any more\./);
});

test('growth is judged whatever the baseline says, and on every platform', () => {
  const quadratic = { parse: /** @type {[number, number]} */ ([4_000_000, 48_000_000]) };
  for (const target of ['x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu']) {
    const { isGood, report } = judge(counted(quadratic), counted(quadratic, { target }));
    assert.ok(!isGood);
    assert.match(report, /parse at 10,000 tasks takes 12\.0 times what a tenth of them takes/);
  }
});

test('on another platform the baselines are not compared, and that is told', () => {
  const other = counted(
    { parse: [8e6, 80e6], add: [9e6, 90e6] },
    { target: 'aarch64-unknown-linux-gnu' },
  );
  const { isGood, report } = judge(baseline, other);
  assert.ok(isGood);
  assert.match(report, /only growth was judged/);
});
