import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleTests } from './bundle-tests.mjs';
import { checkInstructions } from './instructions/check.mjs';
import { BROWSER_REMEDY, writeWebdriverSettings } from './needs/browser.mjs';
import { SHELLS_REMEDY } from './needs/shells.mjs';
import { VALGRIND_REMEDY } from './needs/valgrind.mjs';
import { Problem } from './problem.mjs';
import { inCI, inRoot, npmPackages } from './project.mjs';
import { run } from './run.mjs';
import { wasmPackEnv } from './wasm-pack.mjs';
import { wasmSize } from './wasm-size.mjs';

/**
 * @typedef {'passed' | 'failed' | 'skipped'} Outcome
 * @typedef {{ outcome: Outcome, output: string }} StepResult
 * @typedef {(note: (line: string) => void) => Promise<StepResult>} StepWork
 *
 * @typedef {object} Step
 * @property {string} name how a person picks it
 * @property {'rust' | 'ts'} lane steps of one lane run one after the other: cargo has one lock on its folder
 * @property {string[]} groups other names that pick it, with others
 * @property {StepWork} work
 */

/**
 * With debug info, wasm-bindgen takes seconds for each file of tests; the names of functions are there without it. All
 * steps for wasm say the same, so that they share what cargo compiled.
 */
const withoutDebugInfo = { CARGO_PROFILE_DEV_DEBUG: 'none' };

/** Properties try other random cases at each run; in CI a change is judged by itself, and not by luck. */
const sameCasesEachTime = { PROPTEST_RNG_SEED: '20260101' };

/**
 * Everything that `npm test` runs.
 * @param {Partial<import('./set-up.mjs').Needs> & { complete?: boolean }} options
 * complete: whether to leave a step out is a failure
 * @returns {Step[]}
 */
export function testSteps({ browser, missingShells = [], hasValgrind = true, complete = inCI }) {
  /** @type {(what: string, missing: string, remedy: string) => StepWork} */
  const notRun = (what, missing, remedy) => async () => ({
    outcome: complete ? 'failed' : 'skipped',
    output: `${what} WERE NOT RUN: ${missing}.\nWhat to do: ${remedy}`,
  });
  const wasm32 = ['--target', 'wasm32-unknown-unknown'];
  const strict = ['--', '--deny', 'warnings'];
  const biome = ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];
  return [
    rust('fmt', command('cargo', ['fmt', '--all', '--check'])),
    rust('clippy', command('cargo', ['clippy', '--all-targets', ...strict])),
    rust(
      'clippy-wasm',
      command('cargo', ['clippy', '--all-targets', ...wasm32, ...strict], withoutDebugInfo),
    ),
    rust('cargo-test', command('cargo', ['test'], inCI ? sameCasesEachTime : {})),
    rust('wasm-node', wasmTests(['--node']), 'wasm'),
    rust(
      'wasm-browser',
      browser === undefined
        ? notRun('THE BROWSER TESTS', 'no Chromium with its chromedriver was found', BROWSER_REMEDY)
        : browserTests(browser),
      'wasm',
    ),
    rust(
      'instructions',
      hasValgrind
        ? countedInstructions
        : notRun('THE COUNTS OF INSTRUCTIONS', 'there is no valgrind', VALGRIND_REMEDY),
    ),
    ts('wasm-size', checkWasmSize),
    ts('types', typeCheck),
    ts('lint', nodeProgram(biome)),
    ts('unit', nodeTests([...npmPackages().map(({ dir }) => `${dir}/test`), 'scripts/test'])),
    ts('e2e', nodeTests(['tests/e2e'], browser)),
    ts(
      'shells',
      missingShells.length > 0
        ? notRun(
            'THE TESTS OF COMPLETION IN OTHER SHELLS',
            `there is no ${missingShells.join(' and no ')}`,
            SHELLS_REMEDY,
          )
        : nodeTests(['tests/shells']),
    ),
  ];
}

/**
 * @param {Step[]} steps
 * @param {string[]} names of steps or groups; none means all
 */
export function pickSteps(steps, names) {
  const unknown = names.find((name) => !steps.some((step) => answersTo(step, name)));
  if (unknown !== undefined) {
    const known = new Set(steps.flatMap(({ name, groups }) => [name, ...groups]));
    throw new Problem(`There is no test step or group "${unknown}".`, {
      remedy: `choose from ${[...known].join(', ')}, or name none to run all.`,
    });
  }
  return names.length === 0
    ? steps
    : steps.filter((step) => names.some((name) => answersTo(step, name)));
}

/**
 * @param {Step} step
 * @param {string} name
 */
const answersTo = (step, name) => step.name === name || step.groups.includes(name);

/**
 * @param {string} name
 * @param {StepWork} work
 * @param {string[]} groups
 * @returns {Step}
 */
const rust = (name, work, ...groups) => ({ name, lane: 'rust', groups: ['rust', ...groups], work });

/**
 * @param {string} name
 * @param {StepWork} work
 * @returns {Step}
 */
const ts = (name, work) => ({ name, lane: 'ts', groups: ['ts'], work });

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {StepWork}
 */
function command(program, args, env = {}) {
  return async (note) => {
    const { code, output } = await run(program, args, { env, onLine: note });
    return { outcome: code === 0 ? 'passed' : 'failed', output };
  };
}

/**
 * Programs of npm packages are run by path, since `node_modules/.bin` holds something else on Windows.
 * @param {string[]} args the file under node_modules, then its arguments
 */
const nodeProgram = ([file = '', ...args]) =>
  command(process.execPath, [inRoot('node_modules', file), ...args]);

/**
 * @param {string[]} args of `wasm-pack test`
 * @param {Record<string, string>} [env]
 * @returns {StepWork}
 */
function wasmTests(args, env = {}) {
  const runner = command('wasm-pack', ['test', ...args, 'core', '--test', 'wasm'], {
    ...wasmPackEnv,
    ...withoutDebugInfo,
    ...env,
  });
  return async (note) => {
    const result = await runner(note);
    // The runner passes over tests that are made for another place, and is content when none is left.
    if (result.outcome === 'failed' || /^test result: ok\. [1-9]/m.test(result.output))
      return result;
    return { outcome: 'failed', output: `${result.output}\nNo test ran.` };
  };
}

/** @param {import('./needs/browser.mjs').Browser} browser */
const browserTests = (browser) =>
  wasmTests(['--headless', '--chrome', '--chromedriver', browser.driver], {
    WASM_BINDGEN_USE_BROWSER: '1',
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: writeWebdriverSettings(browser),
  });

/** @type {StepWork} */
async function countedInstructions(note) {
  const { isGood, report } = await checkInstructions(note);
  return { outcome: isGood ? 'passed' : 'failed', output: report };
}

/** @type {StepWork} */
async function checkWasmSize() {
  const { withinLimit, report } = wasmSize();
  return { outcome: withinLimit ? 'passed' : 'failed', output: report };
}

/**
 * One type check per tsconfig.json, since code for Node and for the browser knows different globals.
 * @type {StepWork}
 */
async function typeCheck(note) {
  const projects = [...npmPackages().map(({ dir }) => dir), 'tests', 'scripts'];
  let output = '';
  for (const project of projects) {
    const result = await nodeProgram(['typescript/bin/tsc', '--project', inRoot(project)])(note);
    output += `${project}: ${result.outcome}\n${result.output}`;
    if (result.outcome === 'failed') return { outcome: 'failed', output };
  }
  return { outcome: 'passed', output };
}

/**
 * @param {string[]} folders
 * @param {import('./needs/browser.mjs').Browser} [browser] named in the environment of the tests
 * @returns {StepWork}
 */
function nodeTests(folders, browser) {
  return async (note) => {
    const files = folders.flatMap(testFiles);
    // Node would be content with no files, and nobody would notice that the tests are gone.
    if (files.length === 0)
      return { outcome: 'failed', output: `No tests in ${folders.join(', ')}.` };
    const env =
      browser === undefined ? {} : { CHROME_PATH: browser.chrome, CHROMEDRIVER: browser.driver };
    // Most tests wait for other processes most of the time, and Node would run one file after the other on two cores.
    const args = ['--enable-source-maps', '--test', '--test-concurrency', '2'];
    args.push('--test-reporter', 'spec', ...(await bundleTests(files)));
    return command(process.execPath, args, env)(note);
  };
}

/**
 * Listed here because Node 20 does not expand patterns.
 * @param {string} folder relative to the checkout
 */
function testFiles(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}
