import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../lib/project.mjs';
import { barOf, quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { peerVersions } from '../peers.mjs';
import { DISCOVER, INITIALIZE, Meter, Server } from '../processes.mjs';
import { LTP_PROGRAM, OURS, peerServers } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Start';

const ROUNDS = 21;
const QUICK_ROUNDS = 3;
const TIMES_BARE = 1.9;

/** A program that only does what every program with this wasm must. */
const INSTANTIATION = `
const { readFileSync } = require('node:fs');
const wasm = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(wasm)) {
  imports[module] ??= {};
  imports[module][name] = () => {};
}
new WebAssembly.Instance(wasm, imports);
`;

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {boolean} [isOurs]
 * @property {boolean} [isNodePeer]
 * @property {import('../processes.mjs').Command} command
 * @property {{ method: string, params: object }} [request] whose answer is waited for; without, the end is
 *
 * @typedef {object} Start
 * @property {number} answerCpuMs
 * @property {number} answerMs on the clock
 * @property {number} lifeCpuMs not a number when it had to be killed
 */

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress, peers }) {
  return inTemporaryFolder(async (folder) => {
    const cases = await makeCases(folder, await peers());
    const rounds = quick ? QUICK_ROUNDS : ROUNDS;
    const results = await interleaved(cases, { rounds }, async (one, round) => {
      if (one === cases[0]) progress(`round ${round + 1} of ${rounds}`);
      return startOnce(one);
    });
    return sectionOf(results);
  });
}

/**
 * @param {string} folder
 * @param {string} peersFolder
 * @returns {Promise<Case[]>}
 */
async function makeCases(folder, peersFolder) {
  const wasmProgram = join(folder, 'wasm.cjs');
  writeFileSync(wasmProgram, INSTANTIATION);
  const node = (/** @type {string[]} */ ...args) => ({ program: process.execPath, args });
  const own = folderIn(folder, 'ours');
  const versions = peerVersions();
  /** @type {Case[]} */
  const peers = peerServers(peersFolder).map((server) => {
    const project = folderIn(folder, server.name);
    server.prepare?.(project);
    const version = Object.entries(versions).find(([name]) => name.endsWith(server.name))?.[1];
    const kind = server.isNode ? '' : ', a compiled program that Node starts';
    return {
      name: `${server.name} ${version}${kind}`,
      isNodePeer: server.isNode,
      command: server.command(project),
      request: INITIALIZE,
    };
  });
  return [
    { name: '`node -e 0`', command: node('-e', '0') },
    {
      name: 'node with the wasm instantiated',
      command: node(wasmProgram, inRoot('npm/mcp/dist/tools.wasm')),
    },
    { name: 'ours, `initialize`', isOurs: true, command: OURS.command(own), request: INITIALIZE },
    {
      name: 'ours, `server/discover`',
      isOurs: true,
      command: OURS.command(own),
      request: DISCOVER,
    },
    {
      name: 'ours, `ping`, for which the SDK is loaded',
      isOurs: true,
      command: OURS.command(own),
      request: { method: 'ping', params: {} },
    },
    {
      name: 'ours, `ltp plan list`',
      isOurs: true,
      command: node(LTP_PROGRAM, 'plan', 'list', '--root', own),
    },
    ...peers,
  ];
}

/**
 * @param {Case} one
 * @returns {Promise<Start>}
 */
async function startOnce({ command, request }) {
  if (request === undefined) {
    const process = new Meter(command);
    process.output.resume();
    process.input.end();
    await process.ended;
    const lifeCpuMs = await process.lifeCpuMs;
    return { answerCpuMs: lifeCpuMs, answerMs: process.wallMs(), lifeCpuMs };
  }
  const server = new Server(command);
  await server.request(request);
  const answerMs = server.wallMs();
  const answerCpuMs = server.cpuMs();
  const endedByItself = await server.end();
  return { answerCpuMs, answerMs, lifeCpuMs: endedByItself ? await server.lifeCpuMs : Number.NaN };
}

/**
 * @param {Map<Case, Start[]>} results
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(results) {
  const figures = [...results].map(([one, starts]) => ({
    one,
    answer: spread(starts.map(({ answerCpuMs }) => answerCpuMs)),
    life: spread(starts.map(({ lifeCpuMs }) => lifeCpuMs)),
    wall: spread(starts.map(({ answerMs }) => answerMs)),
  }));
  const [bare, , ours] = figures;
  if (bare === undefined || ours === undefined) throw new Error('Nothing was measured.');
  const nodePeers = figures.filter(({ one }) => one.isNodePeer);
  const fastestPeer = Math.min(...nodePeers.map(({ answer }) => answer.median));
  const plotted = (/** @type {string} */ name) => name.replace(/, a compiled.*/, '');
  return {
    summary: `From the start of a process to the answer to its first request, with an empty project. CPU time up to the answer is
read when the answer has arrived; a program without a request is measured to its end. The goal against \`node -e 0\` is the
stricter one: both processes from start to end, the end of input following the answer at once. A server need not end with its
input (then there is a — for its end), so peers are compared by the time up to the answer. All run by \`node\` itself, without \`npx\`.`,
    goals: [
      {
        what: 'CPU of the server from start to end, one `initialize` answered, against `node -e 0`',
        limit: TIMES_BARE,
        value: ours.life.median / bare.life.median,
        unit: 'times',
      },
      {
        what: 'CPU up to the answer to `initialize`, against the fastest peer written for Node',
        limit: 1,
        value: ours.answer.median / fastestPeer,
        unit: 'times',
      },
    ],
    plots: [
      {
        name: 'cpu',
        title: 'CPU time from start to the first answer',
        kind: 'bars',
        unit: 'ms',
        bars: figures.map(({ one, answer }) => barOf(plotted(one.name), answer, one.isOurs)),
      },
    ],
    tables: [
      {
        caption: `Medians of ${results.get(bare.one)?.length ?? 0} rounds, in milliseconds`,
        head: [
          'Process',
          'CPU to the answer',
          'quartiles',
          'times bare Node',
          'CPU to its end',
          'times bare Node',
          'clock to the answer',
          'quartiles',
        ],
        rows: figures.map(({ one, answer, life, wall }) => [
          one.name,
          answer.median,
          quartiles(answer),
          answer.median / bare.answer.median,
          life.median,
          life.median / bare.life.median,
          wall.median,
          quartiles(wall),
        ]),
      },
    ],
  };
}
