import { spawn } from 'node:child_process';
import { environment, root } from './project.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the checkout
 * @property {Record<string, string>} [env] added to the environment
 * @property {(line: string) => void} [onLine] receives each line when it is printed, to show progress
 *
 * @typedef {object} RunResult
 * @property {number} code the exit code; 127 if the program was not found
 * @property {string} stdout
 * @property {string} output stdout and stderr in the order of their lines
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Stops what is still running when a script has to end. */
export function stopAll() {
  for (const child of running) child.kill();
}

/**
 * Runs a program to its end and returns its output. Nothing is passed on to stdout, which carries the protocol.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, args, { cwd = root, env = {}, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Windows starts a .cmd file only through its shell. None of our arguments need quoting there.
      shell: process.platform === 'win32' && program === 'npm',
    });
    running.add(child);
    let stdout = '';
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (/** @type {string} */ text) => {
        if (stream === child.stdout) stdout += text;
        output += text;
        const line = text.trimEnd().split('\n').at(-1)?.trim();
        if (onLine !== undefined && line) onLine(line);
      });
    }
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, stdout, output: `${output}${program}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      if (signal !== null) output += `${program} was stopped by ${signal}\n`;
      resolve({ code: code ?? 1, stdout, output });
    });
  });
}

/**
 * Runs a program that has to succeed.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions & { remedy?: string }} [options] remedy: what helps when it fails
 * @returns {Promise<string>} its stdout
 */
export async function mustRun(program, args, { remedy = '', ...options } = {}) {
  const { code, stdout, output } = await run(program, args, options);
  if (code !== 0) {
    throw new SetupError(`\`${[program, ...args].join(' ')}\` failed with exit code ${code}.`, {
      remedy,
      output,
    });
  }
  return stdout;
}

/**
 * How to call npm: the npm that called us, if any, since it works here.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function npm(...args) {
  const self = process.env.npm_execpath;
  return self?.endsWith('npm-cli.js') ? [process.execPath, [self, ...args]] : ['npm', args];
}
