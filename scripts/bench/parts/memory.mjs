import { setTimeout as sleep } from 'node:timers/promises';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { quartiles, shown } from '../markdown.mjs';
import { putPlan, samplePlan } from '../plans.mjs';
import { Meter, Server } from '../processes.mjs';
import { OURS, ourCommand, peerServers } from '../servers.mjs';
import { interleaved, median, spread } from '../statistics.mjs';

export const title = 'Memory';

const PLAN = 'measured';
const TASKS = 10_000;
const UPDATES = 100;
const IDLE_MB = 70;
const LOADED_MB = 100;
/** After this, a server has done what it does after its first reply. */
const SETTLE_MS = 300;

const CALLS = 100_000;
const QUICK_CALLS = 5_000;
const CALLS_TASKS = 300;
/** Memory goes up and down with garbage, so it is read often. */
const SAMPLES = 1000;
/** Like several agents; one call at a time would mostly wait for the disk. */
const IN_FLIGHT = 8;
const GROWTH_MB = 5;
const STATUSES = ['todo', 'doing', 'done'];

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress, peers }) {
  return inTemporaryFolder(async (folder) => {
    // A quick run does without the peers, and so without the network.
    const cases = makeCases(folder, quick ? undefined : await peers());
    const rounds = quick ? 1 : 5;
    const held = await interleaved(cases, { rounds, warmUps: 0 }, async ({ name, start }) => {
      progress(name);
      const process = await start();
      await sleep(SETTLE_MS);
      const memory = process.memory();
      await process.end();
      return memory;
    });
    const grown = await measureGrowth(folderIn(folder, 'calls'), quick, progress);
    return sectionOf(held, grown);
  });
}

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {() => Promise<Meter>} start up to the state whose memory is measured
 *
 * @param {string} folder
 * @param {string | undefined} peersFolder
 * @returns {Case[]}
 */
function makeCases(folder, peersFolder) {
  const { text, ids } = samplePlan(TASKS);
  const project = folderIn(folder, 'project');
  const loaded = async () => {
    putPlan(project, PLAN, text);
    const server = await initialized(ourCommand(project));
    await server.call('task_get', { planId: PLAN, taskId: ids[0] });
    return server;
  };
  const updated = async () => {
    const server = await loaded();
    for (let turn = 0; turn < UPDATES; turn += 1) {
      const status = turn % 2 === 0 ? 'doing' : 'done';
      await server.call('task_update', { planId: PLAN, taskId: ids[turn * 97], status });
    }
    return server;
  };
  const peers = peersFolder === undefined ? [] : peerServers(peersFolder);
  return [
    { name: 'bare Node that reads its input', start: async () => bareNode() },
    { name: 'ours, idle', start: () => initialized(OURS.command(folderIn(folder, 'empty'))) },
    { name: `ours, ${shown(TASKS)} tasks loaded`, start: loaded },
    { name: `ours, ${UPDATES} updates later`, start: updated },
    ...peers.map((server) => {
      const home = folderIn(folder, server.name);
      server.prepare?.(home);
      return { name: `${server.name}, idle`, start: () => initialized(server.command(home)) };
    }),
  ];
}

/** @param {import('../processes.mjs').Command} command */
async function initialized(command) {
  const server = new Server(command);
  await server.initialize();
  return server;
}

function bareNode() {
  const node = new Meter({ program: process.execPath, args: ['-e', 'process.stdin.resume()'] });
  node.output.resume();
  return node;
}

/**
 * Memory while a server replies to many calls.
 * @param {string} project
 * @param {boolean} quick
 * @param {(line: string) => void} progress
 */
async function measureGrowth(project, quick, progress) {
  const { text, ids } = samplePlan(CALLS_TASKS);
  putPlan(project, PLAN, text);
  const server = await initialized(ourCommand(project));
  const calls = quick ? QUICK_CALLS : CALLS;
  const mix = new Mix(server, ids);
  /** @type {number[]} */
  const samples = [];
  const start = performance.now();
  while (samples.length < SAMPLES) {
    await mix.run(calls / SAMPLES);
    samples.push(server.memory().mb);
    if (samples.length % (SAMPLES / 10) === 0) progress(`${mix.turn} of ${calls} calls`);
  }
  const seconds = (performance.now() - start) / 1000;
  const cpuMs = server.cpuMs();
  const { peakMb } = server.memory();
  await server.end();
  return { calls, samples, seconds, cpuMs, peakMb };
}

/** Calls as agents make them; the size of the plan stays about the same. */
class Mix {
  /**
   * @param {Server} server
   * @param {string[]} ids
   */
  constructor(server, ids) {
    this.server = server;
    this.ids = ids;
    this.turn = 0;
    /** @type {string[]} */
    this.added = [];
  }

  /** @param {number} calls */
  async run(calls) {
    const end = this.turn + calls;
    const worker = async () => {
      while (this.turn < end) {
        this.turn += 1;
        await this.#next(this.turn);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  }

  /** @param {number} turn of a hundred: 60 reads, 10 searches, 20 updates, 5 additions, 5 deletions */
  async #next(turn) {
    const taskId = this.ids[(turn * 7919) % this.ids.length];
    const kind = (turn * 37) % 100;
    if (kind < 30) return this.#call('task_get', { taskId, includeBody: true });
    if (kind < 45) return this.#call('task_next', {});
    if (kind < 60) return this.#call('plan_get', {});
    if (kind < 70) return this.#call('task_search', { query: 'cache fix' });
    if (kind < 90) return this.#call('task_update', { taskId, status: STATUSES[turn % 3] });
    const oldest = this.added.length > IN_FLIGHT ? this.added.shift() : undefined;
    if (oldest !== undefined) return this.#call('task_delete', { taskId: oldest });
    const { structuredContent } = await this.#call('task_add', { title: `Added in turn ${turn}` });
    this.added.push(structuredContent.taskId);
    return undefined;
  }

  /**
   * @param {string} name
   * @param {object} args
   */
  #call(name, args) {
    return this.server.call(name, { planId: PLAN, ...args });
  }
}

/**
 * @param {Map<Case, { mb: number, peakMb: number }[]>} held
 * @param {Awaited<ReturnType<typeof measureGrowth>>} grown
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(held, { calls, samples, seconds, cpuMs, peakMb }) {
  const figures = [...held].map(([{ name }, memories]) => ({
    name,
    now: spread(memories.map(({ mb }) => mb)),
    peak: spread(memories.map(({ peakMb }) => peakMb)),
  }));
  const [, idle, loaded, updated] = figures;
  if (!idle || !loaded || !updated) throw new Error('Nothing was measured.');
  const tenth = SAMPLES / 10;
  const [early, late] = [samples.slice(tenth, 2 * tenth), samples.slice(-tenth)];
  /** @type {(what: string, limit: number, value: number) => import('../report.mjs').Goal} */
  const goal = (what, limit, value) => ({ what, limit, value, unit: 'MB' });
  return {
    summary: `Memory that a process uses (\`VmRSS\`) and the most it ever used (\`VmHWM\`), its children included: after the reply to
\`initialize\`, with a plan of ${shown(TASKS)} tasks (1 MB) loaded by a \`task_get\`, and after ${UPDATES} updates of that plan. Shared pages, such as
Node's own program, count for each process; bare Node is the minimum.

Then one server replies to ${shown(calls)} calls on a plan of ${CALLS_TASKS} tasks, ${IN_FLIGHT} of them in flight at any time; every write is durable. Its
memory is read ${SAMPLES} times. Growth is the median of the last tenth of these samples minus that of the second tenth; during the
first one, Node itself still grows. Garbage makes single samples differ; a leak would raise the lowest of them, too.`,
    goals: [
      goal('memory of an idle server', IDLE_MB, idle.now.median),
      goal(`memory with ${shown(TASKS)} tasks loaded`, LOADED_MB, loaded.now.median),
      goal(`memory after ${UPDATES} updates of that plan`, LOADED_MB, updated.now.median),
      goal(`growth of memory over ${shown(calls)} calls`, GROWTH_MB, median(late) - median(early)),
    ],
    tables: [
      {
        caption: 'Medians, in MB',
        head: ['Process', 'used', 'quartiles', 'at most', 'quartiles'],
        rows: figures.map(({ name, now, peak }) => [
          name,
          now.median,
          quartiles(now),
          peak.median,
          quartiles(peak),
        ]),
      },
      {
        caption: `${shown(calls)} calls: memory in MB`,
        head: ['Samples', 'median', 'quartiles', 'lowest'],
        rows: [
          ['the second tenth', median(early), quartiles(spread(early)), Math.min(...early)],
          ['the last tenth', median(late), quartiles(spread(late)), Math.min(...late)],
        ],
      },
      {
        caption: `${shown(calls)} calls: speed`,
        head: ['calls per second', 'CPU ms per call', 'most memory, MB'],
        rows: [[calls / seconds, cpuMs / calls, peakMb]],
      },
    ],
  };
}
