import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleTests } from './bundle-tests.mjs';
import { cannotHave } from './platform-gaps.mjs';
import { inCI, inRoot, npmPackages, targetDir } from './project.mjs';
import { BROWSER_REMEDY, writeWebdriverSettings } from './requirements/browser.mjs';
import { SHELLS_REMEDY } from './requirements/shells.mjs';
import { VALGRIND_REMEDY } from './requirements/valgrind.mjs';
import { WINE_REMEDY, wineEnv } from './requirements/wine.mjs';
import { run } from './run.mjs';
import { SetupError } from './setup-error.mjs';
import { wasmPackEnv } from './wasm-pack.mjs';
import { wasmSize } from './wasm-size.mjs';

/**
 * @typedef {'passed' | 'failed' | 'skipped'} Outcome
 * @typedef {{ outcome: Outcome, output: string }} StepResult
 * @typedef {(onLine: (line: string) => void) => Promise<StepResult>} StepWork
 *
 * @typedef {object} Step
 * @property {string} name selects it on the command line
 * @property {'rust' | 'ts'} lane steps of one lane run one after the other, since cargo locks its folder
 * @property {string[]} groups other names that select it together with other steps
 * @property {import('./setup.mjs').TestRequirement[]} requires
 * @property {boolean} isLong whether only `npm test -- all` and CI run it
 * @property {StepWork} work
 */

/**
 * With debug info, wasm-bindgen takes seconds for each test binary. All steps for wasm use the same settings, so that they
 * share what cargo compiled.
 */
const WITHOUT_DEBUG_INFO = { CARGO_PROFILE_DEV_DEBUG: 'none' };

/** Properties try other random cases in each run. In CI they are always the same, so that a failure is due to the change. */
const FIXED_SEED = { PROPTEST_RNG_SEED: '20260101' };

/**
 * All steps of `npm test`.
 * @param {import('./setup.mjs').Available & { mustRunAll?: boolean, platform?: NodeJS.Platform }} options mustRunAll: whether a
 * step is a failure that is skipped although this platform could run it
 * @returns {Step[]}
 */
export function testSteps({
  browser,
  missingShells = [],
  hasValgrind = true,
  windowsNodes = {},
  mustRunAll = inCI,
  platform = process.platform,
}) {
  /** @type {(what: string, missing: string, remedy: string, gap?: string | false) => StepWork} */
  const skip = (what, missing, remedy, gap) => async () =>
    gap
      ? {
          outcome: 'skipped',
          output: `${what} WERE NOT RUN, because this platform cannot: ${gap}.`,
        }
      : {
          outcome: mustRunAll ? 'failed' : 'skipped',
          output: `${what} WERE NOT RUN: ${missing}.\nWhat to do: ${remedy}`,
        };
  const wasm32 = ['--target', 'wasm32-unknown-unknown'];
  const strict = ['--', '--deny', 'warnings'];
  return [
    rust('fmt', command('cargo', ['fmt', '--all', '--check']), { requires: ['lints'] }),
    rust('clippy', command('cargo', ['clippy', '--all-targets', ...strict]), {
      requires: ['lints'],
    }),
    rust(
      'clippy-wasm',
      command('cargo', ['clippy', '--all-targets', ...wasm32, ...strict], WITHOUT_DEBUG_INFO),
      { requires: ['lints'] },
    ),
    rust('cargo-test', command('cargo', ['test'], inCI ? FIXED_SEED : {})),
    rust('wasm-node', wasmTests(['--node']), { groups: ['wasm'], requires: ['wasm-pack'] }),
    rust(
      'wasm-browser',
      browser === undefined
        ? skip('THE BROWSER TESTS', 'Chromium or its chromedriver was not found', BROWSER_REMEDY)
        : browserTests(browser),
      { groups: ['wasm'], requires: ['wasm-pack', 'browser'] },
    ),
    rust(
      'instructions',
      hasValgrind
        ? command('cargo', ['bench', '--profile', 'instructions', '--bench', 'instructions'])
        : skip(
            'THE INSTRUCTION COUNTS',
            'valgrind was not found',
            VALGRIND_REMEDY,
            cannotHave('valgrind', platform),
          ),
      { isLong: true, requires: ['valgrind'] },
    ),
    ts('wasm-size', checkWasmSize),
    ts('types', typeCheck),
    ts('lint', nodeModule('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
    ts('prose', script('scripts/prose-lint.mjs')),
    ts('unit', nodeTests([...npmPackages().map(({ dir }) => `${dir}/test`), 'scripts/test'])),
    ts('e2e', nodeTests(['tests/e2e']), { requires: ['browser'] }),
    ts(
      'shells',
      missingShells.length > 0
        ? skip(
            'THE TESTS OF COMPLETION IN OTHER SHELLS',
            `${missingShells.join(' and ')} not found`,
            SHELLS_REMEDY,
            cannotHave('zsh and fish', platform),
          )
        : nodeTests(['tests/shells']),
      { requires: ['shells'] },
    ),
    ts('platforms', nodeTests(['tests/platforms'])),
    ts(
      'windows',
      Object.keys(windowsNodes).length > 0
        ? windowsTests(windowsNodes)
        : skip(
            'THE TESTS ON WINDOWS',
            'Wine was not found',
            WINE_REMEDY,
            cannotHave('Wine', platform),
          ),
      { isLong: true, requires: ['wine'] },
    ),
    ts('merge-simulation', script('scripts/merge-simulation/main.mjs', '--runs', '200')),
    ts('bench', script('scripts/bench/main.mjs', '--quick', 'start'), { isLong: true }),
  ];
}

/**
 * @param {Step[]} steps
 * @param {string[]} names of steps or groups, or test files; none selects all that are not long, `all` selects all
 */
export function selectSteps(steps, names) {
  const files = names.filter(isTestFile);
  const rest = names.filter((name) => !files.includes(name) && name !== 'all');
  const unknown = rest.find((name) => !steps.some((step) => matches(step, name)));
  if (unknown !== undefined) {
    const known = new Set(steps.flatMap(({ name, groups }) => [name, ...groups]));
    throw new SetupError(`"${unknown}" is not a test step, a group or a test file.`, {
      remedy: `choose from ${[...known].join(', ')}, all, or the path of a test file.`,
    });
  }
  const all = names.includes('all') || (names.length === 0 && inCI);
  if (all) return steps;
  if (names.length === 0) return steps.filter(({ isLong }) => !isLong);
  return [
    ...steps.filter((step) => rest.some((name) => matches(step, name))),
    ...(files.length > 0 ? [ts('files', nodeTests(files), { requires: ['browser'] })] : []),
  ];
}

/** @param {string} name */
const isTestFile = (name) => /\.test\.(ts|mjs)$/.test(name) && existsSync(inRoot(name));

/**
 * @param {Step} step
 * @param {string} name
 */
const matches = (step, name) => step.name === name || step.groups.includes(name);

/**
 * @param {Step['lane']} lane
 * @returns {(name: string, work: StepWork, options?: Partial<Pick<Step, 'groups' | 'requires' | 'isLong'>>) => Step}
 */
const stepIn =
  (lane) =>
  (name, work, { groups = [], requires = [], isLong = false } = {}) => ({
    name,
    lane,
    groups: [lane, ...groups],
    requires,
    isLong,
    work,
  });
const rust = stepIn('rust');
const ts = stepIn('ts');

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {StepWork}
 */
function command(program, args, env = {}) {
  return async (onLine) => {
    const { code, output } = await run(program, args, { env, onLine });
    return { outcome: code === 0 ? 'passed' : 'failed', output };
  };
}

/** @param {string[]} args a script of the checkout, then its arguments */
const script = (...args) => command(process.execPath, args);

/**
 * Programs of npm packages are run by path, since `node_modules/.bin` contains other files on Windows.
 * @param {string} file under node_modules
 * @param {string[]} args
 */
const nodeModule = (file, ...args) => script(inRoot('node_modules', file), ...args);

/**
 * @param {string[]} args of `wasm-pack test`
 * @param {Record<string, string>} [env]
 * @returns {StepWork}
 */
function wasmTests(args, env = {}) {
  const tests = command('wasm-pack', ['test', ...args, 'core', '--test', 'wasm'], {
    ...wasmPackEnv,
    ...WITHOUT_DEBUG_INFO,
    ...env,
  });
  return async (onLine) => {
    const result = await tests(onLine);
    // The runner ignores tests that are made for another environment, and succeeds if none remain.
    if (result.outcome === 'failed' || /^test result: ok\. [1-9]/m.test(result.output))
      return result;
    return { outcome: 'failed', output: `${result.output}\nNo test ran.` };
  };
}

/** @param {import('./requirements/browser.mjs').Browser} browser */
const browserTests = (browser) =>
  wasmTests(['--headless', '--chrome', '--chromedriver', browser.driver], {
    WASM_BINDGEN_USE_BROWSER: '1',
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: writeWebdriverSettings(browser),
  });

/** @type {StepWork} */
async function checkWasmSize() {
  const { withinLimit, report } = wasmSize();
  return { outcome: withinLimit ? 'passed' : 'failed', output: report };
}

/**
 * One type check for each tsconfig.json, since code for Node and for browsers has different globals.
 * @type {StepWork}
 */
async function typeCheck(onLine) {
  const projects = [...npmPackages().map(({ dir }) => dir), 'tests', 'scripts'];
  let output = '';
  for (const project of projects) {
    const check = nodeModule('typescript/bin/tsc', '--project', inRoot(project));
    const result = await check(onLine);
    output += `${project}: ${result.outcome}\n${result.output}`;
    if (result.outcome === 'failed') return { outcome: 'failed', output };
  }
  return { outcome: 'passed', output };
}

/**
 * @param {string[]} paths of test files, or of folders with test files
 * @returns {StepWork}
 */
function nodeTests(paths) {
  return async (onLine) => {
    const files = paths.flatMap(testFiles);
    // Node would succeed without files, and nothing would show that the tests are missing.
    if (files.length === 0)
      return { outcome: 'failed', output: `No tests in ${paths.join(', ')}.` };
    // Most tests are idle while another process works; by default, Node would run one file at a time on two cores.
    const args = ['--enable-source-maps', '--test', '--test-concurrency', '2'];
    args.push('--test-reporter', 'spec', ...(await bundleTests(files)));
    return command(process.execPath, args)(onLine);
  };
}

/**
 * The tests of the platforms with Node for Windows. Wine starts on the drive of the working directory, where the same paths work.
 * @param {Record<string, string>} programs by major version
 * @returns {StepWork}
 */
function windowsTests(programs) {
  return async (onLine) => {
    let output = '';
    for (const [major, program] of Object.entries(programs)) {
      for (const file of await bundleTests(['tests/platforms/promises.test.ts'])) {
        // Node for Windows cannot write to the pipes of Linux, so its output goes to a file.
        const log = join(targetDir, `windows-node-${major}.log`);
        const wine = `exec wine '${program}' '${file}' > '${log}' 2>&1 < /dev/null`;
        const { code } = await run('sh', ['-c', wine], { env: wineEnv, onLine });
        output += `Node ${major} for Windows:\n${readFileSync(log, 'utf8')}`;
        if (code !== 0) return { outcome: 'failed', output };
      }
    }
    return { outcome: 'passed', output };
  };
}

/**
 * Listed here because Node 20 does not expand patterns.
 * @param {string} path relative to the checkout
 */
function testFiles(path) {
  if (isTestFile(path)) return [path];
  if (!existsSync(inRoot(path))) return [];
  return readdirSync(inRoot(path), { recursive: true, encoding: 'utf8' })
    .map((file) => join(path, file))
    .filter(isTestFile)
    .sort();
}
