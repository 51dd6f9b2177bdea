/** Runs one client through the scenario, with its own project and home folder. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inRoot } from '../lib/project.mjs';
import { mustRun } from '../lib/run.mjs';
import { documentedConfig } from './docs.mjs';
import { serveModel } from './model/server.mjs';
import { makeProject, nextMove, outcomeOf } from './scenario.mjs';

/** For each run of a client. */
const MAX_SECONDS = 120;

/**
 * @typedef {{ node: string, modules: string }} Installed the program Node, and the folder of the clients
 * @typedef {import('./scenario.mjs').Outcome & { output: string }} ClientOutcome
 */

/**
 * @param {import('./clients.mjs').Client} client
 * @param {Installed} installed
 * @returns {Promise<ClientOutcome>}
 */
export async function runClient(client, installed) {
  const folder = mkdtempSync(join(tmpdir(), 'ltp-client-'));
  const home = join(folder, 'home');
  const model = await serveModel(nextMove);
  try {
    const { root, cwd } = makeProject(folder);
    await mustRun('git', ['init', '--quiet', root]);
    writeFiles(client, model.url, { root, home });
    const env = { ...environmentOf(folder, home, installed), ...client.env(model.url) };
    let output = '';
    for (const args of [client.before?.(model.url), client.args]) {
      if (args) output += await start(client, args, { cwd, env, home, installed });
    }
    return { ...outcomeOf(model.requests, root), output: `${output}\n${model.others.join('\n')}` };
  } finally {
    model.close();
    stopProcessesOf(home);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The documented configuration, and what chooses the model, which may be in the same file.
 * @param {import('./clients.mjs').Client} client
 * @param {string} model
 * @param {{ root: string, home: string }} folders
 */
function writeFiles(client, model, { root, home }) {
  const { path, text } = documentedConfig(client.name);
  const files = new Map(Object.entries(client.files?.(model) ?? {}));
  files.set(path, combine(path, files.get(path), text));
  for (const [name, content] of files) {
    const file = name.startsWith('~/') ? join(home, name.slice(2)) : join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/**
 * @param {string} path
 * @param {string | undefined} first
 * @param {string} second
 */
function combine(path, first, second) {
  if (first === undefined) return second;
  if (!path.endsWith('.json')) return `${first}\n${second}`;
  return JSON.stringify({ ...JSON.parse(first), ...JSON.parse(second) });
}

/**
 * Nothing of the user's environment but the PATH. `npx` runs the server of the checkout instead of the published one.
 * @param {string} folder
 * @param {string} home
 * @param {Installed} installed
 * @returns {Record<string, string>}
 */
function environmentOf(folder, home, { node }) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const server = inRoot('npm/mcp/bin/long-term-plan-mcp.cjs');
  const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${server}' "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  return {
    PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    CI: '1',
    DO_NOT_TRACK: '1',
  };
}

/**
 * @param {import('./clients.mjs').Client} client
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string>, home: string, installed: Installed }} options
 * @returns {Promise<string>} what it printed
 */
function start({ program, name }, args, { cwd, env, home, installed: { node, modules } }) {
  const file = join(modules, program);
  const all = args.map((arg) => arg.replace(/^~/, home));
  const [command, ...rest] = file.endsWith('.js') ? [node, file, ...all] : [file, ...all];
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const end = (/** @type {string} */ last) => {
      clearTimeout(timer);
      resolve(`${output}${last}`);
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      end(`${name} did not end within ${MAX_SECONDS} seconds`);
    }, MAX_SECONDS * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    }
    child.on('error', (error) => end(error.message));
    // Not `close`: what a client leaves running can keep its output open.
    child.on('exit', (code) => end(`exit code ${code}`));
  });
}

/**
 * Some clients leave a process running. Only those of this run have its home folder.
 * @param {string} home
 */
function stopProcessesOf(home) {
  if (process.platform !== 'linux') return;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(join('/proc', id, 'environ'), 'utf8').split('\0');
      if (variables.includes(`HOME=${home}`)) process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}
