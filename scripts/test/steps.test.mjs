import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cannotHave, platformGaps } from '../lib/platform-gaps.mjs';
import { selectSteps, testSteps } from '../lib/steps.mjs';

const steps = testSteps({});
/** @param {string[]} names */
const select = (...names) => selectSteps(steps, names).map(({ name }) => name);

test('each step has its own name', () => {
  const names = steps.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('steps are selected by name, by group and by test file', () => {
  assert.deepEqual(select('lint', 'wasm'), ['wasm-node', 'wasm-browser', 'lint']);
  assert.deepEqual(select('instructions'), ['instructions']);
  const file = 'scripts/test/steps.test.mjs';
  assert.deepEqual(select('fmt', file), ['fmt', 'files']);
  assert.throws(() => select('lnt'), /"lnt" is not a test step/);
  assert.throws(() => select('scripts/test/gone.test.mjs'), /is not a test step/);
});

test('all selects the long steps, too', () => {
  assert.deepEqual(
    select('all'),
    steps.map(({ name }) => name),
  );
  assert.ok(steps.some(({ isLong }) => isLong));
});

/**
 * @param {string} name
 * @param {Parameters<typeof testSteps>[0]} options
 */
async function runStep(name, options) {
  const step = testSteps(options).find((one) => one.name === name);
  assert.ok(step);
  return step.work(() => {});
}

test('a step without its requirements says loudly that it was not run', async () => {
  const browser = await runStep('wasm-browser', { mustRunAll: false });
  assert.equal(browser.outcome, 'skipped');
  assert.match(browser.output, /^THE BROWSER TESTS WERE NOT RUN/);
  assert.match(browser.output, /apt-get install chromium chromium-driver/);
  const shells = await runStep('shells', { missingShells: ['zsh', 'fish'], mustRunAll: false });
  assert.equal(shells.outcome, 'skipped');
  assert.match(shells.output, /WERE NOT RUN: zsh and fish not found\./);
  assert.match(shells.output, /apt-get install zsh fish/);
});

test('in CI, a step that was not run has failed', async () => {
  assert.equal((await runStep('wasm-browser', { mustRunAll: true })).outcome, 'failed');
  assert.equal(
    (await runStep('instructions', { hasValgrind: false, mustRunAll: true, platform: 'linux' }))
      .outcome,
    'failed',
  );
});

test('in CI, what a platform cannot have is skipped with the reason', async () => {
  const missing = { hasValgrind: false, missingShells: ['zsh', 'fish'], mustRunAll: true };
  for (const name of ['instructions', 'shells', 'windows']) {
    const { outcome, output } = await runStep(name, { ...missing, platform: 'win32' });
    assert.equal(outcome, 'skipped', name);
    assert.match(output, /this platform cannot: .+: .+\./);
  }
  assert.equal((await runStep('shells', { ...missing, platform: 'darwin' })).outcome, 'failed');
  assert.deepEqual(
    platformGaps('linux').map(({ what }) => what),
    ['PowerShell'],
  );
  assert.throws(() => cannotHave('wings'), /does not know "wings"/);
});
