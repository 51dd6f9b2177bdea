import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../lib/project.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { quartiles } from '../markdown.mjs';
import { peerVersion } from '../peers.mjs';
import { barOf } from '../plot.mjs';
import { DISCOVER, INITIALIZE, Meter, Server } from '../processes.mjs';
import { LTP_PROGRAM, OURS, peerServers } from '../servers.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Start';

const ROUNDS = 21;
const QUICK_ROUNDS = 3;
const START_TIMES_BARE = 1.5;
/** What the split and compressed wasm needed before it was replaced by a plain one, measured on 2026-11-18 with this part. */
const FIRST_CALL_TIMES_BARE = 4.2;

/** A program that only does what every program with this wasm has to do. */
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
 * @property {(server: Server) => Promise<unknown>} [talk] up to the reply that counts; without it, the program runs to its end
 *
 * @typedef {object} Start
 * @property {number} replyCpuMs
 * @property {number} replyMs by the clock
 * @property {number} lifeCpuMs NaN if it had to be killed
 */

/** @param {Server} server */
const initialize = (server) => server.request(INITIALIZE);

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress, peers }) {
  return inTemporaryFolder(async (folder) => {
    // A quick run does without the peers, and so without the network.
    const others = quick ? [] : peerCases(folder, await peers());
    const cases = [...ourCases(folder), ...others];
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
 * @returns {Case[]}
 */
function ourCases(folder) {
  const wasmProgram = join(folder, 'wasm.cjs');
  writeFileSync(wasmProgram, INSTANTIATION);
  const node = (/** @type {string[]} */ ...args) => ({ program: process.execPath, args });
  const project = folderIn(folder, 'ours');
  const ours = { isOurs: true, command: OURS.command(project) };
  return [
    { name: '`node -e 0`', command: node('-e', '0') },
    { ...ours, name: 'ours, `initialize`', talk: initialize },
    {
      ...ours,
      name: 'ours, first call (`plan_list`)',
      talk: async (server) => {
        await server.initialize();
        await server.call('plan_list');
      },
    },
    { ...ours, name: 'ours, `server/discover`', talk: (server) => server.request(DISCOVER) },
    {
      name: 'ours, `ltp plan list`',
      isOurs: true,
      command: node(LTP_PROGRAM, 'plan', 'list', '--root', project),
    },
    {
      name: 'node with the wasm instantiated',
      command: node(wasmProgram, inRoot('npm/mcp/dist/tools.wasm')),
    },
  ];
}

/**
 * @param {string} folder
 * @param {string} peersFolder
 * @returns {Case[]}
 */
function peerCases(folder, peersFolder) {
  return peerServers(peersFolder).map((server) => {
    const project = folderIn(folder, server.name);
    server.prepare?.(project);
    return {
      name: `${server.name} ${peerVersion(server.name)}`,
      isNodePeer: server.isNode,
      command: server.command(project),
      talk: initialize,
    };
  });
}

/**
 * @param {Case} one
 * @returns {Promise<Start>}
 */
async function startOnce({ command, talk }) {
  if (talk === undefined) {
    const process = new Meter(command);
    process.output.resume();
    process.input.end();
    await process.ended;
    const lifeCpuMs = await process.lifeCpuMs;
    return { replyCpuMs: lifeCpuMs, replyMs: process.wallMs(), lifeCpuMs };
  }
  const server = new Server(command);
  await talk(server);
  const replyMs = server.wallMs();
  const replyCpuMs = server.cpuMs();
  const endedByItself = await server.end();
  return { replyCpuMs, replyMs, lifeCpuMs: endedByItself ? await server.lifeCpuMs : Number.NaN };
}

/**
 * @param {Map<Case, Start[]>} results
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(results) {
  const figures = [...results].map(([one, starts]) => ({
    one,
    reply: spread(starts.map(({ replyCpuMs }) => replyCpuMs)),
    life: spread(starts.map(({ lifeCpuMs }) => lifeCpuMs)),
    wall: spread(starts.map(({ replyMs }) => replyMs)),
  }));
  const [bare, start, firstCall] = figures;
  if (!bare || !start || !firstCall) throw new Error('Nothing was measured.');
  const peers = figures.filter(({ one }) => one.isNodePeer);
  const fastestPeer = Math.min(...peers.map(({ reply }) => reply.median));
  return {
    summary: `From the start of a process to a reply, with an empty project. CPU time up to the reply is read when the reply has
arrived; a program without requests is measured to its end. The goal against \`node -e 0\` compares both processes from start to
end; the input ends right after the reply. Some servers do not end with their input (— in the table), so peers are compared by
the time up to the reply. All of them are started by \`node\`, without \`npx\`. backlog.md is a compiled program that Node starts.`,
    goals: [
      {
        what: 'CPU of the server from start to end, with one reply to `initialize`, against `node -e 0`',
        limit: START_TIMES_BARE,
        value: start.life.median / bare.life.median,
        unit: 'times',
      },
      {
        what: 'CPU up to the reply to the first call, against `node -e 0`; the limit is the figure of 2026-11-18, before this form',
        limit: FIRST_CALL_TIMES_BARE,
        value: firstCall.reply.median / bare.life.median,
        unit: 'times',
      },
      ...(peers.length === 0
        ? []
        : [
            {
              what: 'CPU up to the reply to `initialize`, against the fastest peer written for Node',
              limit: 1,
              value: start.reply.median / fastestPeer,
              unit: 'times',
            },
          ]),
    ],
    plot: {
      name: 'start-cpu',
      title: 'CPU time from start to the first reply',
      kind: 'bars',
      unit: 'ms',
      bars: figures.map(({ one, reply }) => barOf(one.name, reply, one.isOurs)),
    },
    tables: [
      {
        caption: `Medians of ${results.get(bare.one)?.length ?? 0} rounds, in milliseconds`,
        head: [
          'Process',
          'CPU to the reply',
          'quartiles',
          'times bare Node',
          'CPU to its end',
          'times bare Node',
          'clock to the reply',
          'quartiles',
        ],
        rows: figures.map(({ one, reply, life, wall }) => [
          one.name,
          reply.median,
          quartiles(reply),
          reply.median / bare.reply.median,
          life.median,
          life.median / bare.life.median,
          wall.median,
          quartiles(wall),
        ]),
      },
    ],
  };
}
