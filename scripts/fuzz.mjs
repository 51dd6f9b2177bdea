/**
 * `node scripts/fuzz.mjs [seconds] [target]`: builds the fuzz targets of the core and runs each, or only one, for that long
 * (default: 30 seconds). Needs stable Rust and a C++ compiler.
 *
 * Inputs that reach new code are kept in target/fuzz/corpus for the next run. An input that breaks something is written to
 * target/fuzz/crashes; turn it into a named test in core/tests/it/regressions.rs.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fuzzDir = join(root, 'core', 'fuzz');
const workDir = join(root, 'target', 'fuzz');
const fixtures = join(root, 'tests', 'fixtures');

const TARGETS = ['parse', 'edits', 'body', 'growth', 'merge'];
const LOW_PRIORITY = 10;

/** The compiled code reports to libFuzzer which parts have run. Stable Rust supports these flags. */
const COVERAGE = [
  '--cfg',
  'fuzzing',
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
  '-Ccodegen-units=1',
];

const [seconds, targets] = readArguments(process.argv.slice(2));
setPriority(LOW_PRIORITY);
const host = await hostTriple();
await build();
for (const target of targets) await fuzz(target);

/**
 * @param {string[]} args
 * @returns {[number, string[]]}
 */
function readArguments([time = '30', target]) {
  if (!/^[1-9]\d*$/.test(time)) fail(`The seconds must be a whole number, not ${time}.`);
  if (target !== undefined && !TARGETS.includes(target)) {
    fail(`Unknown target ${target}; choose from ${TARGETS.join(', ')}.`);
  }
  return [Number(time), target === undefined ? TARGETS : [target]];
}

async function hostTriple() {
  const { output } = await run('rustc', ['-vV']);
  return (
    /^host: (.+)$/m.exec(output)?.[1] ??
    fail('rustc was not found; install Rust from https://rustup.rs.')
  );
}

async function build() {
  console.log('building the fuzz targets …');
  const manifest = join(fuzzDir, 'Cargo.toml');
  // With --target, the flags are not used for build scripts.
  const args = ['build', '--release', '--locked', '--manifest-path', manifest];
  args.push('--target', host, '--target-dir', workDir);
  // Encoded flags replace those of the environment.
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: COVERAGE.join('\x1f') };
  const { code, output } = await run('cargo', args, env);
  if (code !== 0)
    fail(`${output}\nThe fuzz targets do not build. They need a C++ compiler (g++ or clang++).`);
}

/** @param {string} target */
async function fuzz(target) {
  const corpus = join(workDir, 'corpus', target);
  const crashes = join(workDir, 'crashes', target);
  for (const folder of [corpus, crashes]) mkdirSync(folder, { recursive: true });
  const known = new Set(readdirSync(crashes));
  const program = join(workDir, host, 'release', target);
  const args = [
    `-max_total_time=${seconds}`,
    // Even hundreds of kilobytes take milliseconds, unless something is quadratic.
    '-timeout=5',
    '-max_len=4096',
    '-rss_limit_mb=2048',
    `-dict=${join(fuzzDir, 'plan.dict')}`,
    `-artifact_prefix=${crashes}/`,
    '-print_final_stats=1',
    corpus,
    ...(existsSync(fixtures) ? [fixtures] : []),
  ];
  const start = performance.now();
  const { code, output } = await run(program, args);
  const time = ((performance.now() - start) / 1000).toFixed(0);
  const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? '?';
  const coverage = [...output.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? '?';
  console.log(
    `${target.padEnd(8)}${runs.padStart(10)} runs in ${time} s, ${coverage} edges reached`,
  );
  if (code === 0) return;
  process.exitCode = 1;
  console.error(output.split('\n').slice(-60).join('\n'));
  for (const crash of readdirSync(crashes).filter((name) => !known.has(name))) {
    const path = relative(root, join(crashes, crash));
    console.error(
      `\n${target} broke on ${path}. To repeat it:\n  ${relative(root, program)} ${path}`,
    );
  }
}

/**
 * Runs a program to its end and returns its output.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}
