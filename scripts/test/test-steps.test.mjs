import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickSteps, testSteps } from '../lib/test-steps.mjs';

/** @param {boolean} complete */
async function runWithoutBrowser(complete) {
  const step = testSteps({ complete }).find(({ name }) => name === 'wasm-browser');
  assert.ok(step);
  return step.work(() => {});
}

test('a name picks one step', () => {
  const names = testSteps({}).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('steps are picked by their own name and by their group', () => {
  const picked = pickSteps(testSteps({}), ['lint', 'wasm']).map(({ name }) => name);
  assert.deepEqual(picked, ['wasm-node', 'wasm-browser', 'lint']);
  assert.equal(pickSteps(testSteps({}), []).length, testSteps({}).length);
  assert.throws(() => pickSteps(testSteps({}), ['lnt']), /no test step or group "lnt"/);
});

test('without a browser, its tests say loudly that they were not run', async () => {
  const { outcome, output } = await runWithoutBrowser(false);
  assert.equal(outcome, 'skipped');
  assert.match(output, /^THE BROWSER TESTS WERE NOT RUN/);
  assert.match(output, /apt-get install chromium chromium-driver/);
});

test('on a CI machine, tests that were not run have failed', async () => {
  assert.equal((await runWithoutBrowser(true)).outcome, 'failed');
});

test('without the other shells, their tests say loudly that they were not run', async () => {
  /** @param {boolean} complete */
  const runWithoutShells = (complete) => {
    const steps = testSteps({ missingShells: ['zsh', 'fish'], complete });
    return steps.find(({ name }) => name === 'shells')?.work(() => {});
  };
  const result = await runWithoutShells(false);
  assert.equal(result?.outcome, 'skipped');
  assert.match(result?.output ?? '', /WERE NOT RUN: there is no zsh and no fish\./);
  assert.match(result?.output ?? '', /apt-get install zsh fish/);
  assert.equal((await runWithoutShells(true))?.outcome, 'failed');
});
